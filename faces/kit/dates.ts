/** Days and times where the event is, whatever the reader's own zone: it is there that they have to be on time. Another zone is named. */
export type DateStyle = 'full' | 'moment' | 'day' | 'time' | 'weekday' | 'date' | 'month' | 'months'

const STYLES: Record<DateStyle, Intl.DateTimeFormatOptions> = {
  full: { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric', hour: 'numeric', minute: '2-digit' },
  moment: { weekday: 'short', day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' },
  day: { weekday: 'short', day: 'numeric', month: 'short' },
  time: { hour: 'numeric', minute: '2-digit' },
  weekday: { weekday: 'short' },
  date: { day: '2-digit' },
  month: { month: 'short' },
  months: { month: 'long', year: 'numeric' },
}

export function formatDate(unixSeconds: number, zone: string, language: string, style: DateStyle): string {
  const key = `${language} ${zone} ${style}`
  let format = formats.get(key)
  if (!format) {
    const isElsewhere = zone !== new Intl.DateTimeFormat().resolvedOptions().timeZone
    const named = (style === 'full' || style === 'moment') && isElsewhere
    format = new Intl.DateTimeFormat(language, {
      ...STYLES[style],
      timeZone: zone,
      ...(named && { timeZoneName: 'short' }),
    })
    formats.set(key, format)
  }
  return format.format(unixSeconds * 1000)
}

/** Making one takes longer than using it a hundred times. */
const formats = new Map<string, Intl.DateTimeFormat>()
