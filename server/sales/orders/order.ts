import { type Static, Type } from 'typebox'
import { Nullable, OneOf } from '../../platform/http/schema.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { unixSeconds } from '../../platform/values/clock.ts'
import { toMajor } from '../../platform/values/money.ts'

export const orderStatuses = ['pending', 'confirmed', 'cancelled', 'refunded', 'expired'] as const
export type OrderStatus = (typeof orderStatuses)[number]
export const salesChannels = ['online', 'boxoffice', 'import'] as const
export type SalesChannel = (typeof salesChannels)[number]

const amount = (description: string) => Type.Number({ description })
const buyers = () => Nullable(Type.String({ description: 'of the buyer, as given at checkout' }))

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
  payment_method: Nullable(Type.String({ description: 'card, cash, invoice, free; null until paid' })),
  event_id: Type.String(),
  mobile_number: buyers(),
  sales_channel: OneOf([...salesChannels]),
  currency: Type.String({ description: 'ISO 4217' }),
  subtotal: amount('prices, before discount and fees'),
  service_fee: amount('of all tickets'),
  service_tax: amount('of all tickets'),
  total: amount('subtotal less discount_amount, plus service_fee, service_tax and transaction_fee'),
  refunded_amount: amount('of the total'),
  updated_at: Type.Integer({ description: 'Unix seconds; the time of creation while never changed' }),
}

export const Order = Type.Object(fields, { title: 'Order' })

export const OrderRow = Type.Object({
  order_id: Type.Integer(),
  order_uuid: Type.String(),
  event_id: Type.Integer(),
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
  total_minor: Type.Integer(),
  refunded_minor: Type.Integer(),
  created_at: Type.Unsafe<Date>({ type: 'object' }),
  changed_at: Type.Unsafe<Date>({ type: 'object' }),
})
export type OrderRow = Static<typeof OrderRow>

/** Without a prefix, so that `returning` can name them as well as `select`. */
export const orderColumns = (sql: Db) =>
  sql`order_id, order_uuid, event_id, user_id, order_status, sales_channel, first_name, last_name, email_address,
    mobile_number, postcode, country_id, marketing_opt_in, payment_method, currency, price_minor, discount_minor,
    service_fee_minor, service_tax_minor, transaction_fee_minor, total_minor, refunded_minor, created_at, changed_at`

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
    event_id: String(row.event_id),
    mobile_number: row.mobile_number,
    sales_channel: row.sales_channel,
    currency,
    subtotal: toMajor(row.price_minor, currency),
    service_fee: toMajor(row.service_fee_minor, currency),
    service_tax: toMajor(row.service_tax_minor, currency),
    total: toMajor(row.total_minor, currency),
    refunded_amount: toMajor(row.refunded_minor, currency),
    updated_at: unixSeconds(row.changed_at),
  } satisfies Static<typeof Order>
}
