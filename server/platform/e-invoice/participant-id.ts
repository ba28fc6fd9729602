import { Type } from 'typebox'

/** How a company is known in Peppol: which register or list its number is of, and the number, as in 0192:991825827. */
export type ParticipantId = { scheme: string; value: string }

/** The lists of numbers that Peppol routes by, of its code list for electronic addresses (EAS) of November 2026. */
const schemes = new Set(
  [
    '0002 0007 0009 0060 0088 0096 0097 0106 0130 0135 0142 0151 0158 0183 0184 0188 0190 0191 0192 0195 0196 0198 0199',
    '0200 0201 0204 0208 0209 0210 0211 0216 0218 0221 0225 0230 0235 0240 0242 0244 0245 0246 0248',
    '9910 9913 9914 9915 9918 9919 9920 9922 9923 9924 9925 9926 9927 9928 9929 9930 9931 9932 9933 9934 9935 9936 9937',
    '9938 9939 9940 9941 9942 9943 9944 9945 9946 9947 9948 9949 9950 9951 9952 9953 9957 9959',
  ].flatMap((row) => row.split(' ')),
)

export const isPeppolScheme = (scheme: string): boolean => schemes.has(scheme)

/** The form of each list, and its check digits, where they are known; of the others any number is taken. */
const forms: Record<string, (value: string) => boolean> = {
  '0002': matching(/^\d{9}$/),
  '0007': (value) => /^\d{10}$/.test(value) && isLuhn(value),
  '0009': matching(/^\d{14}$/),
  '0088': (value) => /^\d{13}$/.test(value) && isGln(value),
  '0096': matching(/^\d{10}$/),
  '0106': matching(/^\d{8}$/),
  '0151': (value) => /^\d{11}$/.test(value) && isAustralian(value),
  '0184': matching(/^(DK)?\d{8}$/),
  '0190': matching(/^\d{20}$/),
  '0192': (value) => /^[1-9]\d{8}$/.test(value) && isNorwegian(value),
  '0198': matching(/^DK\d{8}$/),
  '0208': (value) => /^[01]\d{9}$/.test(value) && isBelgian(value),
  '9925': (value) => /^BE[01]\d{9}$/.test(value) && isBelgian(value.slice(2)),
  '9930': (value) => /^DE\d{9}$/.test(value) && isGermanVat(value.slice(2)),
  '9944': matching(/^NL\d{9}B\d{2}$/),
}

function matching(form: RegExp): (value: string) => boolean {
  return (value) => form.test(value)
}

/** As people paste it, with blanks, with dots in the number or with the name of Peppol's own list in front, becomes as it is registered. */
export function plainParticipantId(typed: string): string {
  const [scheme = '', ...rest] = typed
    .trim()
    .replace(/^iso6523-actorid-upis::/i, '')
    .split(':')
  return `${scheme.trim()}:${rest.join(':').replace(/\s/g, '').toUpperCase()}`
}

export function readParticipantId(id: string): ParticipantId {
  const at = id.indexOf(':')
  return { scheme: id.slice(0, at), value: id.slice(at + 1) }
}

export function isParticipantId(typed: string): boolean {
  const { scheme, value } = readParticipantId(plainParticipantId(typed))
  return isPeppolScheme(scheme) && /^[0-9A-Z._~-]{1,50}$/.test(value) && isNumberOf(scheme, value)
}

/** Whether it may be a number of this list. */
export const isNumberOf = (scheme: string, value: string): boolean => forms[scheme]?.(value) ?? true

export const PeppolId = Type.Refine(
  Type.String({
    minLength: 6,
    maxLength: 90,
    description:
      'participant id in Peppol, such as 0192:991825827; its form and, where it has one, its check digit are checked',
  }),
  isParticipantId,
  () => 'must be a Peppol participant id with the four digits of its list, such as 0192:991825827',
)

const digitsOf = (value: string): number[] => [...value].map(Number)
const weighted = (digits: number[], weights: number[]): number =>
  weights.reduce((sum, weight, index) => sum + weight * (digits[index] ?? 0), 0)

function isNorwegian(value: string): boolean {
  const digits = digitsOf(value)
  return (11 - (weighted(digits, [3, 2, 7, 6, 5, 4, 3, 2]) % 11)) % 11 === digits[8]
}

const isBelgian = (value: string): boolean => 97 - (Number(value.slice(0, 8)) % 97) === Number(value.slice(8))

const isGln = (value: string): boolean => weighted(digitsOf(value), [1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1]) % 10 === 0

/** Every second digit counts twice, and a sum of two digits by its digits. */
function isLuhn(value: string): boolean {
  const counted = digitsOf(value).map((digit, index) => ((value.length - index) % 2 === 0 ? digit * 2 : digit))
  return counted.reduce((sum, digit) => sum + (digit > 9 ? digit - 9 : digit), 0) % 10 === 0
}

function isAustralian(value: string): boolean {
  const [first = 0, ...rest] = digitsOf(value)
  return weighted([first - 1, ...rest], [10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19]) % 89 === 0
}

/** ISO 7064, modulus 11 and 10. */
function isGermanVat(value: string): boolean {
  const digits = digitsOf(value)
  const product = digits.slice(0, 8).reduce((last, digit) => {
    const sum = (digit + last) % 10
    return ((sum === 0 ? 10 : sum) * 2) % 11
  }, 10)
  return (11 - product) % 10 === digits[8]
}
