import { endOfDay } from '../../people/members/membership-end.ts'
import { addMonths, dayBefore } from '../../platform/values/calendar.ts'
import { localDate } from '../../platform/values/time.ts'

const MONTHS: Record<string, number> = { month: 1, year: 12 }

/** When a membership that is bought now ends: a month or a year from today, with its type, or never. */
export function endOfTerm(
  { term, last_day: lastDay, timezone: zone }: { term: string | null; last_day: string | null; timezone: string },
  now: Date,
): Date | null {
  if (term === 'life') return null
  const months = term === null ? undefined : MONTHS[term]
  if (months !== undefined) return endOfDay(dayBefore(addMonths(localDate(now, zone), months)), zone)
  return lastDay === null ? null : endOfDay(lastDay, zone)
}
