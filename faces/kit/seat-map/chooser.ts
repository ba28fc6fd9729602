import type { IsFree } from './choose.ts'
import type { Plan, PlanSeat } from './plan.ts'
import type { SeatMapWords } from './words.ts'

export type SeatPrice = { categoryId: number; title: string; total: number }

/** What every part of the map knows. */
export type Chooser = {
  plan: Plan
  words: SeatMapWords
  chosen: PlanSeat[]
  isFree: IsFree
  prices: SeatPrice[]
  money(amount: number): string
  label(seat: PlanSeat): string
  labelInRow(seat: PlanSeat): string
  toggle(seat: PlanSeat): void
}
