/** An amount in the currency's major unit, as people of the language write it. */
export function money(amount: number, currency: string, language: string): string {
  const key = `${language} ${currency}`
  let format = formats.get(key)
  if (!format) {
    format = new Intl.NumberFormat(language, { style: 'currency', currency, currencyDisplay: 'narrowSymbol' })
    formats.set(key, format)
  }
  return format.format(amount)
}

/** Making one takes longer than using it a hundred times. */
const formats = new Map<string, Intl.NumberFormat>()
