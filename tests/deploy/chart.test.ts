import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { Deployment } from 'kubernetes-models/apps/v1/Deployment'
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2/HorizontalPodAutoscaler'
import { Job } from 'kubernetes-models/batch/v1/Job'
import { Ingress } from 'kubernetes-models/networking.k8s.io/v1/Ingress'
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget'
import { Service } from 'kubernetes-models/v1/Service'
import { Compile } from 'typebox/schema'
import { settings } from '../../server/program/config.ts'
import { exampleNames, type Manifest, readExample, readSchema, renderChart, valuesWith } from './chart.ts'

type Check = { validate(): void }
/** Kubernetes' own schemas. What the Prometheus operator reads is not among them. */
const models: Record<string, new (data: never) => Check> = {
  Deployment,
  HorizontalPodAutoscaler,
  Ingress,
  Job,
  PodDisruptionBudget,
  Service,
}

const checker = Compile(await readSchema())
const kinds = (manifests: Manifest[]) => manifests.map(({ kind, metadata }) => `${kind} ${metadata.name}`).toSorted()

const ALWAYS = [
  'Deployment tickets-api',
  'Deployment tickets-worker',
  'Job tickets-migrate',
  'PodDisruptionBudget tickets-api',
  'Service tickets',
]
const expected: Record<string, string[]> = {
  'small.yaml': ['Ingress tickets'],
  'league.yaml': [
    'HorizontalPodAutoscaler tickets-api',
    'HorizontalPodAutoscaler tickets-worker',
    'Ingress tickets',
    'PodMonitor tickets',
  ],
  'cell.yaml': [],
}

test('each example is allowed by the chart’s schema, and becomes objects that Kubernetes takes', async () => {
  const names = await exampleNames()
  assert.deepEqual(names.toSorted(), Object.keys(expected).toSorted())
  for (const name of names) {
    const own = await readExample(name)
    assert.ok(checker.Check(await valuesWith(own)), name)
    const manifests = await renderChart(own)
    assert.deepEqual(kinds(manifests), [...ALWAYS, ...(expected[name] ?? [])].toSorted())
    for (const manifest of manifests) {
      const Model = models[manifest.kind]
      if (Model) new Model(manifest as never).validate()
      else assert.equal(manifest.kind, 'PodMonitor')
    }
  }
})

type Container = {
  image: string
  args: string[]
  env: { name: string; value: string }[]
  envFrom: { secretRef: { name: string } }[]
  securityContext: object
}
type Pod = { containers: Container[]; securityContext: object; automountServiceAccountToken: boolean }
const podOf = ({ spec }: Manifest) => (spec as { template: { spec: Pod } }).template.spec

test('no pod runs as root, writes to its image or has a secret in its description', async () => {
  const manifests = await renderChart(await readExample('league.yaml'))
  const pods = manifests.filter(({ kind }) => ['Deployment', 'Job'].includes(kind)).map(podOf)
  assert.equal(pods.length, 3)
  for (const { containers, securityContext, automountServiceAccountToken } of pods) {
    assert.deepEqual(
      { ...securityContext, automountServiceAccountToken },
      {
        runAsNonRoot: true,
        runAsUser: 1000,
        runAsGroup: 1000,
        fsGroup: 1000,
        seccompProfile: { type: 'RuntimeDefault' },
        automountServiceAccountToken: false,
      },
    )
    const [container] = containers
    assert.deepEqual(container?.securityContext, {
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    })
    assert.deepEqual(container.envFrom, [{ secretRef: { name: 'grandstand' } }])
    assert.deepEqual(
      container.env.filter(({ name }) => !Object.hasOwn(settings, name)),
      [],
    )
    assert.match(container.image, /^registry\.example\.org\/grandstand@sha256:/)
  }
  assert.deepEqual(pods.map(({ containers }) => containers[0]?.args.join(' ')).toSorted(), [
    'migrate',
    'start --role api',
    'start --role worker',
  ])
})

test('a value that is missing, misspelt or secret is refused before anything is installed', async () => {
  const small = await readExample('small.yaml')
  const isAllowed = async (more: object) => checker.Check(await valuesWith({ ...small, ...more }))
  assert.equal(await isAllowed({}), true)
  assert.equal(await isAllowed({ secretName: '' }), false)
  assert.equal(await isAllowed({ publicUrl: 'http://tickets.example.org' }), false)
  assert.equal(await isAllowed({ replicas: 3 }), false)
  assert.equal(await isAllowed({ settings: { STRIPE_SECRET_KEY: 'sk_live_1' } }), false)
  assert.equal(await isAllowed({ settings: { DATABASE_URL: 'postgres://u:p@db/g' } }), false)
  await assert.rejects(renderChart({ ...small, image: { repository: '' } }), /image\.repository names the image/)
})

test('the chart, the program and its image are of one version', async () => {
  const root = join(import.meta.dirname, '..', '..')
  const chart = await readFile(join(root, 'deploy', 'helm', 'grandstand', 'Chart.yaml'), 'utf8')
  const { version } = JSON.parse(await readFile(join(root, 'server', 'package.json'), 'utf8')) as { version: string }
  assert.match(chart, new RegExp(`^appVersion: ${version}$`, 'm'))
})
