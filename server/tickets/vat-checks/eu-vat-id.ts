/** A number as the EU's service takes it: the letters of its country, and the rest. */
export type EuVatId = { country: string; number: string }

/** The members of the EU, by the letters of their numbers, and Northern Ireland. */
const COUNTRIES = new Set(
  'AT BE BG CY CZ DE DK EE EL ES FI FR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK XI'.split(' '),
)

/** Greece has letters of its own, which many do not know. */
const LETTERS: Record<string, string> = { GR: 'EL' }

/** Undefined for what the EU's service does not know: numbers of the United Kingdom, of Switzerland, Norway and others. */
export function euVatId(vatId: string): EuVatId | undefined {
  const typed = vatId.slice(0, 2)
  const country = LETTERS[typed] ?? typed
  return COUNTRIES.has(country) ? { country, number: vatId.slice(2) } : undefined
}
