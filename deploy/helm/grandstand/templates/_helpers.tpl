{{- define "grandstand.name" -}}
{{- .Release.Name | trunc 50 | trimSuffix "-" -}}
{{- end -}}

{{- define "grandstand.labels" -}}
app.kubernetes.io/name: grandstand
app.kubernetes.io/instance: {{ .Release.Name | quote }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service | quote }}
{{- end -}}

{{- define "grandstand.image" -}}
{{- if .Values.image.digest -}}
{{ required "image.repository names the image" .Values.image.repository }}@{{ .Values.image.digest }}
{{- else -}}
{{ required "image.repository names the image" .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end -}}
{{- end -}}

{{- define "grandstand.settings" -}}
envFrom:
  - secretRef:
      name: {{ required "secretName names the Secret with DATABASE_URL and GRANDSTAND_SECRET" .Values.secretName | quote }}
env:
  - name: PUBLIC_URL
    value: {{ required "publicUrl is the address outside" .Values.publicUrl | quote }}
  - name: METRICS_PORT
    value: "9464"
  - name: DRAIN_MS
    value: {{ .Values.drainMs | quote }}
{{- range $name, $value := .Values.settings }}
  - name: {{ $name }}
    value: {{ $value | quote }}
{{- end }}
{{- end -}}

{{- define "grandstand.pod" -}}
securityContext:
  runAsNonRoot: true
  runAsUser: 1000
  runAsGroup: 1000
  fsGroup: 1000
  seccompProfile:
    type: RuntimeDefault
automountServiceAccountToken: false
{{- with .Values.image.pullSecrets }}
imagePullSecrets:
  {{- toYaml . | nindent 2 }}
{{- end }}
volumes:
  # Built pages and compiled code, which the next start makes anew.
  - name: data
    emptyDir: {}
  - name: tmp
    emptyDir: {}
{{- end -}}

{{- define "grandstand.container" -}}
image: {{ include "grandstand.image" . | quote }}
imagePullPolicy: {{ .Values.image.pullPolicy }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities:
    drop: [ALL]
volumeMounts:
  - name: data
    mountPath: /var/lib/grandstand
  - name: tmp
    mountPath: /tmp
{{ include "grandstand.settings" . }}
{{- end -}}
