import type { SeasonDay } from '@grandstand/sdk'

const DAYS_MAX = 60
const DAY_MS = 86_400_000

/** What was sold by day, days without a sale included; by week, from its first day on, once that would be too many bars. */
export function soldBars(days: SeasonDay[]): { isByWeek: boolean; bars: { day: string; memberships: number }[] } {
  const [first, last] = [days[0], days.at(-1)].map((sold) => Date.parse(sold?.day ?? ''))
  if (first === undefined || last === undefined || Number.isNaN(first)) return { isByWeek: false, bars: [] }
  const isByWeek = (last - first) / DAY_MS >= DAYS_MAX
  const step = (isByWeek ? 7 : 1) * DAY_MS
  const bars = Array.from({ length: Math.floor((last - first) / step) + 1 }, (_, index) => ({
    day: new Date(first + index * step).toISOString().slice(0, 10),
    memberships: 0,
  }))
  for (const { day, memberships } of days) {
    const bar = bars[Math.floor((Date.parse(day) - first) / step)]
    if (bar) bar.memberships += memberships
  }
  return { isByWeek, bars }
}
