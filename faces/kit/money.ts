/** How an amount is written. */
export type MoneyStyle = {
  /** The shop sells in more than one currency, so that each is named. */
  several?: boolean
  /** Behind the point, where the browser's own data are not to decide. */
  digits?: number
}

/**
 * An amount in the currency's major unit, as people of the locale write it: with its sign where they know whose sign it is, else with
 * its code. $32.50 is Australian for a reader in Australia; a reader in Germany sees 32,50 AUD.
 */
export function money(
  amount: number,
  currency: string,
  locale: string,
  { several = false, digits }: MoneyStyle = {},
): string {
  const key = `${locale} ${currency} ${several} ${digits}`
  let written = formats.get(key)
  if (!written) {
    const currencyDisplay = several || isAmbiguous(currency, locale) ? 'code' : 'narrowSymbol'
    const format = new Intl.NumberFormat(locale, {
      style: 'currency',
      currency,
      currencyDisplay,
      ...(digits !== undefined && { minimumFractionDigits: digits, maximumFractionDigits: digits }),
    })
    written = { format, digits: format.resolvedOptions().maximumFractionDigits ?? 2 }
    formats.set(key, written)
  }
  return digits !== undefined || isWholeAt(amount, written.digits)
    ? written.format.format(amount)
    : money(amount, currency, locale, { several, digits: isWholeAt(amount, 2) ? 2 : 3 })
}

/** Browsers leave out the decimals of some currencies, such as those of the forint; amounts that have them would not add up. */
const isWholeAt = (amount: number, digits: number): boolean =>
  digits > 2 || Math.round(amount * 1000) % 10 ** (3 - digits) === 0

/** Signs that several currencies have. */
const SHARED = /^(?:\$|¥|£|kr)$/

/** The sign is another's, too, and the locale does not take it for this currency's: there the Unicode data have A$ or AUD for AUD. */
function isAmbiguous(currency: string, locale: string): boolean {
  const sign = signOf(currency, locale, 'narrowSymbol')
  return SHARED.test(sign) && sign !== signOf(currency, locale, 'symbol')
}

const signOf = (currency: string, locale: string, currencyDisplay: 'symbol' | 'narrowSymbol'): string =>
  new Intl.NumberFormat(locale, { style: 'currency', currency, currencyDisplay })
    .formatToParts(0)
    .find(({ type }) => type === 'currency')
    ?.value.replace(/\.$/, '')
    .toLowerCase() ?? ''

/** Making one takes longer than using it a hundred times. */
const formats = new Map<string, { format: Intl.NumberFormat; digits: number }>()
