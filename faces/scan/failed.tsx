import { useEffect, useRef } from 'preact/hooks'
import styles from './answer.module.css'
import type { Failure } from './failure.ts'
import { useWords } from './spoken.ts'

/** No answer, as large as one and unlike any: no steward may take it for a yes or a no. */
export function Failed({ failure, onNext }: { failure: Failure; onNext(): void }) {
  const words = useWords()
  const { word, advice } = words.failures[failure.kind]
  const next = useRef<HTMLButtonElement>(null)
  useEffect(() => next.current?.focus(), [])
  return (
    <section class={styles.failed} data-failure={failure.kind} aria-labelledby="failed">
      <div class={styles.said} role="alert">
        <svg viewBox="0 0 64 64" aria-hidden="true" class={styles.sign}>
          <path d="M32 8v30M32 52v2" />
        </svg>
        <h1 id="failed">
          {words.noAnswer} <span>{word}</span>
        </h1>
        {failure.said && <p>{failure.said}</p>}
        <p class={styles.advice}>{advice}</p>
      </div>
      <div class={styles.thumb}>
        <button type="button" ref={next} onClick={onNext} class={styles.next}>
          {words.next}
        </button>
      </div>
    </section>
  )
}
