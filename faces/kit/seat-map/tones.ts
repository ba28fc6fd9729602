/** So many prices look different; those below share the last look. */
export const TONES = 4

/** Which of the looks a category's free seats have: the dearest the fullest, and what costs the same looks the same. */
export function toneOf(prices: { categoryId: number; total: number }[], categoryId: number | null): number {
  const total = prices.find((price) => price.categoryId === categoryId)?.total
  if (total === undefined) return TONES - 1
  const dearer = new Set(prices.map((price) => price.total).filter((other) => other > total))
  return Math.min(dearer.size, TONES - 1)
}
