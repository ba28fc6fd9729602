import { locale } from '../language/language.ts'
import { spoken } from '../words/load.ts'

const formats = new Map<string, Intl.DateTimeFormat>()

/** Making one takes longer than using it a hundred times. */
function formatOf(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify(options)
  let format = formats.get(key)
  if (!format) {
    format = new Intl.DateTimeFormat(locale, options)
    formats.set(key, format)
  }
  return format
}

/** A narrow column breaks it before the time, and nowhere else. */
const unbroken = (format: Intl.DateTimeFormat, unix: number): string => {
  const parts = format.formatToParts(unix * 1000)
  return parts
    .map(({ value }, at) => (parts[at + 1]?.type === 'hour' ? value : value.replaceAll(' ', '\u00a0')))
    .join('')
}

/** By whose clock times are written that name no other: the club's, wherever its reader is. The reader's until the club is known. */
let clubZone: string | undefined

export const clubTime = (): string | undefined => clubZone
export const setClubTime = (zone: string): void => {
  clubZone = zone
}

const zoned = (timeZone: string | undefined) => (timeZone === undefined ? {} : { timeZone })

/** `19 Oct 2026, 12:43 pm`, by the club's clock unless another is named. */
export const shortTime = (unix: number, zone = clubZone): string =>
  unbroken(
    formatOf({
      day: 'numeric',
      month: 'short',
      year: 'numeric',
      hour: 'numeric',
      minute: '2-digit',
      ...zoned(zone),
    }),
    unix,
  )

/** `Sat 14 Mar, 7:30 pm` */
export const eventTime = (unix: number, zone: string): string =>
  unbroken(
    formatOf({
      weekday: 'short',
      day: 'numeric',
      month: 'short',
      hour: 'numeric',
      minute: '2-digit',
      timeZone: zone,
    }),
    unix,
  )

/** `Saturday 14 March 2026 at 7:30 pm` */
export const fullEventTime = (unix: number, zone: string): string =>
  formatOf({ dateStyle: 'full', timeStyle: 'short', timeZone: zone }).format(unix * 1000)

/** `7:30 pm` */
export const clockTime = (unix: number, zone: string): string =>
  formatOf({ hour: 'numeric', minute: '2-digit', timeZone: zone }).format(unix * 1000)

/** `19 Oct` of a local day such as 2026-10-19. */
export const dayOf = (date: string): string =>
  formatOf({ day: 'numeric', month: 'short', timeZone: 'UTC' }).format(new Date(`${date}T00:00:00Z`))

/** `19 Oct 2026` of a local day such as 2026-10-19. */
export const dayOfYear = (date: string): string =>
  formatOf({ day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' }).format(new Date(`${date}T00:00:00Z`))

export const count = (amount: number): string => amount.toLocaleString(locale)

/** `$1.2K`, for the edge of a chart. */
export const roughMoney = (amount: number, currency: string): string =>
  new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    notation: 'compact',
    maximumFractionDigits: amount < 10 ? 2 : 1,
    minimumFractionDigits: 0,
  }).format(amount)

/** `30 Jun 2027`, by the club's clock. */
export const dateOf = (unix: number): string =>
  formatOf({ day: 'numeric', month: 'short', year: 'numeric', ...zoned(clubZone) }).format(unix * 1000)

/** What was paid with; a provider may name one that we do not know. */
export const paymentMethod = (method: string): string => spoken.parts.methods[method] ?? method.replaceAll('_', ' ')

export const channelTitle = (channel: string): string => spoken.parts.channels[channel] ?? channel
