import { type Static, Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import { ContactField } from '../../platform/http/guarded-fields.ts'
import { ForSecretKeys, Nullable, OneOf } from '../../platform/http/schema.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { unixSeconds } from '../../platform/values/clock.ts'
import { toMajor } from '../../platform/values/money.ts'
import { AnswersColumn, GivenAnswer, toAnswers } from '../../programme/questions/answer.ts'
import { TaxSharesColumn } from '../../programme/tax-rates/borne-rate.ts'
import { Taxes, toTaxes } from '../../programme/tax-rates/taxes.ts'
import { selectTickets, Ticket, type TicketRow, toTicket } from '../tickets/ticket.ts'
import { Charges, chargesOf, toCharges } from './charges.ts'
import { languageOfTicket } from './order-language.ts'
import {
  findMembershipsOfOrders,
  OrderMembership,
  type OrderMembershipRow,
  toOrderMembership,
} from './order-memberships.ts'

export const orderStatuses = ['pending', 'confirmed', 'cancelled', 'refunded', 'expired'] as const
export type OrderStatus = (typeof orderStatuses)[number]
export const salesChannels = ['online', 'boxoffice', 'import'] as const
export type SalesChannel = (typeof salesChannels)[number]

const amount = (description: string) => Type.Number({ description })
const buyers = () => Nullable(ContactField({ description: 'of the buyer, as given at checkout' }))

const fields = {
  order_id: Type.Integer(),
  order_uuid: Type.String(),
  order_status: OneOf([...orderStatuses], { description: 'refunded in part stays confirmed, with refunded_amount' }),
  order_date: Type.Integer({ description: 'Unix seconds' }),
  user_id: Nullable(
    Type.Integer({ description: 'the customer; null until the order is confirmed, or its customer erased' }),
  ),
  first_name: buyers(),
  last_name: buyers(),
  email_address: buyers(),
  postcode: buyers(),
  country_id: Nullable(Type.Integer({ description: 'ISO 3166-1 numeric' })),
  marketing_opt_in: Type.Boolean(),
  transaction_fee: amount('for the order as a whole, major unit of the currency'),
  discount_amount: amount('taken off the prices'),
  payment_method: Nullable(
    Type.String({
      description: 'card, card_reader, direct_debit, cash, invoice, instalments, credit, free; null until paid',
    }),
  ),
  event_id: Nullable(Type.String({ description: 'null: an order of memberships' })),
  mobile_number: buyers(),
  sales_channel: OneOf([...salesChannels]),
  currency: Type.String({ description: 'ISO 4217' }),
  subtotal: amount('prices, before discount and fees'),
  service_fee: amount('of all tickets'),
  service_tax: amount('of all tickets'),
  rebate: ForSecretKeys(
    amount('of all tickets: what the organisation gets back out of the service fee; no part of the total'),
  ),
  tax: amount('on top of prices and of the transaction fee; 0 where they include it'),
  total: amount('subtotal less discount_amount, plus service_fee, service_tax, transaction_fee and tax'),
  taxes: Taxes,
  refunded_amount: amount('of the total'),
  credit: amount('of the total, paid by the fan’s credit, so that less was charged'),
  owed_amount: amount('of the total, still to be paid: on an invoice, by instalments, or since a payment came back'),
  answers: Type.Array(GivenAnswer, { description: 'what was answered for the order as a whole at checkout' }),
  updated_at: Type.Integer({ description: 'Unix seconds; the time of creation while never changed' }),
}

export const Order = Type.Object(fields, { title: 'Order' })

export const OrderRow = Type.Object({
  order_id: Type.Integer(),
  order_uuid: Type.String(),
  event_id: Nullable(Type.Integer()),
  user_id: Nullable(Type.Integer()),
  order_status: Type.Unsafe<OrderStatus>({ type: 'string' }),
  sales_channel: Type.Unsafe<SalesChannel>({ type: 'string' }),
  first_name: Nullable(Type.String()),
  last_name: Nullable(Type.String()),
  email_address: Nullable(Type.String()),
  mobile_number: Nullable(Type.String()),
  postcode: Nullable(Type.String()),
  country_id: Nullable(Type.Integer()),
  marketing_opt_in: Type.Boolean(),
  payment_method: Nullable(Type.String()),
  currency: Type.String(),
  price_minor: Type.Integer(),
  discount_minor: Type.Integer(),
  service_fee_minor: Type.Integer(),
  service_tax_minor: Type.Integer(),
  transaction_fee_minor: Type.Integer(),
  rebate_minor: Type.Integer(),
  total_minor: Type.Integer(),
  added_tax_minor: Nullable(Type.Integer()),
  taxes: TaxSharesColumn,
  refunded_minor: Type.Integer(),
  owed_minor: Nullable(Type.Integer()),
  credit_minor: Nullable(Type.Integer()),
  answers: AnswersColumn,
  created_at: Type.Unsafe<Date>({ type: 'object' }),
  changed_at: Type.Unsafe<Date>({ type: 'object' }),
})
export type OrderRow = Static<typeof OrderRow>

/** Without a prefix, so that `returning` can name them as well as `select`. */
export const orderColumns = (sql: Db) =>
  sql`order_id, order_uuid, event_id, user_id, order_status, sales_channel, first_name, last_name, email_address,
    mobile_number, postcode, country_id, marketing_opt_in, payment_method, currency, price_minor, discount_minor,
    service_fee_minor, service_tax_minor, transaction_fee_minor, rebate_minor, total_minor, added_tax_minor, taxes, refunded_minor, owed_minor, credit_minor,
    answers,
    created_at, changed_at`

export function toOrder(row: OrderRow) {
  const { currency } = row
  return {
    order_id: row.order_id,
    order_uuid: row.order_uuid,
    order_status: row.order_status,
    order_date: unixSeconds(row.created_at),
    user_id: row.user_id,
    first_name: row.first_name,
    last_name: row.last_name,
    email_address: row.email_address,
    postcode: row.postcode,
    country_id: row.country_id,
    marketing_opt_in: row.marketing_opt_in,
    transaction_fee: toMajor(row.transaction_fee_minor, currency),
    discount_amount: toMajor(row.discount_minor, currency),
    payment_method: row.payment_method,
    event_id: row.event_id === null ? null : String(row.event_id),
    mobile_number: row.mobile_number,
    sales_channel: row.sales_channel,
    currency,
    subtotal: toMajor(row.price_minor, currency),
    service_fee: toMajor(row.service_fee_minor, currency),
    service_tax: toMajor(row.service_tax_minor, currency),
    rebate: toMajor(row.rebate_minor, currency),
    tax: toMajor(row.added_tax_minor ?? 0, currency),
    total: toMajor(row.total_minor, currency),
    taxes: toTaxes(row.taxes, currency),
    refunded_amount: toMajor(row.refunded_minor, currency),
    credit: toMajor(row.credit_minor ?? 0, currency),
    owed_amount: toMajor(row.owed_minor ?? 0, currency),
    answers: toAnswers(row.answers),
    updated_at: unixSeconds(row.changed_at),
  } satisfies Static<typeof Order>
}

/** One order as the API and the webhooks show it: whatever its tickets have become, in the order they were made, and its memberships. */
export const OrderWithTickets = Type.Object(
  { ...Order.properties, tickets: Type.Array(Ticket), memberships: Type.Array(OrderMembership), charges: Charges },
  { title: 'OrderWithTickets' },
)
export type OrderWithTickets = Static<typeof OrderWithTickets>

/** The reads belong together: call it in a transaction that locked the orders, or that reads one snapshot. */
export async function findOrdersWithTickets(orgId: OrgId, sql: Db, orderIds: number[]): Promise<OrderWithTickets[]> {
  const orders = await findOrdersById(orgId, sql, orderIds)
  const tickets = await findTicketsOfOrders(orgId, sql, orderIds)
  const memberships = await findMembershipsOfOrders(orgId, sql, orderIds)
  return withTickets(orders, tickets, memberships)
}

export function withTickets(
  orders: OrderRow[],
  tickets: TicketRow[],
  memberships: OrderMembershipRow[],
): OrderWithTickets[] {
  const ticketsOf = Map.groupBy(tickets, ({ order_id }) => order_id)
  const membershipsOf = Map.groupBy(memberships, ({ order_id }) => order_id)
  return orders.map((row) => {
    const ofOrder = membershipsOf.get(row.order_id) ?? []
    return {
      ...toOrder(row),
      tickets: (ticketsOf.get(row.order_id) ?? []).map(toTicket),
      memberships: ofOrder.map((line) => toOrderMembership(line, row.currency)),
      charges: chargesOfOrder(row, ofOrder),
    }
  })
}

/** How an order is paid: what its plans ask for on which day, and with the checkout all the rest. */
export const chargesOfOrder = (
  { total_minor, currency }: Pick<OrderRow, 'total_minor' | 'currency'>,
  memberships: OrderMembershipRow[],
) => {
  const plans = memberships.map(({ plan }) => plan)
  return toCharges(chargesOf(total_minor, plans, memberships[0]?.ordered_on ?? ''), currency)
}

export const findOrdersById = (orgId: OrgId, sql: Db, orderIds: number[]) => sql<OrderRow[]>`
  select ${orderColumns(sql)}
  from orders
  where org_id = ${orgId}
    and order_id = any (${orderIds}::bigint[])
  order by order_id`

/** With `forFans`, in the language of their orders. */
export const findTicketsOfOrders = (orgId: OrgId, sql: Db, orderIds: number[], forFans = false) => sql<TicketRow[]>`
  ${selectTickets(orgId, sql, forFans ? languageOfTicket(orgId, sql) : null)}
  where t.org_id = ${orgId}
    and t.order_id = any (${orderIds}::bigint[])
  order by t.order_id, t.ticket_id`

/**
 * As many tickets, and memberships, as a message quotes. An order may have thousands, and a message that grew with it would at some size be
 * refused, and the sale with it; each ticket has a message of its own anyway.
 */
export const TICKETS_IN_MESSAGE_MAX = 100

/** An order as messages show it, with its first tickets. */
export const OrderInMessage = Type.Object(
  {
    ...OrderWithTickets.properties,
    tickets_total: Type.Integer({ description: 'how many tickets it has' }),
    tickets_truncated: Type.Boolean({ description: 'not all of them are here' }),
  },
  { title: 'OrderInMessage' },
)

export const orderInMessage = (order: OrderWithTickets) =>
  ({
    ...order,
    tickets: order.tickets.slice(0, TICKETS_IN_MESSAGE_MAX),
    memberships: order.memberships.slice(0, TICKETS_IN_MESSAGE_MAX),
    tickets_total: order.tickets.length,
    tickets_truncated: order.tickets.length > TICKETS_IN_MESSAGE_MAX,
  }) satisfies Static<typeof OrderInMessage>

export async function findOrderForMessage(orgId: OrgId, sql: Db, orderId: number) {
  const [order] = await findOrdersWithTickets(orgId, sql, [orderId])
  if (!order) throw new Error('an order was lost while it was changed')
  return orderInMessage(order)
}
