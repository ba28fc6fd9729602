import { serverNow } from '../parts/api.ts'
import { useConsole } from '../parts/console.tsx'
import { localDay } from '../parts/days.ts'
import styles from '../parts/filters.module.css'
import { useQuery } from '../parts/use-query.ts'
import { momentOf } from '../parts/zone-time.ts'
import { common } from '../words/common.ts'
import { words } from '../words/money.ts'

const USUAL_DAYS = 30
const DAY_MS = 86_400_000

export type Period = { from: string; to: string; unix_start: number; unix_end: number }

const isDay = (text: string | undefined): text is string => /^\d{4}-\d\d-\d\d$/.test(text ?? '')
const dayAfter = (day: string, days: number) => new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)

/** The days that the address names, both included, by the clock of the organisation: the last thirty unless it says otherwise. */
export function usePeriod(): Period {
  const { timezone } = useConsole().organisation
  const { query } = useQuery()
  const to = isDay(query.to) ? query.to : localDay(serverNow() / 1000, timezone)
  const from = isDay(query.from) ? query.from : dayAfter(to, 1 - USUAL_DAYS)
  const midnight = (day: string) => momentOf(`${day}T00:00`, timezone)
  return { from, to, unix_start: midnight(from), unix_end: midnight(dayAfter(to, 1)) }
}

export function PeriodFilter({ period }: { period: Period }) {
  const { change } = useQuery()
  const day = (name: 'from' | 'to', label: string) => (
    <input
      key={period[name]}
      class={styles.input}
      type="date"
      aria-label={label}
      defaultValue={period[name]}
      onChange={({ currentTarget }) => {
        if (isDay(currentTarget.value)) change({ [name]: currentTarget.value })
      }}
    />
  )
  return (
    <>
      {day('from', common.from)}
      {day('to', words.to)}
    </>
  )
}
