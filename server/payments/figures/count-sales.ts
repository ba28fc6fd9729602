import type { OrgId } from '../../access/principal.ts'
import type { Db, Sql, Tx } from '../../platform/postgres/database.ts'
import { createTurns } from '../../platform/process/turns.ts'
import { ticketStatus } from '../../programme/statuses.ts'

/**
 * A ticket bears the time at which its transaction began to write, and is seen when that has committed: changes of so long
 * before the last one that was counted are looked at again.
 */
const OVERLAP = '2 minutes'

/** How many events one process counts at a time: figures must leave a sale its connections. */
const COUNTING_MAX = 2

export type SalesCounter = {
  /** Brings these events up to date; those that were not reached within the time are left, and the answer is false. */
  count(orgId: OrgId, eventIds: number[], withinMs: number): Promise<boolean>
}

/**
 * Brings `sales_quarters` up to date: the quarters of an event in which a ticket has changed are added up anew, all others stay.
 * Most readers find that nothing has changed, by a look at the newest change of each event.
 */
export function createSalesCounter(sql: Sql): SalesCounter {
  const turns = createTurns(COUNTING_MAX)
  return {
    async count(orgId, eventIds, withinMs) {
      const began = performance.now()
      for (const { event_id } of await findUncounted(orgId, sql, eventIds)) {
        if (performance.now() - began > withinMs) return false
        const end = await turns.take('sales')
        try {
          await sql.begin((tx) => countAnew(orgId, tx, event_id))
        } finally {
          end()
        }
      }
      return true
    },
  }
}

const findUncounted = (orgId: OrgId, sql: Db, eventIds: number[]) =>
  sql<{ event_id: number }[]>`
    select e.event_id
    from unnest(${eventIds}::bigint[]) as e (event_id)
    cross join lateral (
      select changed_at
      from tickets
      where org_id = ${orgId}
        and event_id = e.event_id
      order by changed_at desc
      limit 1
    ) as newest
    left join sales_counted c on c.org_id = ${orgId} and c.event_id = e.event_id
    where c.counted_until is null
      or newest.changed_at > c.counted_until
      or newest.changed_at > now() - ${OVERLAP}::text::interval`

async function countAnew(orgId: OrgId, tx: Tx, eventId: number): Promise<void> {
  await tx`
    insert into sales_counted (org_id, event_id)
    values (${orgId}, ${eventId})
    on conflict (org_id, event_id) do nothing`
  await tx`
    select 1
    from sales_counted
    where org_id = ${orgId}
      and event_id = ${eventId}
    for update`
  const changed = await findChangedQuarters(orgId, tx, eventId)
  if (changed.length === 0) return
  const quarters = changed.map(({ quarter }) => quarter)
  await tx`
    delete from sales_quarters
    where org_id = ${orgId}
      and event_id = ${eventId}
      and quarter = any (${quarters}::timestamptz[])`
  await addUp(orgId, tx, eventId, quarters)
  const newest = changed.reduce((latest, { newest }) => (newest > latest ? newest : latest), '')
  await tx`
    update sales_counted
    set counted_until = ${newest}::text::timestamptz
    where org_id = ${orgId}
      and event_id = ${eventId}`
}

/** The newest change as text: a JavaScript date would cut off its microseconds, and the same change be found again and again. */
const findChangedQuarters = (orgId: OrgId, tx: Tx, eventId: number) =>
  tx<{ quarter: Date; newest: string }[]>`
    select date_bin('15 minutes', o.created_at, timestamptz 'epoch') as quarter, max(t.changed_at)::text as newest
    from tickets t
    join orders o on o.org_id = ${orgId} and o.event_id = ${eventId} and o.order_id = t.order_id
    where t.org_id = ${orgId}
      and t.event_id = ${eventId}
      and t.changed_at > coalesce((
        select counted_until - ${OVERLAP}::text::interval
        from sales_counted
        where org_id = ${orgId}
          and event_id = ${eventId}
      ), '-infinity')
    group by 1`.freshPlan()

/**
 * Each quarter by itself, along the index of orders by time (`offset 0` keeps it so): of an event that sold for a year, the planner would
 * otherwise compare each of its orders with each of the quarters, for minutes.
 */
const addUp = (orgId: OrgId, tx: Tx, eventId: number, quarters: Date[]) =>
  tx`
    insert into sales_quarters (
      org_id, event_id, quarter, sales_channel, price_category_id, price_id, orders, tickets, net_minor, gross_minor
    )
    select ${orgId}::bigint, ${eventId}::bigint, quarter, sales_channel, price_category_id, price_id,
      count(*) filter (where nth = 1), count(*), sum(net_minor)::bigint, sum(gross_minor)::bigint
    from (
      select q.quarter, o.sales_channel, t.price_category_id, t.price_id,
        row_number() over (partition by t.order_id order by t.ticket_id) as nth,
        t.price_minor - t.discount_minor + t.rebate_minor as net_minor,
        t.price_minor - t.discount_minor + t.service_fee_minor + t.service_tax_minor as gross_minor
      from unnest(${quarters}::timestamptz[]) as q (quarter)
      cross join lateral (
        select order_id, sales_channel
        from orders
        where org_id = ${orgId}
          and event_id = ${eventId}
          and created_at >= q.quarter
          and created_at < q.quarter + interval '15 minutes'
        offset 0
      ) as o
      join tickets t on t.org_id = ${orgId} and t.order_id = o.order_id
      where t.event_id = ${eventId}
        and t.ticket_status_id = ${ticketStatus.active}
    ) as sold
    group by quarter, sales_channel, price_category_id, price_id`.freshPlan()
