import { useWords } from './spoken.ts'
import styles from './way-out.module.css'

/** That people are let out here, as large as an answer. */
export function WayOut() {
  const words = useWords()
  return (
    <p class={styles.way}>
      <svg viewBox="0 0 64 64" aria-hidden="true">
        <path d="M8 32h44M36 14l18 18-18 18" />
      </svg>
      {words.exit}
    </p>
  )
}
