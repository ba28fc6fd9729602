import type { Db } from '../../platform/postgres/database.ts'
import type { Fragment } from '../../platform/postgres/sql.ts'
import { DAY_MS } from '../../platform/values/durations.ts'

/** When the event `e` is over: at its end, or, where it has none, when its gates close, a day after its start. */
export const overAt = (sql: Db, e: string): Fragment =>
  sql`coalesce(${sql(`${e}.ends_at`)}, ${sql(`${e}.starts_at`)} + interval '24 hours')`

/** Whether it was over before then, without adding to a time, which a shard refuses in what changes its rows. */
export const wasOverBefore = (sql: Db, e: string, at: Date): Fragment => {
  const startedBefore = new Date(at.getTime() - DAY_MS)
  const startsAt = sql(`${e}.starts_at`)
  const endsAt = sql(`${e}.ends_at`)
  return sql`(${endsAt} < ${at} or (${endsAt} is null and ${startsAt} < ${startedBefore}))`
}

/** The end of its window, which excludes its last instant; and of a price `p` without one, that of its event `e`. */
export const soldUntil = (sql: Db, { p, e }: { p: string; e: string }): Fragment =>
  sql`least(${sql(`${p}.available_until`)}, ${overAt(sql, e)})`
