import { useEffect, useRef, useState } from 'preact/hooks'
import styles from './answer.module.css'
import type { Shown } from './shown.ts'
import { useTime, useWords } from './spoken.ts'

/** Let in, let out, or kept. */
export const toneOf = ({ result, also }: Pick<Shown, 'result' | 'also'>) => {
  // Somebody of a group has to stay: the steward must look.
  if (also.refused.length > 0) return 'stop'
  return result === 'admitted' ? 'in' : result === 'exit' ? 'out' : 'stop'
}

const SIGNS = {
  in: 'M10 34l16 16 30-36',
  out: 'M10 32h40M36 16l16 16-16 16',
  stop: 'M14 14l36 36M50 14l-36 36',
}

/** A family goes in by one tap; for a coach party it asks. */
const OTHERS_MAX = 9

type AnswerProps = { shown: Shown; hideNames: boolean; onNext(): void; onOverride?(): void; onOthers?(): void }

/** Over everything, by colour, sign, word and reason; a tap or the next code goes on. */
export function Answer({ shown, hideNames, onNext, onOverride, onOthers }: AnswerProps) {
  const words = useWords()
  const time = useTime()
  const tone = toneOf(shown)
  const { group } = shown
  const { word, why, advice } = words.results[shown.result]
  const isPart = shown.also.refused.length > 0 && shown.result === 'admitted'
  const [isAsked, setAsked] = useState(false)
  const next = useRef<HTMLButtonElement>(null)
  const said = useRef<HTMLDivElement>(null)
  useEffect(() => next.current?.focus(), [])
  useEffect(() => {
    // A thumb need not look for the button: all of it goes on.
    said.current?.addEventListener('click', onNext)
    return () => said.current?.removeEventListener('click', onNext)
  }, [onNext])
  return (
    <section class={[styles.answer, styles[tone]].join(' ')} data-result={shown.result} aria-labelledby="answer">
      <div class={styles.said} ref={said}>
        <svg viewBox="0 0 64 64" aria-hidden="true" class={styles.sign}>
          <path d={SIGNS[tone]} />
        </svg>
        <div role="alert">
          <h1 id="answer">
            {isPart ? words.notAll : word}
            {why && <span>{why}</span>}
          </h1>
        </div>
        {!hideNames && group && (
          <p class={styles.group}>
            {words.groupCount(group.inside, group.of)} <span>{words.groupOf}</span>
          </p>
        )}
        {!hideNames &&
          shown.also.refused.map(({ label, result }) => (
            <p key={label} class={styles.note}>
              {label}: <b>{words.results[result].why}</b>
            </p>
          ))}
        {!hideNames && shown.name && <p class={styles.name}>{shown.name}</p>}
        {shown.seat.length > 0 && (
          <p class={styles.seat}>
            <span class="visually-hidden">{words.row} </span>
            {shown.seat.join(' · ')}
          </p>
        )}
        {(shown.category || shown.price) && <p>{[shown.category, shown.price].filter(Boolean).join(' · ')}</p>}
        {tone === 'in' && shown.entries > 1 && <p class={styles.note}>{words.reentry(shown.entries)}</p>}
        {!hideNames &&
          shown.answers.map(({ question, answer }) => (
            <p key={question} class={styles.note}>
              {question}: <b>{answer}</b>
            </p>
          ))}
        {shown.previous && <p class={styles.note}>{words.previous(shown.previous.gate, time(shown.previous.at))}</p>}
        {advice && <p class={styles.advice}>{advice}</p>}
        {shown.isOffline && <p class={styles.small}>{words.ticketOffline}</p>}
      </div>
      <div class={styles.thumb}>
        {onOthers && group && !isAsked && (
          <button type="button" onClick={() => (group.open.length > OTHERS_MAX ? setAsked(true) : onOthers())}>
            {words.letInOthers(group.open.length)}
          </button>
        )}
        {onOthers && group && isAsked && (
          <div class={styles.asked} role="alert">
            <p>{words.letInOthersAsk(group.open.length)}</p>
            <button type="button" onClick={onOthers}>
              {words.letInOthersYes(group.open.length)}
            </button>
            <button type="button" onClick={() => setAsked(false)}>
              {words.no}
            </button>
          </div>
        )}
        {onOverride && (
          <button type="button" onClick={onOverride}>
            {words.letIn}
          </button>
        )}
        <button type="button" ref={next} onClick={onNext} class={styles.next}>
          {words.next}
        </button>
      </div>
    </section>
  )
}
