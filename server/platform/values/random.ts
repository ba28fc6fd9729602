import { randomBytes } from 'node:crypto'

/** Randomness is an argument where a test or the demo data must be able to foresee it. */
export type RandomBytes = (size: number) => Buffer

const POOL_BYTES = 8192
let pool = Buffer.alloc(0)

/** Asks the system for a block at a time, which is what small requests cost; every byte is given out once. */
export const systemRandom: RandomBytes = (size) => {
  if (size > POOL_BYTES / 8) return randomBytes(size)
  if (pool.length < size) pool = randomBytes(POOL_BYTES)
  const bytes = pool.subarray(0, size)
  pool = pool.subarray(size)
  return bytes
}

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Unbiased: a byte of 248 or more is thrown away instead of folded. */
export function base62(length: number, random: RandomBytes = systemRandom): string {
  let text = ''
  while (text.length < length) {
    for (const byte of random(length * 2)) {
      if (byte < 248 && text.length < length) text += BASE62[byte % 62]
    }
  }
  return text
}

/** A number as base62 of fixed width, most significant digit first. */
export function base62Number(value: number, width: number): string {
  let text = ''
  for (let rest = value; text.length < width; rest = Math.floor(rest / 62)) text = BASE62[rest % 62] + text
  return text
}

/** Ids that are unique without asking for randomness each time: a random start for the process, then a count. */
export function idMaker(prefix: string, random: RandomBytes = systemRandom): () => string {
  const start = prefix + base62(14, random)
  let count = 0
  return () => {
    count += 1
    return start + base62Number(count, 6)
  }
}
