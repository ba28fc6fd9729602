import type { PaymentProviderName } from '../../server/sales/payments/provider.ts'
import { testProvider } from '../../server/sales/payments/test-provider.ts'
import { addOffer, type Offer } from '../examples/orders.ts'
import type { Answer, House, Tenant } from '../harness/house.ts'
import { addRow, unique } from './rows.ts'

export type Sale = {
  tickets?: number
  /** Of one ticket. */
  price?: number
  discount?: number
  fee?: number
  tax?: number
  /** Of the order as a whole. */
  transactionFee?: number
  method?: string
  provider?: PaymentProviderName
  account?: string
  reference?: string
  offer?: Offer
  /** Nobody paid anything. */
  free?: boolean
}

export type Sold = { orderId: number; paymentId: number; ticketIds: number[]; offer: Offer; totalMinor: number }

/** A confirmed and paid order, with stock counted, as a checkout leaves it. Amounts are in minor units. */
export async function sellOrder(house: House, tenant: Tenant, sale: Sale = {}): Promise<Sold> {
  const { tickets = 2, fee = 0, tax = 0, discount = 0, transactionFee = 0, free = false } = sale
  const price = free ? 0 : (sale.price ?? 2500)
  const offer = sale.offer ?? (await addOffer(house, tenant))
  const totalMinor = tickets * (price - discount + fee + tax) + transactionFee
  const orderId = await addRow(house, tenant, 'orders', 'order_id', {
    event_id: offer.event_id,
    order_status: 'confirmed',
    first_name: 'Ada',
    last_name: 'Okafor',
    email_address: 'ada@example.com',
    payment_method: free ? 'free' : 'card',
    currency: 'AUD',
    price_minor: tickets * price,
    discount_minor: tickets * discount,
    service_fee_minor: tickets * fee,
    service_tax_minor: tickets * tax,
    transaction_fee_minor: transactionFee,
    total_minor: totalMinor,
    confirmed_at: house.clock(),
  })
  const inOrder = { ...offer, order_id: orderId, price_minor: price, service_fee_minor: fee, service_tax_minor: tax }
  const order_line_id = await addRow(house, tenant, 'order_lines', 'order_line_id', {
    ...inOrder,
    quantity: tickets,
    places: tickets,
    discount_minor: tickets * discount,
  })
  const ticketIds: number[] = []
  for (let ticket = 0; ticket < tickets; ticket += 1) {
    const columns = { ...inOrder, order_line_id, discount_minor: discount, barcode: unique('TICKET') }
    ticketIds.push(await addRow(house, tenant, 'tickets', 'ticket_id', columns))
  }
  await countSold(house, tenant, offer, tickets)
  const paymentId = free ? 0 : await addPayment(house, tenant, orderId, totalMinor, sale)
  return { orderId, paymentId, ticketIds, offer, totalMinor }
}

async function addPayment(house: House, tenant: Tenant, orderId: number, amount: number, sale: Sale) {
  const { method = 'pm_test_ok', provider = 'test', account = null, reference } = sale
  const idempotency_key = unique('payment')
  return addRow(house, tenant, 'payments', 'payment_id', {
    order_id: orderId,
    provider,
    payment_account_id: account,
    idempotency_key,
    payment_method: method,
    provider_reference: reference ?? (await testReference(method, idempotency_key)),
    payment_status: 'succeeded',
    amount_minor: amount,
    currency: 'AUD',
    succeeded_at: house.clock(),
  })
}

async function testReference(paymentMethod: string, idempotencyKey: string): Promise<string> {
  const common = { account: null, amountMinor: 1, currency: 'AUD', createdAt: new Date(0), again: true }
  const result = await testProvider.create({ ...common, paymentMethod, idempotencyKey, orderId: 1, orgId: 1 })
  return 'reference' in result && result.reference !== undefined ? result.reference : idempotencyKey
}

export async function countSold({ sql }: House, { orgId }: Tenant, offer: Offer, places: number): Promise<void> {
  await sql`
    update price_categories
    set sold = sold + ${places}
    where org_id = ${orgId}
      and price_category_id = ${offer.price_category_id}`
  await sql`
    update prices
    set sold = sold + ${places}
    where org_id = ${orgId}
      and price_id = ${offer.price_id}
      and limit_places is not null`
}

/** What the rows say of an order: its state, the counters of its pool, its tickets and its refunds. */
export async function stateOf({ sql }: House, { orgId }: Tenant, { orderId, offer }: Sold) {
  const [order] = await sql<{ order_status: string; refunded_minor: number }[]>`
    select order_status, refunded_minor
    from orders
    where org_id = ${orgId}
      and order_id = ${orderId}`
  const [payment] = await sql<{ refunded_minor: number }[]>`
    select refunded_minor
    from payments
    where org_id = ${orgId}
      and order_id = ${orderId}`
  const [pool] = await sql<{ sold: number }[]>`
    select sold
    from price_categories
    where org_id = ${orgId}
      and price_category_id = ${offer.price_category_id}`
  const tickets = await sql<{ ticket_status_id: number }[]>`
    select ticket_status_id
    from tickets
    where org_id = ${orgId}
      and order_id = ${orderId}
    order by ticket_id`
  const refunds = await sql<{ refund_status: string; amount_minor: number }[]>`
    select r.refund_status, r.amount_minor
    from refunds r
    join payments p using (org_id, payment_id)
    where r.org_id = ${orgId}
      and p.order_id = ${orderId}
    order by r.refund_id`
  return {
    status: order?.order_status,
    refunded: [order?.refunded_minor, payment?.refunded_minor ?? 0],
    sold: pool?.sold,
    tickets: tickets.map(({ ticket_status_id }) => ticket_status_id),
    refunds: refunds.map(({ refund_status, amount_minor }) => `${refund_status} ${amount_minor}`),
  }
}

/** The messages of an organisation, oldest first. */
export async function messagesOf({ sql }: House, { orgId }: Tenant) {
  return sql<{ type: string; payload: Answer['body'] }[]>`
    select type, payload::json as payload
    from webhook_messages
    where org_id = ${orgId}
    order by message_id`
}
