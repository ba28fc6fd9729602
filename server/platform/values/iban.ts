const IBAN = /^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$/

/** As machines write it: in capitals, without blanks. */
export const compactAccount = (account: string): string => account.replaceAll(/\s/g, '').toUpperCase()

/** ISO 13616: two letters of a country, two digits that check the rest. */
export const isIban = (compact: string): boolean => IBAN.test(compact) && restOf97(compact) === 1

/** What is left of 97, with the first four characters at the end and letters as two digits (ISO 7064, as IBANs and references have it). */
export function restOf97(text: string): number {
  const moved = text.slice(4) + text.slice(0, 4)
  const digits = moved.replaceAll(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55))
  let rest = 0
  for (const digit of digits) rest = (rest * 10 + Number(digit)) % 97
  return rest
}

/** In groups of four, as people read it. */
export const spacedIban = (text: string): string => text.replaceAll(/(.{4})(?=.)/g, '$1 ')

/** Of the accounts of Switzerland and Liechtenstein that take a QR reference and no other: by the number of their institution. */
export const isQrIban = (iban: string): boolean => /^(?:CH|LI)\d{2}3[01]\d{3}/.test(iban)

export const isSwissIban = (iban: string): boolean => /^(?:CH|LI)/.test(iban)
