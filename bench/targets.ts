/** One limit of a benchmark, and whether this run kept it. */
export type Target = { isMet: boolean; text: string }

export const atLeast = (name: string, value: number, limit: number): Target => ({
  isMet: value >= limit,
  text: `${name}: ${rounded(value)}, at least ${limit}`,
})

export const atMost = (name: string, value: number, limit: number): Target => ({
  isMet: value <= limit,
  text: `${name}: ${rounded(value)}, at most ${limit}`,
})

export const below = (name: string, value: number, limit: number): Target => ({
  isMet: value < limit,
  text: `${name}: ${rounded(value)}, less than ${limit}`,
})

export const holds = (statement: string, isMet: boolean): Target => ({ isMet, text: statement })

const rounded = (value: number) => Number(value.toPrecision(4))
