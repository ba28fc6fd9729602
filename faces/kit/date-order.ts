export type DateOrder = 'ymd' | 'dmy' | 'mdy'

const YEAR_FIRST = /^\d{4}\D/
const NUMBER = /^\d+$/

/**
 * In which order a column writes its dates, if all of them together say so: points stand between a day and its month, and a
 * number from 13 on can only be a day. Undefined where nothing says so, or where two of them say different things.
 */
export function dateOrderOf(cells: Iterable<string>): DateOrder | undefined {
  let isAsked = false
  let isDayFirst = false
  let isMonthFirst = false
  for (const cell of cells) {
    const date = cell.trim()
    if (date === '' || NUMBER.test(date) || YEAR_FIRST.test(date)) continue
    isAsked = true
    const [first = 0, second = 0] = date.split(/\D+/).map(Number)
    if (first > 12 || (second <= 12 && date.includes('.'))) isDayFirst = true
    else if (second > 12) isMonthFirst = true
  }
  if (!isAsked) return 'ymd'
  if (isDayFirst === isMonthFirst) return undefined
  return isDayFirst ? 'dmy' : 'mdy'
}
