import { type Static, Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import { type Db, when } from '../../platform/postgres/database.ts'
import { unixSeconds } from '../../platform/values/clock.ts'
import { HOUR_MS } from '../../platform/values/durations.ts'
import { toMajor } from '../../platform/values/money.ts'
import { requireEvent } from '../../programme/events/require-event.ts'

const totals = {
  orders: Type.Integer({ description: 'with an active ticket' }),
  tickets: Type.Integer({ description: 'active' }),
  net_sales: Type.Number(),
  gross_sales: Type.Number(),
}

/** What the live view of sales shows, all of it anew in each frame. */
export const LiveSales = Type.Object(
  {
    event_id: Type.String(),
    as_of: Type.Integer({ description: 'Unix seconds' }),
    currency: Type.String({ description: 'ISO 4217' }),
    ...totals,
    today: Type.Object(totals, { description: 'since midnight in the event’s zone', title: 'LiveSalesToday' }),
    categories: Type.Array(
      Type.Object({
        price_category_id: Type.Integer(),
        title: Type.String(),
        capacity: Type.Integer(),
        sold: Type.Integer(),
        held: Type.Integer({ description: 'in baskets, not expired' }),
        season: Type.Integer({ description: 'of season seats, and of season members who count here' }),
      }),
    ),
    minutes: Type.Array(
      Type.Object({ minute: Type.Integer({ description: 'Unix seconds of its start' }), orders: Type.Integer() }),
      { description: 'confirmed orders of the last hour, minutes without one left out' },
    ),
  },
  { title: 'LiveSales' },
)
export type LiveSales = Static<typeof LiveSales>

type Totals = { orders: number; tickets: number; net_minor: number; gross_minor: number }

/** From the quarters, which have been counted; the last hour from the index of orders, held places from the pools. */
export async function readLiveSales(orgId: OrgId, sql: Db, now: Date, eventId: number): Promise<LiveSales> {
  const { currency } = await requireEvent(orgId, sql, eventId)
  const [all] = await sumQuarters(orgId, sql, eventId)
  const [today] = await sumQuarters(orgId, sql, eventId, now)
  const categories = await readPools(orgId, sql, eventId, now)
  const minutes = await countByMinute(orgId, sql, eventId, new Date(now.getTime() - HOUR_MS))
  return {
    event_id: String(eventId),
    as_of: unixSeconds(now),
    currency,
    ...toTotals(all, currency),
    today: toTotals(today, currency),
    categories: categories.map(({ price_category_id, title, capacity, sold, held, season }) => ({
      price_category_id,
      title,
      capacity,
      sold,
      held,
      season,
    })),
    minutes: minutes.map(({ minute, orders }) => ({ minute: unixSeconds(minute), orders })),
  }
}

const toTotals = (row: Totals | undefined, currency: string) => ({
  orders: row?.orders ?? 0,
  tickets: row?.tickets ?? 0,
  net_sales: toMajor(row?.net_minor ?? 0, currency),
  gross_sales: toMajor(row?.gross_minor ?? 0, currency),
})

const sumQuarters = (orgId: OrgId, sql: Db, eventId: number, today?: Date) => sql<Totals[]>`
  select coalesce(sum(s.orders), 0)::bigint as orders, coalesce(sum(s.tickets), 0)::bigint as tickets,
    coalesce(sum(s.net_minor), 0)::bigint as net_minor, coalesce(sum(s.gross_minor), 0)::bigint as gross_minor
  from sales_quarters s
  join events e on e.org_id = ${orgId} and e.event_id = s.event_id
  where s.org_id = ${orgId}
    and s.event_id = ${eventId}
    ${when(sql, today, (now) => sql`and s.quarter >= date_trunc('day', ${now}::timestamptz at time zone e.timezone) at time zone e.timezone`)}`

type Pool = { price_category_id: number; title: string; capacity: number; sold: number; held: number; season: number }

const readPools = (orgId: OrgId, sql: Db, eventId: number, now: Date) => sql<Pool[]>`
  select c.price_category_id, c.title, c.capacity, c.sold, c.held - coalesce((
      select sum(h.places)
      from holds h
      where h.org_id = ${orgId}
        and h.price_category_id = c.price_category_id
        and h.expires_at <= ${now}
    ), 0)::bigint as held, c.season
  from price_categories c
  where c.org_id = ${orgId}
    and c.event_id = ${eventId}
    and c.price_category_status <> 'archived'
  order by c.order_by, c.price_category_id`

const countByMinute = (orgId: OrgId, sql: Db, eventId: number, since: Date) => sql<{ minute: Date; orders: number }[]>`
  select date_trunc('minute', created_at) as minute, count(*)::integer as orders
  from orders
  where org_id = ${orgId}
    and event_id = ${eventId}
    and order_status = 'confirmed'
    and created_at > ${since}
  group by 1
  order by 1`

/** Changes with every sale, every hold and every ticket that is taken back, also where a sale and a refund even out. */
export async function readSalesMark(orgId: OrgId, sql: Db, eventId: number): Promise<string> {
  const [pools] = await sql<{ sold: number; held: number; season: number }[]>`
    select coalesce(sum(sold), 0)::bigint as sold, coalesce(sum(held), 0)::bigint as held,
      coalesce(sum(season), 0)::bigint as season
    from price_categories
    where org_id = ${orgId}
      and event_id = ${eventId}`
  const [newest] = await sql<{ changed_at: string }[]>`
    select changed_at::text as changed_at
    from tickets
    where org_id = ${orgId}
      and event_id = ${eventId}
    order by tickets.changed_at desc
    limit 1`
  return `${pools?.sold} ${pools?.held} ${pools?.season} ${newest?.changed_at}`
}
