/** So many categories look different; those after that share the last look. */
export const TONES = 4

/** Which of the looks a category's free seats have, in the order of the prices. */
export function toneOf(prices: { categoryId: number }[], categoryId: number | null): number {
  const at = prices.findIndex((price) => price.categoryId === categoryId)
  return at < 0 ? 0 : Math.min(at, TONES - 1)
}
