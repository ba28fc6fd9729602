import { counted } from '../../language/language.ts'
import type { Words } from '../en/problems.ts'

export const problems: Words = {
  lookAtTheFields: 'Etwas stimmt nicht: Sehen Sie sich die markierten Felder an.',
  missing: 'Bitte ausfüllen.',
  unknown: 'Das lässt sich hier nicht einstellen.',
  gone: 'Das gibt es nicht mehr. Wählen Sie etwas anderes.',
  tooLong: (most) => `Höchstens ${counted(most, 'Zeichen', 'Zeichen')}.`,
  tooShort: (least) => `Mindestens ${counted(least, 'Zeichen', 'Zeichen')}.`,
  tooSmall: (least) => `Mindestens ${least}.`,
  tooLarge: (most) => `Höchstens ${most}.`,
  tooFew: (least) => `Wählen Sie mindestens ${counted(least, 'Eintrag', 'Einträge')}.`,
  tooMany: (most) => `Höchstens ${counted(most, 'Eintrag', 'Einträge')}.`,
  number: 'Bitte eine Zahl.',
  wholeNumber: 'Bitte eine ganze Zahl.',
  time: 'Bitte ein Tag mit Uhrzeit.',
  date: 'Bitte ein Tag, den es gibt.',
  email: 'Eine E-Mail-Adresse wie ada@club.example.',
  webAddress: 'Eine Adresse, die mit https:// beginnt.',
  timeZone: 'Eine Zeitzone wie Europe/Berlin.',
  country: 'Ein Land wie DE.',
  currency: 'Eine Währung wie EUR.',
  language: 'Eine Sprache wie de.',
  oneLine: 'Eine Zeile ohne Sonderzeichen.',
  pattern: 'Darin sind Zeichen, die hier nicht möglich sind.',
  choice: 'Wählen Sie eines von denen, die es gibt.',
  invalid: 'Das ist hier nicht möglich.',
}
