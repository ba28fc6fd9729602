/** Numbers from 0 to 1 that a seed foretells, so that a run that broke a promise can be had again, as far as timing allows. */
export type Random = () => number

export function seeded(seed: number): Random {
  let state = seed * 2_654_435_761 + 1
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 0x9e3779b9) | 0
    return ((state ^ (state >>> 13)) >>> 0) / 2 ** 32
  }
}

/** One of the values, each as likely as its weight says. */
export function chosen<T>(random: Random, weights: [value: T, weight: number][]): T {
  let left = random() * weights.reduce((sum, [, weight]) => sum + weight, 0)
  for (const [value, weight] of weights) {
    left -= weight
    if (left <= 0) return value
  }
  return (weights.at(-1) as [T, number])[0]
}
