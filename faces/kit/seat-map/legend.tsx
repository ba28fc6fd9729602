import type { Chooser } from './chooser.ts'
import { type PlanSeat, type PlanStand, seatsOf } from './plan.ts'
import styles from './seat-map.module.css'
import { toneOf } from './tones.ts'

/** What the dots mean, and what they cost. */
export function Legend({ chooser, stand }: { chooser: Chooser; stand: PlanStand | undefined }) {
  const { prices, words, money, plan } = chooser
  const sections = stand?.sections ?? plan.sections
  const sold = prices.filter(({ categoryId }) => sections.some((section) => section.categoryId === categoryId))
  const has = (flag: (seat: PlanSeat) => boolean) => stand?.sections.some((section) => seatsOf(section).some(flag))
  return (
    <ul class={styles.legend}>
      {sold.map(({ categoryId, title, total }) => (
        <li key={categoryId}>
          <Mark class={styles[`tone${toneOf(prices, categoryId)}`]} d={SHAPES[toneOf(prices, categoryId)] ?? DOT} />{' '}
          {title} <strong>{money(total)}</strong>
        </li>
      ))}
      <li>
        <Mark class={styles.gone} d={SMALL} /> {words.legendTaken}
      </li>
      {stand && (
        <li>
          <Mark class={styles.yours} d={DOT} tick /> {words.legendChosen}
        </li>
      )}
      {has(({ accessible, companion }) => accessible || companion) && (
        <li>
          <Mark class={styles.tone0} d={SQUARE} /> {words.legendAccessible}
        </li>
      )}
      {has(({ restricted }) => restricted) && (
        <li>
          <Mark class={styles.tone0} d={HALF} /> {words.legendRestricted}
        </li>
      )}
    </ul>
  )
}

export const DOT = 'm-.38,0a.38,.38 0 1 0 .76,0a.38,.38 0 1 0 -.76,0'
const RING = `${DOT}zm.13,0a.25,.25 0 1 1 .5,0a.25,.25 0 1 1 -.5,0z`
const DIAMOND = 'm0,-.46l.46,.46l-.46,.46l-.46,-.46z'
const WEDGE = 'm0,-.42l.42,.76h-.84z'
/** A free seat by the tone of its category: another shape, too, for whoever does not tell the colours apart. */
export const SHAPES = [DOT, RING, DIAMOND, WEDGE]
export const SMALL = 'm-.15,0a.15,.15 0 1 0 .3,0a.15,.15 0 1 0 -.3,0'
export const SQUARE = 'm-.36,-.36h.72v.72h-.72z'
/** The lower half of a ring is filled. */
export const HALF = 'm-.38,0a.38,.38 0 0 0 .76,0zm.06,0a.32,.32 0 0 1 .64,0h.06a.38,.38 0 0 0 -.76,0z'
export const TICK = 'm-.17,.01l.12,.13l.22,-.27'

function Mark({ class: look = '', d, tick = false }: { class?: string | undefined; d: string; tick?: boolean }) {
  return (
    <svg class={styles.mark} viewBox="-.5 -.5 1 1" aria-hidden="true">
      <path class={look} d={`M0,0${d}`} />
      {tick && <path class={styles.tick} d={`M0,0${TICK}`} />}
    </svg>
  )
}
