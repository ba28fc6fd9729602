/** An amount that is charged on a day. */
export type Charge = { due_on: string; amount: number }

/** Amounts are added as whole thousandths, the finest unit of any currency: decimal fractions would not add up exactly. */
export const sumOf = (amounts: number[]): number =>
  amounts.reduce((sum, amount) => sum + Math.round(amount * 1000), 0) / 1000

/** Several tables as one: what is charged on each day, for all of them. */
export const addCharges = (tables: readonly Charge[][]): Charge[] =>
  [...Map.groupBy(tables.flat(), ({ due_on }) => due_on)]
    .map(([due_on, ofDay]) => ({ due_on, amount: sumOf(ofDay.map(({ amount }) => amount)) }))
    .sort((a, b) => (a.due_on < b.due_on ? -1 : 1))

/** A plan as pages, mails and files show it: every amount is one of its charges, or the sum of some. */
export type PlanSummary = {
  charges: Charge[]
  /** The amount that is charged with the checkout. */
  now: number
  /** The sum of the charges that follow. */
  later: number
  laterCount: number
  lastDay: string
  total: number
}

/** The plan that these charges make, of which `dueNow` is paid with the checkout; undefined where nothing follows. */
export function summarize(charges: Charge[], dueNow: number): PlanSummary | undefined {
  const following = dueNow === 0 ? charges : charges.slice(1)
  const last = following.at(-1)
  if (!last) return undefined
  const now = dueNow === 0 ? 0 : (charges[0]?.amount ?? 0)
  const later = sumOf(following.map(({ amount }) => amount))
  return { charges, now, later, laterCount: following.length, lastDay: last.due_on, total: sumOf([now, later]) }
}

/** Unix seconds of a day, for `formatDate` in UTC. */
export const dayOf = (dueOn: string): number => Date.parse(dueOn) / 1000
