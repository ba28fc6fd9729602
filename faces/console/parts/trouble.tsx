import { GrandstandError } from '@grandstand/sdk/console'
import type { ComponentChildren } from 'preact'
import { Button } from '../../kit/button.tsx'
import { Notice } from '../../kit/notice.tsx'
import { words } from '../words/frame.ts'
import { aboutProblems } from './field-problems.ts'
import styles from './trouble.module.css'

/** What the API said, and the number by which support finds it in the log. */
export function TroubleNotice({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const {
    code = 'unknown',
    message,
    requestId,
  } = error instanceof GrandstandError ? error : ({} as Partial<GrandstandError>)
  return (
    <Notice title={words.troubleTitles[code] ?? words.failed}>
      <p>
        {words.troubleTexts[code] ??
          aboutProblems(code) ??
          message ??
          (error instanceof Error ? error.message : String(error))}
      </p>
      {requestId && (
        <p class={styles.small}>
          {words.request} <code>{requestId}</code>
        </p>
      )}
      {onRetry && <Button onClick={onRetry}>{words.tryAgain}</Button>}
    </Notice>
  )
}

/** Nothing there yet: what it is for and how the first one comes to be. */
export function Empty({ title, children }: { title: string; children?: ComponentChildren }) {
  return (
    <div class={styles.empty}>
      <strong>{title}</strong>
      {children}
    </div>
  )
}
