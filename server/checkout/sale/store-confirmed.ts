import type { OrgId } from '../../access/principal.ts'
import { noteMails } from '../../messages/mail/notices.ts'
import { type Message, messageInsertFrom, messageInserts } from '../../messages/webhooks/publish.ts'
import { toCustomer } from '../../people/customers/customer.ts'
import { linkCreatedCustomers } from '../../people/sso/purchases.ts'
import type { Unsent } from '../../platform/batches/begin-batch.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { namesOf, records } from '../../platform/postgres/records.ts'
import type { Clock } from '../../platform/values/clock.ts'
import { sellHeldPlaces } from '../../programme/stock/holds.ts'
import { chargesOfOrder, orderInMessage, toOrder } from '../../tickets/orders/order.ts'
import { toOrderMembership } from '../../tickets/orders/order-memberships.ts'
import { toTicket } from '../../tickets/tickets/ticket.ts'
import type { Customers } from './buyers.ts'
import type { NewTicket } from './issue-tickets.ts'
import type { ConfirmedOrder, SettledOrder } from './stages.ts'

type Sold = { confirmed: ConfirmedOrder[]; settled: SettledOrder[]; customers: Customers }

/** Everything that confirmed orders change, to be sent in this order: a seat is given to a ticket that is there, and the pool is locked last. */
export function storeConfirmed(
  orgId: OrgId,
  tx: Tx,
  { clock, now }: { clock: Clock; now: Date },
  { confirmed, settled, customers }: Sold,
): Unsent[] {
  const orders = confirmed.map(({ order }) => order)
  const tickets = confirmed.flatMap((sale) => sale.tickets)
  const holds = confirmed.flatMap((sale) => sale.holds)
  const orderIds = new Set(orders.map(({ order_id }) => order_id))
  const basketIds = settled.filter(({ orderId }) => orderIds.has(orderId)).map(({ basketId }) => basketId)
  const collected = new Set(confirmed.map(({ payment }) => payment?.payment_id))
  const payments = settled.flatMap(({ payment }) =>
    payment && !payment.isSubmitted && collected.has(payment.paymentId) ? [payment] : [],
  )
  const mailed = confirmed.filter(({ order }) => order.email_address !== null)
  const created = orders.flatMap((order) => {
    const customer = customers.of(order)
    return customer?.createdBy === order.order_id ? [{ orderId: order.order_id, userId: customer.row.user_id }] : []
  })
  return [
    tx`
      update orders o
      set order_status = 'confirmed', user_id = s.user_id, payment_method = s.payment_method, confirmed_at = ${now},
        closed_at = null, changed_at = ${now}
      from unnest(
        ${orders.map(({ order_id }) => order_id)}::bigint[],
        ${orders.map(({ user_id }) => user_id)}::bigint[],
        ${orders.map(({ payment_method }) => payment_method)}::text[]
      ) as s (order_id, user_id, payment_method)
      where o.org_id = ${orgId}
        and o.order_id = s.order_id`,
    tx`
      update payments p
      set payment_status = 'succeeded', provider_reference = s.reference, succeeded_at = ${now}, changed_at = ${now},
        card_last4 = s.card_last4, next_action = null
      from unnest(
        ${payments.map(({ paymentId }) => paymentId)}::bigint[],
        ${payments.map(({ reference }) => reference)}::text[],
        ${payments.map(({ cardLast4 = null }) => cardLast4)}::text[]
      ) as s (payment_id, reference, card_last4)
      where p.org_id = ${orgId}
        and p.payment_id = s.payment_id`,
    tx`
      update baskets
      set basket_status = 'checked_out', changed_at = ${now}
      where org_id = ${orgId}
        and basket_id = any (${basketIds}::uuid[])`,
    insertTickets(orgId, tx, now, tickets),
    ...forgetHolders(orgId, tx, settled),
    ...(created.length > 0 ? [linkCreatedCustomers(orgId, tx, now, created)] : []),
    ...messageInserts(orgId, tx, clock, completionMessages(confirmed, customers)),
    ...(mailed.length > 0 ? [noteMails(orgId, tx, now, mailed.flatMap(confirmationsOf))] : []),
    ...sellHeldPlaces(
      orgId,
      tx,
      basketIds,
      holds,
      tickets.filter(({ seat_id }) => seat_id !== null),
      now,
    ),
    ...publishSoldOut(orgId, tx, clock, [...new Set(holds.map(({ price_category_id }) => price_category_id))]),
  ]
}

/** Answers go along only where some were given, and tax where something is known of it. */
function insertTickets(orgId: OrgId, tx: Tx, now: Date, tickets: NewTicket[]): Unsent {
  const isAnswered = tickets.some(({ answers }) => answers !== null)
  const isTaxed = tickets.some(({ tax_minor, fee_tax_minor }) => tax_minor !== null || fee_tax_minor !== null)
  const columns = { ...(isAnswered ? answeredColumns : ticketColumns), ...(isTaxed && taxedColumns) }
  const rows = isAnswered
    ? tickets.map((ticket) => ({ ...ticket, answers: ticket.answers && JSON.stringify(ticket.answers) }))
    : tickets
  return tx`
    insert into tickets (org_id, ${namesOf(tx, columns)}, created_at, changed_at)
    select ${orgId}, r.*, ${now}, ${now}
    from ${records(tx, columns, rows)}`
}

/** The tickets have them now: a holder who is renamed, or erased, must not live on in the line. */
function forgetHolders(orgId: OrgId, tx: Tx, settled: SettledOrder[]): Unsent[] {
  const held = settled.filter(({ lines }) => lines.some(({ holders }) => holders !== null))
  if (held.length === 0) return []
  return [
    tx`
      update order_lines
      set holders = null
      where org_id = ${orgId}
        and order_id = any (${held.map(({ orderId }) => orderId)}::bigint[])`,
  ]
}

/** A buyer who has given no address, as at the box office, has the tickets in their hand. */
const confirmationsOf = ({ order, memberships }: ConfirmedOrder) => {
  const { order_id: orderId } = order
  const tickets = { kind: 'order_confirmed' as const, orderId, messageId: `order-${orderId}-confirmed` }
  const members = { kind: 'membership_confirmed' as const, orderId, messageId: `order-${orderId}-members` }
  if (memberships.length === 0) return [tickets]
  return order.event_id === null ? [members] : [tickets, members]
}

const ticketColumns = {
  ticket_id: 'bigint',
  event_id: 'bigint',
  order_id: 'bigint',
  order_line_id: 'bigint',
  price_category_id: 'bigint',
  price_id: 'bigint',
  seat_id: 'bigint',
  barcode: 'text',
  short_code: 'text',
  ticket_name: 'text',
  email_address: 'text',
  price_minor: 'bigint',
  discount_minor: 'bigint',
  rebate_minor: 'bigint',
  service_fee_minor: 'bigint',
  service_tax_minor: 'bigint',
} as const

const taxedColumns = { tax_minor: 'bigint', added_tax_minor: 'bigint', fee_tax_minor: 'bigint' } as const

const answeredColumns = { ...ticketColumns, answers: 'jsonb' } as const

/** What a sale tells, in the order in which a receiver can make sense of it: the fan, the order, its tickets. */
function completionMessages(confirmed: ConfirmedOrder[], customers: Customers): Message[] {
  const announced = new Set<number>()
  return confirmed.flatMap(({ order, tickets, memberships }) => {
    const customer = customers.of(order)
    const fan = customer ? toCustomer(customer.row) : null
    const ticketsSent = tickets.map(toTicket)
    const messages: Message[] = []
    if (customer?.change && !announced.has(customer.row.user_id)) {
      announced.add(customer.row.user_id)
      const type = customer.change === 'created' ? 'customer.created' : 'customer.updated'
      messages.push({ type, data: { customer: fan } })
    }
    const completed = orderInMessage({
      ...toOrder(order),
      tickets: ticketsSent,
      memberships: memberships.map((line) => toOrderMembership(line, order.currency)),
      charges: chargesOfOrder(order, memberships),
    })
    messages.push({ type: 'order.completed', data: { fan, order: completed } })
    for (const ticket of ticketsSent) messages.push({ type: 'ticket.issued', data: { ticket } })
    return messages
  })
}

/**
 * Tells of an event when the last place of its last open category is sold. Held places may still come back, sold ones do
 * not. Whether it was the last place, the statements find out by themselves, behind the sale of these pools.
 *
 * Two who sell the last places of two categories at once would each see the other's as unsold, and neither would tell. So the
 * second waits until the first has committed, by a lock of its own, which no transaction holds that waits for a pool.
 */
export function publishSoldOut(orgId: OrgId, tx: Tx, clock: Clock, pools: number[]): Unsent[] {
  const emptied = tx`
    select event_id
    from price_categories
    where org_id = ${orgId}
      and price_category_id = any (${pools}::bigint[])
      and sold + season = capacity`
  return [
    tx`
      select pg_advisory_xact_lock(hashtextextended('sold out ' || ${orgId}::bigint || ' ' || event_id, 0))
      from (
        ${emptied}
        group by event_id
        order by event_id
      ) as ordered`,
    messageInsertFrom(
      orgId,
      tx,
      clock,
      tx`
        select 'event.sold_out' as type,
          json_build_object('event', json_build_object('event_id', e.event_id::text, 'title', e.title)) as data,
          e.event_id as place
        from events e
        where e.org_id = ${orgId}
          and e.event_id in (${emptied})
          and not exists (
            select 1
            from price_categories c
            where c.org_id = ${orgId}
              and c.event_id = e.event_id
              and c.price_category_status = 'active'
              and c.sold + c.season < c.capacity
          )`,
    ),
  ]
}
