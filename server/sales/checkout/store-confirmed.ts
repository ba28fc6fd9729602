import type { OrgId } from '../../access/principal.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { namesOf, records } from '../../platform/postgres/records.ts'
import type { Confirming, Sale } from './confirm-orders.ts'
import type { NewTicket } from './order-tickets.ts'

export const confirmRows = (orgId: OrgId, sql: Db, now: Date, sales: Sale[]) => sql`
  update orders o
  set order_status = 'confirmed', user_id = s.user_id, payment_method = s.payment_method, confirmed_at = ${now},
    closed_at = null, changed_at = ${now}
  from unnest(
    ${sales.map(({ order }) => order.order_id)}::bigint[],
    ${sales.map(({ order }) => order.user_id)}::bigint[],
    ${sales.map(({ order }) => order.payment_method)}::text[]
  ) as s (order_id, user_id, payment_method)
  where o.org_id = ${orgId}
    and o.order_id = s.order_id`

export function takePayments(orgId: OrgId, sql: Db, now: Date, sales: Sale[], confirmings: Confirming[]) {
  const sold = new Set(sales.map(({ payment }) => payment?.payment_id))
  const paid = confirmings.flatMap(({ payment }) => (payment && sold.has(payment.paymentId) ? [payment] : []))
  return sql`
    update payments p
    set payment_status = 'succeeded', provider_reference = s.reference, succeeded_at = ${now}, changed_at = ${now},
      next_action = null
    from unnest(
      ${paid.map(({ paymentId }) => paymentId)}::bigint[],
      ${paid.map(({ reference }) => reference)}::text[]
    ) as s (payment_id, reference)
    where p.org_id = ${orgId}
      and p.payment_id = s.payment_id`
}

export const checkOutBaskets = (orgId: OrgId, sql: Db, now: Date, basketIds: string[]) => sql`
  update baskets
  set basket_status = 'checked_out', changed_at = ${now}
  where org_id = ${orgId}
    and basket_id = any (${basketIds}::uuid[])`

const ticketColumns = {
  ticket_id: 'bigint',
  event_id: 'bigint',
  order_id: 'bigint',
  order_line_id: 'bigint',
  price_category_id: 'bigint',
  price_id: 'bigint',
  seat_id: 'bigint',
  barcode: 'text',
  ticket_name: 'text',
  email_address: 'text',
  price_minor: 'bigint',
  discount_minor: 'bigint',
  rebate_minor: 'bigint',
  service_fee_minor: 'bigint',
  service_tax_minor: 'bigint',
} as const

export const insertTickets = (orgId: OrgId, sql: Db, now: Date, tickets: NewTicket[]) => sql`
  insert into tickets (org_id, ${namesOf(sql, ticketColumns)}, created_at, changed_at)
  select ${orgId}, r.*, ${now}, ${now}
  from ${records(sql, ticketColumns, tickets)}`
