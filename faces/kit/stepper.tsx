import styles from './stepper.module.css'

type StepperProps = {
  value: number
  max: number
  /** What is counted, for whoever hears the buttons instead of seeing the row. */
  label: string
  fewer: string
  more: string
  onChange(value: number): void
}

/** A number by two buttons. Neither ever goes away under a finger or the focus: at its end it does nothing. */
export function Stepper({ value, max, label, fewer, more, onChange }: StepperProps) {
  const step = (by: number) => {
    const next = Math.min(Math.max(value + by, 0), max)
    if (next !== value) onChange(next)
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a row everywhere
    <div class={styles.stepper} role="group" aria-label={label}>
      <button type="button" aria-label={`${fewer}: ${label}`} aria-disabled={value === 0} onClick={() => step(-1)}>
        <span aria-hidden="true">−</span>
      </button>
      <output aria-live="polite">{value}</output>
      <button type="button" aria-label={`${more}: ${label}`} aria-disabled={value >= max} onClick={() => step(1)}>
        <span aria-hidden="true">+</span>
      </button>
    </div>
  )
}
