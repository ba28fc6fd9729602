import type { Db } from '../../platform/postgres/database.ts'
import type { Fragment } from '../../platform/postgres/sql.ts'

/** By day (YYYY-MM-DD), what a type costs from then on, in minor units: pro rata, half a season. */
export type PriceSteps = Record<string, number>

/** The earliest first. */
export const stepsByDay = (steps: PriceSteps): [string, number][] =>
  Object.entries(steps).sort(([a], [b]) => (a < b ? -1 : 1))

/** What a type `t` costs today, by the calendar of its organisation `o`: as the last step that has come, or before all of them its price. */
export const priceToday = (sql: Db, now: Date): Fragment => sql`coalesce((
  select s.value::bigint
  from jsonb_each_text(t.price_steps) as s
  where s.key::date <= (${now}::timestamptz at time zone o.timezone)::date
  order by s.key desc
  limit 1
), t.price_minor)`
