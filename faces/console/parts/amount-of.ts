/** What staff have typed as an amount: with a point or a comma, or nothing. */
export function amountOf(text: string): number | undefined {
  const plain = text.trim().replace(',', '.')
  return /^\d{1,9}(\.\d{1,3})?$/.test(plain) ? Number(plain) : undefined
}
