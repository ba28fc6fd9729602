/** Days and times where the event is, whatever the reader's own zone: it is there that they have to be on time. */
export type DateStyle = 'full' | 'moment' | 'day' | 'time' | 'weekday' | 'date' | 'month' | 'months' | 'long'

/** The one way in which each is written, on pages as in mails and on tickets. */
const STYLES: Record<DateStyle, Intl.DateTimeFormatOptions> = {
  full: { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric', hour: 'numeric', minute: '2-digit' },
  moment: { weekday: 'short', day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' },
  day: { weekday: 'short', day: 'numeric', month: 'short' },
  time: { hour: 'numeric', minute: '2-digit' },
  weekday: { weekday: 'short' },
  date: { day: '2-digit' },
  month: { month: 'short' },
  months: { month: 'long', year: 'numeric' },
  long: { day: 'numeric', month: 'long', year: 'numeric' },
}

/** For a reader at this screen: a zone that is not theirs is named. */
export function formatDate(unixSeconds: number, zone: string, locale: string, style: DateStyle): string {
  const isElsewhere = zone !== new Intl.DateTimeFormat().resolvedOptions().timeZone
  const named = (style === 'full' || style === 'moment') && isElsewhere
  return writeDate(unixSeconds * 1000, zone, locale, style, named)
}

export function writeDate(at: number, zone: string, locale: string, style: DateStyle, withZone = false): string {
  const key = `${locale} ${zone} ${style} ${withZone}`
  let format = formats.get(key)
  if (!format) {
    format = new Intl.DateTimeFormat(locale, {
      ...STYLES[style],
      timeZone: zone,
      ...(withZone && { timeZoneName: 'short' }),
    })
    // A server speaks for many organisations: as many as there are languages and zones at most, but for what is made up.
    if (formats.size >= FORMATS_MAX) formats.clear()
    formats.set(key, format)
  }
  return format.format(at)
}

const FORMATS_MAX = 2000
/** Making one takes longer than using it a hundred times. */
const formats = new Map<string, Intl.DateTimeFormat>()
