import type { TicketedEvent } from '@grandstand/sdk'
import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import { Button } from '../kit/button.tsx'
import { Notice } from '../kit/notice.tsx'
import styles from './notice.module.css'
import { reveal, useShop } from './shop.tsx'
import { type Trouble, troubleOf } from './trouble.ts'

export function TroubleNotice({ trouble, onRetry }: { trouble: Trouble; onRetry?: () => void }) {
  const { words } = useShop()
  return (
    <Notice title={trouble.title}>
      <p>{trouble.text}</p>
      {trouble.id && <p class={styles.small}>{words.errorHelp(trouble.id)}</p>}
      {onRetry && <Button onClick={onRetry}>{words.tryAgain}</Button>}
    </Notice>
  )
}

/** In the place of a page that could not be loaded. */
export function LoadTrouble({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { words } = useShop()
  useEffect(reveal, [])
  return <TroubleNotice trouble={troubleOf(error, words)} onRetry={onRetry} />
}

/** Staff alone are shown a draft, and must not take it for what fans see by now. */
export function DraftNotice({ event }: { event: TicketedEvent }) {
  const { words } = useShop()
  if (event.event_status_id !== '0') return null
  return (
    <Notice tone="sky" title={words.preview}>
      <p>{words.previewHint}</p>
    </Notice>
  )
}

/** A page that says one thing and shows the way on. */
export function Message({ title, text, children }: { title: string; text?: string; children?: ComponentChildren }) {
  useEffect(reveal, [])
  return (
    <div class={styles.message}>
      <h1 tabIndex={-1}>{title}</h1>
      {text && <p>{text}</p>}
      {children && <div class={styles.actions}>{children}</div>}
    </div>
  )
}
