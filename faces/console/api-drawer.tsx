import { operationOf } from '@grandstand/sdk'
import { useEffect, useState } from 'preact/hooks'
import { Button } from '../kit/button.tsx'
import { Dialog } from '../kit/dialog.tsx'
import { toast } from '../kit/toast.tsx'
import styles from './api-drawer.module.css'
import { curlOf, sdkOf } from './parts/call-texts.ts'
import { type Call, onCalls, recentCalls } from './parts/calls.ts'
import { common } from './words/common.ts'
import { words } from './words/frame.ts'

/** The calls behind the page, to copy: whatever the console does, a script can do. */
export function ApiDrawer({ onClose }: { onClose(): void }) {
  const [calls, setCalls] = useState(recentCalls())
  useEffect(() => onCalls(() => setCalls(recentCalls())), [])
  return (
    <Dialog open title={words.calls.title} onClose={onClose}>
      <p>{words.calls.explanation}</p>
      <ol class={styles.calls}>
        {calls.map((call) => (
          <CallItem key={`${call.method} ${call.path}`} call={call} />
        ))}
      </ol>
      <Button onClick={onClose}>{common.close}</Button>
    </Dialog>
  )
}

function CallItem({ call }: { call: Call }) {
  const forms = { curl: curlOf(call, location.origin), SDK: sdkOf(call, operationOf) }
  return (
    <li>
      <p class={styles.head}>
        <strong>{call.method}</strong> {call.path.split('?')[0]}{' '}
        <span>{`${call.status} · ${Math.round(call.ms)} ms`}</span>
      </p>
      {Object.entries(forms).map(([name, text]) => (
        <div key={name} class={styles.form}>
          <pre>{text}</pre>
          <Button
            look="quiet"
            onClick={() =>
              navigator.clipboard.writeText(text).then(
                () => toast(words.calls.copied({ name })),
                () => toast(words.copy.refused, 'flare'),
              )
            }
          >
            {words.copy.verbAs({ name })}
          </Button>
        </div>
      ))}
    </li>
  )
}
