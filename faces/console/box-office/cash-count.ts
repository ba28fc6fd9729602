/** Notes and coins of a drawer, the largest first. Most currencies go by one, two and five. */
export function denominationsOf(currency: string): number[] {
  const special = SPECIAL[currency]
  if (special) return special
  const digits =
    new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2
  return digits === 0 ? WITHOUT_CENTS : WITH_CENTS
}

const WITH_CENTS = [100, 50, 20, 10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05]
const WITHOUT_CENTS = [10_000, 5_000, 2_000, 1_000, 500, 100, 50, 10, 5, 1]
const SPECIAL: Record<string, number[]> = {
  USD: [100, 50, 20, 10, 5, 1, 0.25, 0.1, 0.05, 0.01],
  CAD: [100, 50, 20, 10, 5, 2, 1, 0.25, 0.1, 0.05],
}

/** What so many of each come to. */
export const sumOfCount = (counts: { value: number; pieces: number }[]): number =>
  Math.round(counts.reduce((sum, { value, pieces }) => sum + Math.round(value * 1000) * pieces, 0)) / 1000
