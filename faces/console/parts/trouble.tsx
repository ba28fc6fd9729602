import { GrandstandError } from '@grandstand/sdk'
import type { ComponentChildren } from 'preact'
import { Button } from '../../kit/button.tsx'
import { Notice } from '../../kit/notice.tsx'
import styles from './trouble.module.css'

const TITLES: Record<string, string> = {
  connection_failed: 'No connection',
  timed_out: 'No answer',
  sign_in_failed: 'That is not right',
  code_invalid: 'That code is not right',
  sign_in_delayed: 'Please wait a moment',
  scope_missing: 'Not with your role',
  resource_missing: 'It is not there',
  sold_out: 'Not that many are left',
  seat_taken: 'That seat is taken',
  proof_required: 'Not done',
}

const TEXTS: Record<string, string> = {
  connection_failed: 'The server could not be reached. Nothing is lost; try again.',
  timed_out: 'The server took too long. Nothing is lost; try again.',
  sign_in_failed: 'The address or the password is wrong.',
  code_invalid: 'The code is wrong, was used already or is too old.',
  proof_required: 'It asks for a proof that it is still you.',
}

/** What the API said, and the number by which support finds it in the log. */
export function TroubleNotice({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const {
    code = 'unknown',
    message,
    requestId,
  } = error instanceof GrandstandError ? error : ({} as Partial<GrandstandError>)
  return (
    <Notice title={TITLES[code] ?? 'That did not work'}>
      <p>{TEXTS[code] ?? message ?? (error instanceof Error ? error.message : String(error))}</p>
      {requestId && (
        <p class={styles.small}>
          Request <code>{requestId}</code>
        </p>
      )}
      {onRetry && <Button onClick={onRetry}>Try again</Button>}
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
