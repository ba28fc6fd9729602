/** Exactly one of the two: 1000 of 10,000 is 10 %, or an amount off the order. */
export type DiscountRule = { basisPoints: number | null; amountMinor: number | null }

/**
 * What a discount takes off each line, given what the lines cost. Fees are not discounted. The discount of the whole is
 * rounded once, half a minor unit up, and then divided, so that the lines add up to it.
 */
export function discountLines(pricesMinor: number[], rule: DiscountRule | null): number[] {
  if (rule === null) return pricesMinor.map(() => 0)
  const whole = pricesMinor.reduce((sum, price) => sum + price, 0)
  const off =
    rule.basisPoints === null
      ? Math.min(rule.amountMinor ?? 0, whole)
      : Number((BigInt(whole) * BigInt(rule.basisPoints) + 5000n) / 10_000n)
  return divide(off, pricesMinor)
}

/**
 * Divides an amount in proportion to weights without losing a minor unit: each gets its share rounded down, and what is
 * left goes, one unit each, to those whose shares lost most, the first of equals first. No part is above its weight as
 * long as the amount is not above their sum.
 */
export function divide(amountMinor: number, weights: number[]): number[] {
  const sum = weights.reduce((total, weight) => total + weight, 0)
  if (amountMinor === 0 || sum === 0) return weights.map(() => 0)
  // Two amounts multiplied can pass 2^53, where a double is no longer exact.
  const shares = weights.map((weight, index) => {
    const product = BigInt(amountMinor) * BigInt(weight)
    return { index, part: Number(product / BigInt(sum)), lost: product % BigInt(sum) }
  })
  let left = amountMinor - shares.reduce((total, { part }) => total + part, 0)
  for (const share of shares.toSorted((a, b) => (a.lost === b.lost ? a.index - b.index : a.lost > b.lost ? -1 : 1))) {
    if (left === 0) break
    share.part += 1
    left -= 1
  }
  return shares.map(({ part }) => part)
}

/** Divides an amount into so many parts that differ by one minor unit at most, the larger first. */
export function divideEvenly(amountMinor: number, parts: number): number[] {
  const base = Math.floor(amountMinor / parts)
  const larger = amountMinor - base * parts
  return Array.from({ length: parts }, (_, index) => (index < larger ? base + 1 : base))
}
