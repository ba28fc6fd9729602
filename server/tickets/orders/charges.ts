import { type Static, Type } from 'typebox'
import { toMajor } from '../../platform/values/money.ts'

const Charge = Type.Object(
  {
    due_on: Type.String({ description: 'YYYY-MM-DD, by the calendar of the organisation' }),
    amount: Type.Number({ description: 'major unit of the currency' }),
  },
  { title: 'Charge' },
)

/** Of a basket or an order: every payment of its plans, day by day. */
export const Charges = Type.Array(Charge, {
  description:
    'what is charged on which day, for all that it has: the first with the checkout, the others by the plans of its memberships. ' +
    'Their sum is the total. None where all of it is paid at once',
})

/** A part of a plan. Number 1 is paid with the checkout. */
export type PlannedPart = { number: number; due_on: string; amount_minor: number }

export type ChargeMinor = { due_on: string; amount_minor: number }

/**
 * What is charged on which day: the parts of all plans together, and on the first day what no plan leaves for later. The amounts add up to
 * the total. None where no plan leaves anything for later.
 */
export function chargesOf(totalMinor: number, plans: (PlannedPart[] | null)[], today: string): ChargeMinor[] {
  const parts = plans.flatMap((plan) => plan ?? [])
  const later = parts.filter(({ number }) => number > 1)
  if (later.length === 0) return []
  const firstDay = parts.find(({ number }) => number === 1)?.due_on ?? today
  const nowMinor = totalMinor - later.reduce((sum, { amount_minor }) => sum + amount_minor, 0)
  const days = Map.groupBy(later, ({ due_on }) => due_on)
  const following = [...days]
    .map(([due_on, ofDay]) => ({
      due_on,
      amount_minor: ofDay.reduce((sum, { amount_minor }) => sum + amount_minor, 0),
    }))
    .sort((a, b) => (a.due_on < b.due_on ? -1 : 1))
  return nowMinor === 0 ? following : [{ due_on: firstDay, amount_minor: nowMinor }, ...following]
}

export const toCharges = (charges: ChargeMinor[], currency: string): Static<typeof Charges> =>
  charges.map(({ due_on, amount_minor }) => ({ due_on, amount: toMajor(amount_minor, currency) }))
