import { Type } from 'typebox'

/**
 * What a VAT number looks like in each country that has them in Europe, after its letters. Only the form is checked: whether it was
 * given to a company is known to the country's office alone.
 */
const forms: Record<string, RegExp> = {
  AT: /^U\d{8}$/,
  BE: /^[01]\d{9}$/,
  BG: /^\d{9,10}$/,
  CHE: /^\d{9}(MWST|TVA|IVA)?$/,
  CY: /^\d{8}[A-Z]$/,
  CZ: /^\d{8,10}$/,
  DE: /^\d{9}$/,
  DK: /^\d{8}$/,
  EE: /^\d{9}$/,
  EL: /^\d{9}$/,
  ES: /^[A-Z\d]\d{7}[A-Z\d]$/,
  FI: /^\d{8}$/,
  FR: /^[A-Z\d]{2}\d{9}$/,
  GB: /^(\d{9}|\d{12}|(GD|HA)\d{3})$/,
  HR: /^\d{11}$/,
  HU: /^\d{8}$/,
  IE: /^(\d{7}[A-Z]{1,2}|\d[A-Z+*]\d{5}[A-Z])$/,
  IT: /^\d{11}$/,
  LT: /^(\d{9}|\d{12})$/,
  LU: /^\d{8}$/,
  LV: /^\d{11}$/,
  MT: /^\d{8}$/,
  NL: /^\d{9}B\d{2}$/,
  NO: /^\d{9}(MVA)?$/,
  PL: /^\d{10}$/,
  PT: /^\d{9}$/,
  RO: /^\d{2,10}$/,
  SE: /^\d{12}$/,
  SI: /^\d{8}$/,
  SK: /^\d{10}$/,
  XI: /^(\d{9}|\d{12}|(GD|HA)\d{3})$/,
}

/** As people write it, with spaces, dots and dashes, becomes as offices write it. */
export const plainVatId = (typed: string): string => typed.toUpperCase().replace(/[\s.\-/]/g, '')

export function isVatId(typed: string): boolean {
  const plain = plainVatId(typed)
  const letters = plain.startsWith('CHE') ? 'CHE' : plain.slice(0, 2)
  const form = forms[letters]
  return form ? form.test(plain.slice(letters.length)) : /^[A-Z]{2}[A-Z\d]{2,15}$/.test(plain)
}

export const VatId = Type.Refine(
  Type.String({ minLength: 4, maxLength: 30, description: 'with its country’s letters; its form is checked' }),
  isVatId,
  () => 'must be a VAT number with the letters of its country, such as DE123456789',
)
