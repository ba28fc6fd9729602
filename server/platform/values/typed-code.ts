import { asTypedText } from './typed-text.ts'

/*
 * Codes that people read aloud and type: twelve random characters and one that tells a slip. Nothing of Node, so that a scanner's browser
 * reads them with the same lines.
 */

/** Base32 without I, L, O and U: nothing that is read aloud or typed from a card is taken for something else. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const RANDOM_LENGTH = 12

/** 60 random bits and the check character. */
export function drawTypedCode(random: (size: number) => Uint8Array): string {
  const digits = [...random(RANDOM_LENGTH)].map((byte) => byte % ALPHABET.length)
  return [...digits, checkDigit(digits)].map((digit) => ALPHABET[digit]).join('')
}

/** Every single wrong character, and every two that changed places, make a code that is none. */
export function isTypedCode(text: string): boolean {
  const digits = [...text].map((character) => ALPHABET.indexOf(character))
  return digits.length === RANDOM_LENGTH + 1 && !digits.includes(-1) && digits.reduce(addDigit, 0) === 0
}

/** The code as it was drawn; undefined where it is none. */
export function readTypedCode(text: string): string | undefined {
  const code = asTypedText(text)
  return isTypedCode(code) ? code : undefined
}

/** Whether a steward meant to type one: as long, with letters and digits, and not right. */
export function isSlip(text: string): boolean {
  const code = asTypedText(text)
  const isAlike = /^[0-9A-Z]{12,14}$/.test(code) && /[0-9]/.test(code) && /[A-Z]/.test(code)
  return isAlike && !isTypedCode(code)
}

/** To be read: 8GK3-M2QX-7V4TD. */
export const groupedCode = (code: string): string => code.replace(/^(.{4})(.{4})(.+)$/, '$1-$2-$3')

/** The sum of digit × xⁿ in the field of 32 elements; the check digit makes it zero. The powers of x are all different. */
const addDigit = (sum: number, digit: number) => timesX(sum) ^ digit
const checkDigit = (digits: number[]) => timesX(digits.reduce(addDigit, 0))

/** Modulo x⁵ + x² + 1. */
const timesX = (value: number) => (value & 16 ? (value << 1) ^ 37 : value << 1)
