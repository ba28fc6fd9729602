import { useState } from 'preact/hooks'
import { Button } from '../kit/button.tsx'
import styles from './scan.module.css'

type AskButtonProps = {
  label: string
  /** Spoken after the label, where several buttons say the same. */
  of?: string
  question: string
  yes: string
  no: string
  why?: string | undefined
  onYes(): void
}

/** For what one tap too many would do to many people: it asks where it stands, and a second tap does it. */
export function AskButton({ label, of, question, yes, no, why, onYes }: AskButtonProps) {
  const [isAsked, setAsked] = useState(false)
  if (!isAsked)
    return (
      <Button why={why} onClick={() => setAsked(true)}>
        {label} <span class="visually-hidden">{of}</span>
      </Button>
    )
  return (
    <div class={styles.asked} role="alert">
      <p>{question}</p>
      <Button
        look="strong"
        onClick={() => {
          setAsked(false)
          onYes()
        }}
      >
        {yes}
      </Button>
      <Button onClick={() => setAsked(false)}>{no}</Button>
    </div>
  )
}
