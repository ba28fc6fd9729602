import { counted } from '../../language/language.ts'
import type { Words } from '../en/problems.ts'

export const problems: Words = {
  lookAtTheFields: 'Algo no es correcto: mire los campos marcados.',
  missing: 'Rellene este campo.',
  unknown: 'Esto no se puede fijar aquí.',
  gone: 'Esto ya no existe. Elija otra cosa.',
  tooLong: (most) => `Como máximo ${counted(most, 'carácter', 'caracteres')}.`,
  tooShort: (least) => `Como mínimo ${counted(least, 'carácter', 'caracteres')}.`,
  tooSmall: (least) => `Como mínimo ${least}.`,
  tooLarge: (most) => `Como máximo ${most}.`,
  tooFew: (least) => `Elija como mínimo ${counted(least, 'elemento', 'elementos')}.`,
  tooMany: (most) => `Como máximo ${counted(most, 'elemento', 'elementos')}.`,
  number: 'Escriba un número.',
  wholeNumber: 'Escriba un número entero.',
  time: 'Escriba un día y una hora.',
  date: 'Escriba un día que exista.',
  email: 'Una dirección de correo como ada@club.example.',
  webAddress: 'Una dirección que empiece por https://.',
  timeZone: 'Una zona horaria como Europe/Madrid.',
  country: 'Un país como ES.',
  currency: 'Una moneda como EUR.',
  language: 'Un idioma como es.',
  oneLine: 'Una línea sin caracteres especiales.',
  pattern: 'Tiene caracteres que aquí no son posibles.',
  choice: 'Elija uno de los que hay.',
  invalid: 'Esto no es posible aquí.',
}
