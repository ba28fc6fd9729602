/** Days as YYYY-MM-DD, without a zone: what a calendar on the wall says. */

const DAYS_MAX = 31

/** So many months later, on the same day of the month, or on its last where it has no such day. */
export function addMonths(day: string, months: number): string {
  const [year = 1970, month = 1, date = 1] = day.split('-').map(Number)
  for (let wanted = Math.min(date, DAYS_MAX); ; wanted -= 1) {
    const moved = new Date(Date.UTC(year, month - 1 + months, wanted))
    // A day that the month has not is one of the next month.
    if (moved.getUTCDate() === wanted) return moved.toISOString().slice(0, 10)
  }
}

export function dayBefore(day: string): string {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() - 1)
  return date.toISOString().slice(0, 10)
}

/** Whole years from one day to another; who is born on 29 February has their birthday on 1 March of other years. */
export function yearsBetween(born: string, day: string): number {
  const [bornYear = 0, ...bornRest] = born.split('-').map(Number)
  const [year = 0, ...rest] = day.split('-').map(Number)
  const [bornMonth = 1, bornDate = 1] = bornRest
  const [month = 1, date = 1] = rest
  const hadBirthday = month > bornMonth || (month === bornMonth && date >= bornDate)
  return year - bornYear - (hadBirthday ? 0 : 1)
}
