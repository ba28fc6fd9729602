import type { Chooser } from './chooser.ts'
import { BAR, Mark, TICK, toneLook, WHEELCHAIR } from './looks.tsx'
import { type PlanSeat, type PlanStand, seatsOf } from './plan.ts'
import styles from './seat-map.module.css'
import { toneOf } from './tones.ts'

/** What the marks mean, and what they cost: above what they explain. */
export function Legend({ chooser, stand }: { chooser: Chooser; stand: PlanStand | undefined }) {
  const { prices, words, money, plan } = chooser
  const sections = stand?.sections ?? plan.sections
  const sold = prices
    .filter(({ categoryId }) => sections.some((section) => section.categoryId === categoryId))
    .sort((a, b) => b.total - a.total)
  const has = (flag: (seat: PlanSeat) => boolean) => stand?.sections.some((section) => seatsOf(section).some(flag))
  return (
    <ul class={styles.legend}>
      {sold.map(({ categoryId, title, total }) => (
        <li key={categoryId}>
          <Mark look={toneLook(toneOf(prices, categoryId))} /> {title} <strong>{money(total)}</strong>
        </li>
      ))}
      {stand && (
        <li>
          <Mark look="gone" /> {words.legendTaken}
        </li>
      )}
      {stand && (
        <li>
          <Mark look="yours" sign={TICK} /> {words.legendChosen}
        </li>
      )}
      {has(({ accessible, companion }) => accessible || companion) && (
        <li>
          <Mark look="accessible" sign={WHEELCHAIR} /> {words.legendAccessible}
        </li>
      )}
      {has(({ restricted }) => restricted) && (
        <li>
          <Mark look="third" sign={BAR} /> {words.legendRestricted}
        </li>
      )}
    </ul>
  )
}
