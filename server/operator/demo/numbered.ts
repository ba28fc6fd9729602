/** demo-000000007, the same width for all, so that they sort by number. */
export const demoName = (n: number): string => `demo-${String(n).padStart(9, '0')}`
export const numberOf = (name: string): number => Number(name.slice(5, 14))

/** Parts that differ by one at most and add up to the whole. */
export function splitEvenly(whole: number, parts: number): number[] {
  return Array.from(
    { length: parts },
    (_, n) => Math.floor(((n + 1) * whole) / parts) - Math.floor((n * whole) / parts),
  )
}
