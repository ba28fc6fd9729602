import type { IsFree } from './choose.ts'
import type { Plan, PlanSeat } from './plan.ts'
import type { SeatMapWords } from './words.ts'

export type SeatPrice = { categoryId: number; title: string; total: number }

/** What the buyer looks for: the rest stays on the map, and steps back. */
export type SeatFilter = {
  /** Nothing that costs more. */
  totalMax?: number | undefined
  /** Places for wheelchairs, and beside them. */
  accessible: boolean
}

/** What every part of the map knows. */
export type Chooser = {
  plan: Plan
  words: SeatMapWords
  chosen: PlanSeat[]
  isFree: IsFree
  filter: SeatFilter
  /** Whether the seat is among what is looked for. */
  isSought: IsFree
  prices: SeatPrice[]
  money(amount: number): string
  label(seat: PlanSeat): string
  labelInRow(seat: PlanSeat): string
  toggle(seat: PlanSeat): void
}

/** Whether places of the category are within the price that is looked for; those that are not sold are not. */
export const isSoughtPrice = (prices: SeatPrice[], { totalMax }: SeatFilter, categoryId: number | null): boolean =>
  prices.some((price) => price.categoryId === categoryId && (totalMax === undefined || price.total <= totalMax))
