import { type Static, Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import { invalidParameters } from '../../platform/http/errors.ts'
import { Nullable, OneOf, UnixSeconds } from '../../platform/http/schema.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { unixSeconds } from '../../platform/values/clock.ts'
import { DAY_MS } from '../../platform/values/durations.ts'
import { toMajor } from '../../platform/values/money.ts'

export const SalesInterval = OneOf(['day', 'hour'], {
  default: 'day',
  description: 'on the clock of the answer’s timezone',
})

/** What an answer covers at most, so that it stays one answer. */
const DAYS_MAX = { day: 800, hour: 31 }
const ROWS_MAX = 20_000

export const SalesWindow = {
  unix_start: Type.Optional(
    UnixSeconds({
      description: 'orders placed from this Unix time on; 800 days, or 31 by the hour, before the end without it',
    }),
  ),
  unix_end: Type.Optional(UnixSeconds({ description: 'orders placed before this Unix time; now without it' })),
}

/** One day or hour, of one group where the answer is grouped. Those in which nothing was sold are left out. */
export const SalesBucket = Type.Object(
  {
    start: Type.Integer({ description: 'Unix seconds' }),
    date: Type.String({ description: 'the local day: 2026-03-14' }),
    hour: Nullable(Type.Integer({ description: 'of the local day, 0 to 23; null by the day' })),
    days_before: Nullable(
      Type.Integer({ description: 'days from this one to the day of the event; negative after it' }),
    ),
    group: Nullable(Type.String({ description: 'sales channel, or id of the category, price or event' })),
    group_title: Nullable(Type.String({ description: 'of the category, price or event' })),
    orders: Nullable(Type.Integer({ description: 'orders with an active ticket; null by category and price' })),
    tickets: Type.Integer({ description: 'active tickets' }),
    net_sales: Type.Number({ description: 'as in the sales summary' }),
    gross_sales: Type.Number({ description: 'as in the sales summary' }),
    currency: Type.String({ description: 'ISO 4217' }),
  },
  { title: 'SalesBucket' },
)

export const SalesRow = Type.Object({
  start: Type.Unsafe<Date>({ type: 'object' }),
  date: Type.String(),
  hour: Nullable(Type.Integer()),
  days_before: Nullable(Type.Integer()),
  group: Nullable(Type.String()),
  group_title: Nullable(Type.String()),
  orders: Type.Integer(),
  tickets: Type.Integer(),
  net_minor: Type.Integer(),
  gross_minor: Type.Integer(),
  currency: Type.String(),
})
type SalesRow = Static<typeof SalesRow>

export type SalesGroup = 'channel' | 'price_category' | 'price' | 'event'
export type SalesWanted = {
  eventIds: number[]
  timezone: string
  interval: 'day' | 'hour'
  groupBy: SalesGroup | undefined
  from: Date
  until: Date
  /** Whether the answer is of one event, whose day others are counted from. */
  ofEvent: boolean
}

type WindowGiven = { interval: 'day' | 'hour'; unix_start?: number; unix_end?: number }

/** From when until when, or a refusal where that would be too much for one answer. */
export function salesWindow({ interval, unix_start, unix_end }: WindowGiven, now: Date): { from: Date; until: Date } {
  const spanMs = DAYS_MAX[interval] * DAY_MS
  const until = unix_end === undefined ? now : new Date(unix_end * 1000)
  const from = unix_start === undefined ? new Date(Math.max(0, until.getTime() - spanMs)) : new Date(unix_start * 1000)
  if (until.getTime() - from.getTime() <= spanMs) return { from, until }
  const message = `By the ${interval} an answer covers ${DAYS_MAX[interval]} days at most.`
  throw invalidParameters([{ param: 'unix_start', code: 'parameter_invalid', message }])
}

/**
 * Adds up quarters of hours, which have been counted: prices and channels first, so that the clock of the zone is asked once for
 * a quarter. An hour begins at the full hour of the local clock, which in some zones is
 * half past or a quarter to; the hour that comes twice when the clock is set back is two.
 */
export async function readSales(orgId: OrgId, sql: Db, wanted: SalesWanted): Promise<Static<typeof SalesBucket>[]> {
  const { timezone, interval, groupBy, from, until } = wanted
  const zone = sql`${timezone}::text`
  const local = sql`(q.quarter at time zone ${zone})`
  const start =
    interval === 'day'
      ? sql`date_trunc('day', ${local}) at time zone ${zone}`
      : sql`q.quarter - extract(minute from ${local}) * interval '1 minute'`
  const rows = await sql<SalesRow[]>`
    with quarters as materialized (
      select s.event_id, s.quarter, ${groupOf(sql, groupBy)} as "group", sum(s.orders) as orders, sum(s.tickets) as tickets,
        sum(s.net_minor) as net_minor, sum(s.gross_minor) as gross_minor
      from sales_quarters s
      where s.org_id = ${orgId}
        and s.event_id = any (${wanted.eventIds}::bigint[])
        and s.quarter >= ${from}
        and s.quarter < ${until}
      group by 1, 2, 3
    ), sums as (
      select ${start} as start, e.currency, q."group", min((e.starts_at at time zone ${zone})::date) as event_day,
        sum(q.orders)::bigint as orders, sum(q.tickets)::bigint as tickets, sum(q.net_minor)::bigint as net_minor,
        sum(q.gross_minor)::bigint as gross_minor
      from quarters q
      join events e on e.org_id = ${orgId} and e.event_id = q.event_id
      group by 1, 2, 3
      order by 1, 3
      limit ${ROWS_MAX + 1}
    )
    select start, to_char(start at time zone ${zone}, 'YYYY-MM-DD') as date,
      ${interval === 'hour' ? sql`extract(hour from start at time zone ${zone})::integer` : sql`null::integer`} as hour,
      ${wanted.ofEvent ? sql`event_day - (start at time zone ${zone})::date` : sql`null::integer`} as days_before,
      "group"::text as "group", ${titleOf(orgId, sql, groupBy)} as group_title, orders, tickets, net_minor, gross_minor, currency
    from sums
    order by start, sums."group", currency`.freshPlan()
  if (rows.length > ROWS_MAX) {
    const message = `More than ${ROWS_MAX} rows: ask for a shorter time, for days, or for fewer groups.`
    throw invalidParameters([{ param: 'unix_start', code: 'parameter_invalid', message }])
  }
  return rows.map((row) => toBucket(row, groupBy))
}

/** Ids stay numbers until they are shown: as text they would be put in order letter by letter, each of many thousand quarters. */
function groupOf(sql: Db, groupBy: SalesGroup | undefined) {
  if (groupBy === 'channel') return sql`s.sales_channel`
  if (groupBy === 'price_category') return sql`s.price_category_id`
  if (groupBy === 'price') return sql`s.price_id`
  return groupBy === 'event' ? sql`s.event_id` : sql`null::bigint`
}

function titleOf(orgId: OrgId, sql: Db, groupBy: SalesGroup | undefined) {
  if (groupBy === 'price_category')
    return sql`(select title from price_categories where org_id = ${orgId} and price_category_id = sums."group")`
  if (groupBy === 'price') return sql`(select title from prices where org_id = ${orgId} and price_id = sums."group")`
  if (groupBy === 'event') return sql`(select title from events where org_id = ${orgId} and event_id = sums."group")`
  return sql`null::text`
}

const toBucket = (row: SalesRow, groupBy: SalesGroup | undefined) =>
  ({
    start: unixSeconds(row.start),
    date: row.date,
    hour: row.hour,
    days_before: row.days_before,
    group: row.group,
    group_title: row.group_title,
    orders: groupBy === 'price_category' || groupBy === 'price' ? null : row.orders,
    tickets: row.tickets,
    net_sales: toMajor(row.net_minor, row.currency),
    gross_sales: toMajor(row.gross_minor, row.currency),
    currency: row.currency,
  }) satisfies Static<typeof SalesBucket>
