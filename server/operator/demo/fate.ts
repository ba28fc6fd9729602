/** A stream of numbers that is the same for the same seed: demo data can be made again, and any row on its own. */
export type Fate = { below(limit: number): number; chance(part: number): boolean; pick<T>(from: readonly T[]): T }

export function fate(seed: number): Fate {
  let state = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    below: (limit) => Math.floor(next() * limit),
    chance: (part) => next() < part,
    pick: (from) => from[Math.floor(next() * from.length)] as (typeof from)[number],
  }
}

const KINDS = ['member', 'order', 'visit', 'barcode', 'home', 'stadium row', 'stadium order'] as const

/** Member 7 and order 7 have nothing in common. */
export const fateOf = (kind: (typeof KINDS)[number], n: number): Fate => fate(n * 16 + 1 + KINDS.indexOf(kind))
