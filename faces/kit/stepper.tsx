import { announce } from './announcer.tsx'
import styles from './stepper.module.css'

type StepperProps = {
  value: number
  max: number
  /** What is counted, for those who hear the buttons instead of seeing the row. */
  label: string
  fewer: string
  more: string
  /** Why there are no more, said once the end is reached. */
  limit?: string | undefined
  onChange(value: number): void
}

/** A number by two buttons. Neither ever goes away under a finger or the focus: at its end it does nothing. */
export function Stepper({ value, max, label, fewer, more, limit, onChange }: StepperProps) {
  const isAtEnd = value >= max
  const step = (by: number) => {
    const next = Math.min(Math.max(value + by, 0), max)
    if (next !== value) onChange(next)
    if (by > 0 && next >= max && limit !== undefined) announce(limit)
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a row everywhere
    <div class={styles.stepper} role="group" aria-label={label}>
      <button type="button" aria-label={`${fewer}: ${label}`} aria-disabled={value === 0} onClick={() => step(-1)}>
        <span aria-hidden="true">−</span>
      </button>
      <output aria-live="polite">{value}</output>
      <button type="button" aria-label={`${more}: ${label}`} aria-disabled={isAtEnd} onClick={() => step(1)}>
        <span aria-hidden="true">+</span>
      </button>
      {isAtEnd && limit !== undefined && <p class={styles.limit}>{limit}</p>}
    </div>
  )
}
