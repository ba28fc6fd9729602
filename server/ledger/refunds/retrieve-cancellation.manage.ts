import { type Static, Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { Id, Input, OneOf } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { toMajor } from '../../platform/values/money.ts'
import { requireEvent } from '../../programme/events/require-event.ts'
import { ticketStatus } from '../../programme/statuses.ts'

const refundWays = ['provider', 'cash', 'transfer', 'credit'] as const
type RefundWay = (typeof refundWays)[number]

const Cancellation = Type.Object(
  {
    event_id: Type.Integer(),
    currency: Type.String({ description: 'ISO 4217' }),
    orders: Type.Integer({ description: 'confirmed orders' }),
    paying: Type.Integer({ description: 'orders whose payment is still under way' }),
    tickets: Type.Integer({ description: 'active tickets' }),
    mailed: Type.Integer({ description: 'confirmed orders with an address, whose buyers are told' }),
    unreachable: Type.Integer({ description: 'confirmed orders without an address: tell them otherwise' }),
    refundable_amount: Type.Number({ description: 'of all ways together; major unit of the currency' }),
    ways: Type.Array(
      Type.Object(
        {
          way: OneOf([...refundWays], {
            description:
              'provider: by itself, to the card or account that paid. cash and transfer: owed until staff pay it out. credit: credited again',
          }),
          orders: Type.Integer(),
          amount: Type.Number({ description: 'major unit of the currency' }),
        },
        { title: 'CancellationWay' },
      ),
      { description: 'how the money would go back; those of which there is nothing are left out' },
    ),
    unpaid_amount: Type.Number({ description: 'still owed by buyers, which would no longer be asked for' }),
  },
  { title: 'Cancellation' },
)
type Cancellation = Static<typeof Cancellation>

export const retrieveCancellation: Operation = (app, { sql }) =>
  app.get(
    '/v1/manage/events/:event_id/cancellation',
    {
      config: { scope: 'programme:manage' },
      schema: {
        operationId: 'retrieveCancellation',
        summary: 'Retrieve what cancelling or moving an event would concern',
        description:
          'How many orders and tickets there are, whom a mail reaches, and how much money would go back by which way. Nothing is changed by asking.',
        tags: ['Events'],
        params: Input({ event_id: Id() }),
        response: { 200: Cancellation },
      },
    },
    async ({ orgId, params: { event_id: eventId } }) => {
      await requireEvent(orgId, sql, eventId)
      const [[count], ways] = await Promise.all([
        countConcerned(orgId, sql, eventId),
        findRefundWays(orgId, sql, eventId),
      ])
      if (!count) throw new ApiError('resource_missing')
      const { currency } = count
      return {
        event_id: eventId,
        currency,
        orders: count.orders,
        paying: count.paying,
        tickets: count.tickets,
        mailed: count.mailed,
        unreachable: count.orders - count.mailed,
        refundable_amount: toMajor(
          ways.reduce((sum, { amount_minor }) => sum + amount_minor, 0),
          currency,
        ),
        ways: refundWays.flatMap((way) =>
          ways
            .filter((row) => row.way === way)
            .map(({ orders, amount_minor }) => ({ way, orders, amount: toMajor(amount_minor, currency) })),
        ),
        unpaid_amount: toMajor(count.unpaid_minor, currency),
      } satisfies Cancellation
    },
  )

export const CancellationCountRow = Type.Object({
  currency: Type.String(),
  orders: Type.Integer(),
  paying: Type.Integer(),
  mailed: Type.Integer(),
  tickets: Type.Integer(),
  unpaid_minor: Type.Integer(),
})

const countConcerned = (orgId: OrgId, sql: Db, eventId: number) => sql<Static<typeof CancellationCountRow>[]>`
  select e.currency, o.orders, o.paying, o.mailed, (
      select count(*)
      from tickets
      where org_id = ${orgId}
        and event_id = ${eventId}
        and ticket_status_id = ${ticketStatus.active}
    ) as tickets, coalesce((
      select sum(d.amount_minor - d.settled_minor - d.waived_minor - d.cancelled_minor)
      from debts d
      join orders b on b.org_id = ${orgId} and b.order_id = d.order_id
      where d.org_id = ${orgId}
        and b.event_id = ${eventId}
        and b.order_status = 'confirmed'
        and d.owed_by = 'fan'
        and d.closed_at is null
        and d.membership_plan_id is null
    ), 0)::bigint as unpaid_minor
  from events e
  cross join (
    select count(*) filter (where order_status = 'confirmed') as orders,
      count(*) filter (where order_status = 'pending') as paying,
      count(*) filter (where order_status = 'confirmed' and email_address is not null) as mailed
    from orders
    where org_id = ${orgId}
      and event_id = ${eventId}
  ) o
  where e.org_id = ${orgId}
    and e.event_id = ${eventId}`

export const RefundWayRow = Type.Object({
  way: Type.Unsafe<RefundWay>({ type: 'string' }),
  orders: Type.Integer(),
  amount_minor: Type.Integer(),
})

/**
 * What a run over all confirmed orders would give back, from where: their own payments, what paid their debts, and credit. Of an order that
 * has memberships too, what its tickets cost.
 */
const findRefundWays = (orgId: OrgId, sql: Db, eventId: number) => sql<Static<typeof RefundWayRow>[]>`
  with sold as (
    select o.order_id, case when exists (
      select 1
      from order_lines l
      where l.org_id = ${orgId}
        and l.order_id = o.order_id
        and l.kind = 'membership'
    ) then (
      select coalesce(sum(t.price_minor - t.discount_minor + t.service_fee_minor + t.service_tax_minor
        + coalesce(t.added_tax_minor, 0)), 0)
      from tickets t
      where t.org_id = ${orgId}
        and t.order_id = o.order_id
        and t.ticket_status_id = ${ticketStatus.active}
    ) end as tickets_minor
    from orders o
    where o.org_id = ${orgId}
      and o.event_id = ${eventId}
      and o.order_status = 'confirmed'
  ), lefts as (
    select p.order_id, p.provider, p.payment_method,
      least(p.amount_minor - p.refunded_minor - p.reversed_minor, sold.tickets_minor) as left_minor
    from sold
    join payments p on p.org_id = ${orgId} and p.order_id = sold.order_id
    where p.payment_status = 'succeeded'
      and not p.surplus
    union all
    select d.order_id, p.provider, p.payment_method,
      least(
        max(p.amount_minor - p.refunded_minor - p.reversed_minor),
        sum(s.amount_minor) - coalesce((
          select sum(r.amount_minor)
          from refunds r
          where r.org_id = ${orgId}
            and r.payment_id = p.payment_id
            and r.order_id = d.order_id
            and r.refund_status <> 'failed'
        ), 0)
      ) as left_minor
    from sold
    join debts d on d.org_id = ${orgId} and d.order_id = sold.order_id
    join settlements s on s.org_id = ${orgId} and s.debt_id = d.debt_id
    join payments p on p.org_id = ${orgId} and p.payment_id = s.payment_id
    where p.order_id is null
      and d.membership_plan_id is null
    group by d.order_id, p.payment_id, p.provider, p.payment_method
  ), by_way as (
    select order_id, left_minor,
      case
        when provider <> 'manual' then 'provider'
        when payment_method = 'cash' then 'cash'
        else 'transfer'
      end as way
    from lefts
    union all
    select c.order_id, -sum(c.amount_minor), 'credit'
    from sold
    join credit_entries c on c.org_id = ${orgId} and c.order_id = sold.order_id
    where c.kind in ('spent', 'released', 'returned')
    group by c.order_id
  )
  select way, count(distinct order_id) as orders, sum(left_minor)::bigint as amount_minor
  from by_way
  where left_minor > 0
  group by way`
