import styles from './dots.module.css'

const DOTS = 40

/** A dot is a seat, or so many of them: how full something is, at a glance. */
export function Dots({
  title,
  taken,
  held = 0,
  of,
  heldNote,
  locale,
}: {
  title: string
  taken: number
  held?: number
  of: number
  /** How many are spoken for, in words. */
  heldNote?(held: number): string
  locale?: string
}) {
  const share = (part: number) => (of === 0 ? 0 : Math.round((part / of) * DOTS))
  const takenDots = taken > 0 ? Math.max(1, share(taken)) : 0
  const heldDots = held > 0 ? Math.max(1, share(held)) : 0
  const kindOf = (index: number) =>
    index < takenDots ? styles.taken : index < takenDots + heldDots ? styles.held : styles.free
  const count = (amount: number) => amount.toLocaleString(locale)
  return (
    <div class={styles.places}>
      <p class={styles.line}>
        <span>{title}</span>
        <strong>
          {count(taken)} <span class={styles.of}>/ {count(of)}</span>
        </strong>
      </p>
      <svg class={styles.dots} viewBox={`0 0 ${DOTS * 10} 10`} aria-hidden="true">
        {Array.from({ length: DOTS }, (_, index) => (
          <circle key={index} cx={index * 10 + 5} cy="5" r="3.7" class={kindOf(index)} />
        ))}
      </svg>
      {held > 0 && heldNote && <p class={styles.note}>{heldNote(held)}</p>}
    </div>
  )
}
