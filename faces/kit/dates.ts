/** Days and times where the event is, whatever the reader's own zone: it is there that they have to be on time. */
export type DateStyle = 'full' | 'day' | 'time' | 'weekday' | 'date' | 'month'

const STYLES: Record<DateStyle, Intl.DateTimeFormatOptions> = {
  full: { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric', hour: 'numeric', minute: '2-digit' },
  day: { weekday: 'short', day: 'numeric', month: 'short' },
  time: { hour: 'numeric', minute: '2-digit' },
  weekday: { weekday: 'short' },
  date: { day: '2-digit' },
  month: { month: 'short' },
}

export function formatDate(unixSeconds: number, zone: string, language: string, style: DateStyle): string {
  const key = `${language} ${zone} ${style}`
  let format = formats.get(key)
  if (!format) {
    format = new Intl.DateTimeFormat(language, { ...STYLES[style], timeZone: zone })
    formats.set(key, format)
  }
  return format.format(unixSeconds * 1000)
}

/** Making one takes longer than using it a hundred times. */
const formats = new Map<string, Intl.DateTimeFormat>()
