import type { Shares } from './club.ts'

/** A stream of numbers that is the same for the same seed: demo data can be made again, and any row on its own. */
export type SeededRandom = {
  below(limit: number): number
  chance(part: number): boolean
  pick<T>(from: readonly T[]): T
  /** One of several, as often as its share says. */
  share<T>(shares: Shares<T>): T
}

export function seededRandom(seed: number): SeededRandom {
  let state = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return {
    below,
    chance: (part) => next() < part,
    pick: (from) => from[below(from.length)] as (typeof from)[number],
    share: (shares) => {
      let draw = below(100)
      for (const [item, share] of shares) {
        if (draw < share) return item
        draw -= share
      }
      throw new RangeError('the shares of a hundred do not add up to it')
    },
  }
}

const KINDS = ['member', 'order', 'visit', 'barcode', 'home', 'stadium row', 'stadium order', 'story'] as const

/** Member 7 and order 7 have nothing in common. */
export const randomOf = (kind: (typeof KINDS)[number], n: number): SeededRandom =>
  seededRandom(n * 16 + 1 + KINDS.indexOf(kind))
