type Bucket = { date: string; tickets: number; orders: number | null; gross_sales: number }
type Day = { date: string; tickets: number; orders: number; gross: number }

const DAY_S = 86_400

/** The beginning of a window of so many days, today the last of them, with some to spare for the zone. */
export const daysAgo = (days: number, nowUnix: number): number => Math.floor(nowUnix) - days * DAY_S

/** The local day of a moment: 2026-03-14. */
export const localDay = (unix: number, zone: string): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(
    unix * 1000,
  )

/** Each of the last days, also those on which nothing was sold: a gap in a chart is a figure too. */
export function byDay(buckets: Bucket[], zone: string, days: number, nowUnix: number): Day[] {
  const dayByKey = new Map<string, Day>()
  for (const { date, tickets, orders, gross_sales } of buckets) {
    const day = dayByKey.get(date) ?? { date, tickets: 0, orders: 0, gross: 0 }
    dayByKey.set(date, {
      date,
      tickets: day.tickets + tickets,
      orders: day.orders + (orders ?? 0),
      gross: day.gross + gross_sales,
    })
  }
  return lastDays(zone, days, nowUnix).map((date) => dayByKey.get(date) ?? { date, tickets: 0, orders: 0, gross: 0 })
}

/** Counted on the calendar, which has no hour that a change of the clock could skip. */
function lastDays(zone: string, days: number, nowUnix: number): string[] {
  const today = Date.parse(`${localDay(nowUnix, zone)}T00:00:00Z`)
  return Array.from({ length: days }, (_, index) =>
    new Date(today - (days - 1 - index) * DAY_S * 1000).toISOString().slice(0, 10),
  )
}
