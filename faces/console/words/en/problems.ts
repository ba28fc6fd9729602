import { counted } from '../../language/language.ts'

/** What is wrong with a field of a form, next to it. */
export const problems = {
  lookAtTheFields: 'Something is not right: look at the fields that are marked.',
  missing: 'Please fill this in.',
  unknown: 'This cannot be set here.',
  gone: 'This is not there any more. Choose another.',
  tooLong: (most: number) => `At most ${counted(most, 'character', 'characters')}.`,
  tooShort: (least: number) => `At least ${counted(least, 'character', 'characters')}.`,
  tooSmall: (least: string) => `At least ${least}.`,
  tooLarge: (most: string) => `At most ${most}.`,
  tooFew: (least: number) => `Choose at least ${counted(least, 'one', 'of them')}.`,
  tooMany: (most: number) => `At most ${counted(most, 'one', 'of them')}.`,
  number: 'A number, please.',
  wholeNumber: 'A whole number, please.',
  time: 'A day and a time, please.',
  date: 'A day that exists, please.',
  email: 'An e-mail address, such as ada@club.example.',
  webAddress: 'An address that begins with https://.',
  timeZone: 'A time zone, such as Europe/Berlin.',
  country: 'A country, such as DE.',
  currency: 'A currency, such as EUR.',
  language: 'A language, such as en.',
  oneLine: 'One line, without special characters.',
  pattern: 'It has characters that are not possible here.',
  choice: 'Choose one of those that there are.',
  invalid: 'This is not possible here.',
}

export type Words = typeof problems
