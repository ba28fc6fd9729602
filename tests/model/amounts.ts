/** Whole numbers of minor units, and days as they are written. */
export const sum = <T>(items: Iterable<T>, of: (item: T) => number): number => {
  let total = 0
  for (const item of items) total += of(item)
  return total
}
/** Half a unit up. */
export const divideHalfUp = (dividend: number, divisor: number): number =>
  Number((2n * BigInt(dividend) + BigInt(divisor)) / (2n * BigInt(divisor)))
/** An amount in proportion to weights, to the unit: those with the largest remainder have one more. */
export function share(amount: number, weights: number[]): number[] {
  const whole = sum(weights, (weight) => weight)
  if (whole === 0) return weights.map(() => 0)
  const floors = weights.map((weight) => Number((BigInt(amount) * BigInt(weight)) / BigInt(whole)))
  const remainders = weights.map((weight) => (BigInt(amount) * BigInt(weight)) % BigInt(whole))
  const order = weights.map((_, at) => at).toSorted((a, b) => Number((remainders[b] ?? 0n) - (remainders[a] ?? 0n)))
  let rest = amount - sum(floors, (floor) => floor)
  for (const at of order) if (rest-- > 0) floors[at] = (floors[at] ?? 0) + 1
  return floors
}

export const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
/** The same day of a later month, or its last. */
export function monthsAfter(day: string, months: number): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 + months, Math.min(date, last))).toISOString().slice(0, 10)
}
