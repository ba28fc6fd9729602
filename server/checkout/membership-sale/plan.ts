import { addMonths } from '../../platform/values/calendar.ts'
import { localDate } from '../../platform/values/time.ts'
import { divideEvenly } from '../../programme/discounts/apply-discount.ts'
import type { PlannedPart } from '../../tickets/orders/charges.ts'

/**
 * A part of what a membership costs, and the day on which it is due, as the organisation's calendar has it. Number 1 is charged with the
 * checkout; a plan that leaves all of it for later days begins with 2.
 */
export type PlanPart = PlannedPart

export type PlanRule = {
  number_of_instalments: number
  months_between: number
  /** No instalment is due after it; null: as many as there are. */
  fixed_end_date: Date | null
}

/**
 * When which part of an amount is due: the first today, the next by months from today's day, or the last of a month that has no such day.
 * Those that a fixed end leaves no time for are spread over the others. Null where all of it is due at once.
 */
export function planOf(amountMinor: number, rule: PlanRule, at: { now: Date; zone: string }): PlanPart[] | null {
  const today = localDate(at.now, at.zone)
  const lastDay = rule.fixed_end_date && localDate(rule.fixed_end_date, at.zone)
  const days = Array.from({ length: rule.number_of_instalments }, (_, index) =>
    addMonths(today, index * rule.months_between),
  ).filter((day, index) => index === 0 || lastDay === null || day <= lastDay)
  // No part is nothing.
  const parts = Math.min(days.length, amountMinor)
  if (parts < 2) return null
  const amounts = divideEvenly(amountMinor, parts)
  return amounts.map((amount_minor, index) => ({ number: index + 1, due_on: days[index] ?? today, amount_minor }))
}

/** An amount over days that are given, all of them to come: those of instalments that are open already. */
export function planOver(amountMinor: number, days: string[]): PlanPart[] | null {
  const parts = Math.min(days.length, amountMinor)
  if (parts < 1) return null
  const amounts = divideEvenly(amountMinor, parts)
  return amounts.map((amount_minor, index) => ({ number: index + 2, due_on: days[index] ?? '', amount_minor }))
}

/** What a plan leaves for later days. */
export const laterMinor = (plan: PlanPart[] | null): number =>
  (plan ?? []).filter(({ number }) => number > 1).reduce((sum, { amount_minor }) => sum + amount_minor, 0)
