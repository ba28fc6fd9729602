import styles from './looks.module.css'
import type { PlanSeat } from './plan.ts'

/*
 * What a seat looks like. A free one is a shape of its price that bears its number; one that is gone is a cross, and one of yours a tick: no
 * two of them differ by colour alone.
 */
const DOT = 'm-.42,0a.42,.42 0 1 0 .84,0a.42,.42 0 1 0 -.84,0z'
const BOX = 'm-.28,-.4h.56q.12,0 .12,.12v.56q0,.12 -.12,.12h-.56q-.12,0 -.12,-.12v-.56q0,-.12 .12,-.12z'
const SIX = 'm-.21,-.4h.42l.23,.4l-.23,.4h-.42l-.23,-.4z'
export const CROSS = 'm-.15,-.15l.3,.3m0,-.3l-.3,.3'
export const TICK = 'm-.17,.01l.12,.13l.22,-.27'
/** Below the number of a seat from which one does not see everything. */
export const BAR = 'm-.2,.27h.4'
/** A head, a back and a seat, and a wheel. */
export const WHEELCHAIR = 'm-.06,-.26l.02,.24h.17l.1,.2m-.2,-.32h-.06m-.05,.05a.17,.17 0 1 0 .2,.22'

/** Names of the looks of free seats, by their tone. */
const TONE_LOOKS = ['first', 'second', 'third', 'fourth'] as const
export type Look = (typeof TONE_LOOKS)[number] | 'accessible' | 'aside' | 'gone' | 'yours'

export const SHAPES: Record<Look, string> = {
  first: DOT,
  second: BOX,
  third: DOT,
  fourth: SIX,
  accessible: BOX,
  aside: DOT,
  gone: CROSS,
  yours: DOT,
}

export const toneLook = (tone: number): Look => TONE_LOOKS[tone] ?? 'fourth'

/** The look of a free seat. */
export const lookOf = ({ accessible, companion }: PlanSeat, tone: number): Look =>
  accessible || companion ? 'accessible' : toneLook(tone)

export const lookClass = (look: Look): string => styles[look] ?? ''
export const signClass = (look: Look): string => [styles.sign, styles[`on-${look}`] ?? ''].join(' ')

/** One seat, in words of the legend. */
export function Mark({ look, sign }: { look: Look; sign?: string }) {
  return (
    <svg class={styles.mark} viewBox="-.5 -.5 1 1" aria-hidden="true">
      <path class={styles[look]} d={`M0,0${SHAPES[look]}`} />
      {sign && <path class={signClass(look)} d={`M0,0${sign}`} />}
    </svg>
  )
}
