import { Type } from 'typebox'
import { Integer, Text } from '../platform/http/schema.ts'
import { isCountry, isCountryId } from '../platform/values/countries.ts'
import { canonicalLanguage } from '../platform/values/language.ts'
import { isCurrency } from '../platform/values/money.ts'
import { isTimeZone } from '../platform/values/time.ts'

/** Fields whose values only a table of the world knows; the validator asks it, and the refusal names the field. */
export const TimeZone = Type.Refine(
  Type.String({ minLength: 1, maxLength: 64, description: 'IANA time zone, such as Australia/Sydney' }),
  isTimeZone,
  () => 'must be an IANA time zone such as Australia/Sydney',
)
export const Country = Type.Refine(
  Type.String({ minLength: 2, maxLength: 2, description: 'ISO 3166-1 alpha-2, such as AU' }),
  isCountry,
  () => 'must be an ISO 3166-1 country code such as AU',
)
export const Currency = Type.Refine(
  Type.String({ minLength: 3, maxLength: 3, description: 'ISO 4217, such as AUD' }),
  isCurrency,
  () => 'must be an ISO 4217 currency code such as AUD',
)
export const CountryId = Type.Refine(
  Integer({ minimum: 1, maximum: 999, description: 'ISO 3166-1 numeric, such as 36 for Australia' }),
  isCountryId,
  () => 'must be an ISO 3166-1 numeric country code such as 36',
)
export const CalendarDate = (options: Record<string, unknown> = {}) =>
  Type.Refine(
    Type.String({ minLength: 10, maxLength: 10, description: 'YYYY-MM-DD', ...options }),
    isCalendarDate,
    () => 'must be a date that exists, written YYYY-MM-DD',
  )
export const EmailAddress = Type.Refine(
  Type.String({ minLength: 3, maxLength: 254 }),
  (text) => /^[^\s@]+@[^\s@]+$/.test(text),
  () => 'must be an e-mail address',
)

export const WebAddress = Type.Refine(
  Type.String({ minLength: 1, maxLength: 2000, description: 'absolute address, http or https' }),
  (text) => /^https?:/i.test(text) && URL.canParse(text),
  () => 'must be an absolute address that begins with http:// or https://',
)
export const Language = Type.Refine(
  Type.String({ minLength: 2, maxLength: 35, description: 'BCP 47 tag, such as en or de-AT' }),
  (text) => canonicalLanguage(text) !== undefined,
  () => 'must be a language tag such as en or de-AT',
)
export const HexColor = Type.String({
  minLength: 7,
  maxLength: 7,
  pattern: '^#[0-9a-fA-F]{6}$',
  description: '#rrggbb',
})

/** The API's flags that are integers. */
export const Flag = (options: Record<string, unknown> = {}) => Integer({ minimum: 0, maximum: 1, ...options })

/** 30 February is none; neither is the year 0, which the calendar does not have. */
function isCalendarDate(text: string): boolean {
  if (!/^(?!0000)[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(text)) return false
  const day = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)
}

/** A word by which staff find objects again. */
export const TagField = Text(40, { pattern: '^\\S(.*\\S)?$', description: 'a word that staff find objects by' })

/** Those that an object has. Nothing outside is told when they change. */
export const Tags = Type.Array(Type.String(), {
  description: 'words that staff find it by, in the order of the alphabet',
})
