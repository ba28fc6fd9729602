/** Amounts are integers of minor units everywhere inside; a decimal number of the major unit exists on the wire only. */

/** ISO 4217 minor units that differ from 2, among the currencies in circulation. */
export const minorUnits: Readonly<Record<string, number>> = {
  BIF: 0,
  CLP: 0,
  DJF: 0,
  GNF: 0,
  ISK: 0,
  JPY: 0,
  KMF: 0,
  KRW: 0,
  PYG: 0,
  RWF: 0,
  UGX: 0,
  UYI: 0,
  VND: 0,
  VUV: 0,
  XAF: 0,
  XOF: 0,
  XPF: 0,
  BHD: 3,
  IQD: 3,
  JOD: 3,
  KWD: 3,
  LYD: 3,
  OMR: 3,
  TND: 3,
}

const currencies = new Set(Intl.supportedValuesOf('currency'))

export const isCurrency = (code: string): boolean => currencies.has(code)

export const currencyExponent = (currency: string): number => minorUnits[currency] ?? 2

const symbols = new Map<string, string>()

/** Making a formatter costs more than all the rest of an event, so each currency's is made once. */
export function currencySymbol(currency: string): string {
  const cached = symbols.get(currency)
  if (cached !== undefined) return cached
  const parts = new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
  }).formatToParts(0)
  const symbol = parts.find((part) => part.type === 'currency')?.value ?? currency
  symbols.set(currency, symbol)
  return symbol
}

/** 1250 minor units of AUD are 12.5 on the wire. Dividing by a power of ten gives the nearest double, which prints exactly. */
export const toMajor = (minor: number, currency: string): number => minor / 10 ** currencyExponent(currency)

/** 12.5 on the wire is 1250; undefined when the amount is finer than the currency or beyond the safe range. */
export function toMinor(major: number, currency: string): number | undefined {
  const exponent = currencyExponent(currency)
  const minor = Math.round(major * 10 ** exponent)
  const exact = Number.isSafeInteger(minor) && minor / 10 ** exponent === major
  return exact ? minor : undefined
}
