import { useEffect, useRef, useState } from 'preact/hooks'
import type { RefusalDetail } from '../../server/gates/rules/guidance.ts'
import styles from './answer.module.css'
import type { Shown } from './shown.ts'
import { useTime, useWhen, useWords } from './spoken.ts'
import type { Words } from './words/en.ts'

/** Let in, let out, or kept. */
export const toneOf = ({ result, also, check }: Pick<Shown, 'result' | 'also' | 'check'>) => {
  // One of a group has to stay: the steward must look.
  if (also.refused.length > 0) return 'stop'
  if (result === 'admitted') return check ? 'check' : 'in'
  return result === 'exit' ? 'out' : 'stop'
}

const SIGNS = {
  in: 'M10 34l16 16 30-36',
  check: 'M4 32c10-18 46-18 56 0c-10 18-46 18-56 0zM32 24a8 8 0 1 0 .1 0z',
  out: 'M10 32h40M36 16l16 16-16 16',
  stop: 'M14 14l36 36M50 14l-36 36',
}

/** By what the result comes down to; where everything else is closed there is no gate to name. */
function saidOf(words: Words, { result, guidance }: Shown) {
  const said = words.results[result]
  const detail = guidance && words.details[guidance.detail as RefusalDetail]
  const isNowhere = guidance?.gates.length === 0 && ['other_gate', 'gate_closed'].includes(guidance.detail)
  return { ...said, ...detail, ...(isNowhere && { advice: said.advice }) }
}

/** A family goes in by one tap; for a coach party it asks. */
const OTHERS_MAX = 9
const GATES_SHOWN = 3

type AnswerProps = { shown: Shown; hideNames: boolean; onNext(): void; onOverride?(): void; onOthers?(): void }

/** Over everything, by colour, sign, word and reason; a tap or the next code goes on. */
export function Answer({ shown, hideNames, onNext, onOverride, onOthers }: AnswerProps) {
  const words = useWords()
  const time = useTime()
  const tone = toneOf(shown)
  const { group } = shown
  const when = useWhen()
  const { guidance, check, from } = shown
  // Another gate, another event, another time.
  const instead: [name: string, more: string | null][] = []
  for (const { name, directions } of guidance?.gates.slice(0, GATES_SHOWN) ?? []) instead.push([name, directions])
  if (guidance?.event) instead.push([guidance.event.title, when(guidance.event.starts_at * 1000)])
  if (from !== null) instead.push([words.timeFrom(time(from)), when(from)])
  const { word, why, advice } = saidOf(words, shown)
  // A turnstile shows no words about money, which a steward tells the member.
  const overdueHint = hideNames ? '' : words.overdueHint
  const hint = check?.kind === 'overdue' ? overdueHint : (check?.text ?? '') || words.checkHint
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
    <section
      class={[styles.answer, styles[tone], shown.isOverride ? styles.overridden : ''].join(' ')}
      data-result={shown.result}
      aria-labelledby="answer"
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: with large letters it scrolls, also by the keyboard */}
      <div class={styles.said} ref={said} tabIndex={0}>
        <svg viewBox="0 0 64 64" aria-hidden="true" class={styles.sign}>
          <path d={SIGNS[tone]} />
        </svg>
        <div role="alert">
          <h1 id="answer">
            {isPart ? words.notAll : word}
            {check && tone === 'check' && <span>{words.checks[check.kind]}</span>}
            {shown.isOverride && <span>{words.overridden}</span>}
            {why && <span>{why}</span>}
          </h1>
        </div>
        {hint !== '' && tone === 'check' && <p class={styles.where}>{hint}</p>}
        {advice && <p class={styles.advice}>{advice}</p>}
        {instead.map(([name, more]) => (
          <p key={name} class={styles.where}>
            {name}
            {more && <span>{more}</span>}
          </p>
        ))}
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
        {shown.previous && (
          <p class={styles.previous}>{words.previous(shown.previous.gate, time(shown.previous.at))}</p>
        )}
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
