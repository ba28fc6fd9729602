import type { PaymentProviderName } from '../../server/payments/payments/provider.ts'
import { closedBank } from '../../server/payments/payments/test-bank.ts'
import { createTestProvider } from '../../server/payments/payments/test-provider.ts'
import { systemRandom } from '../../server/platform/values/random.ts'
import { drawTypedCode } from '../../server/platform/values/typed-code.ts'
import type { House } from '../harness/house.ts'
import { addOffer, countPlaces, type Offer, offerColumns, offerOf } from './prices.ts'
import { addRow, type Columns, type Owner, type Store, unique } from './rows.ts'

/** What is bought. Amounts are in minor units, and those of one ticket but for the fee of the order. */
export type Purchase = {
  tickets?: number
  /** The tickets are not there yet, as in an order that is being paid. */
  unissued?: boolean
  price?: number
  discount?: number
  fee?: number
  tax?: number
  transactionFee?: number
  /** Of the order, besides. */
  order?: Columns
}

export type Order = {
  orderId: number
  orderLineId: number
  ticketIds: number[]
  /** The first one, which is often the only one. */
  ticketId: number
  barcode: string
  totalMinor: number
}

/** A confirmed order of one ticket, or of as many as said. Stock is not counted. */
export async function addOrder(store: Store, owner: Owner, offer: Offer, purchase: Purchase = {}): Promise<Order> {
  const { tickets = 1, unissued = false, order = {} } = purchase
  const { price = 2500, discount = 0, fee = 0, tax = 0, transactionFee = 0 } = purchase
  const totalMinor = tickets * (price - discount + fee + tax) + transactionFee
  const orderId = await addRow(store, owner, 'orders', 'order_id', {
    event_id: offer.eventId,
    order_status: 'confirmed',
    first_name: 'Ada',
    last_name: 'Okafor',
    email_address: 'ada@example.com',
    payment_method: 'card',
    currency: 'AUD',
    price_minor: tickets * price,
    discount_minor: tickets * discount,
    service_fee_minor: tickets * fee,
    service_tax_minor: tickets * tax,
    transaction_fee_minor: transactionFee,
    total_minor: totalMinor,
    confirmed_at: new Date('2029-01-01T00:00:00Z'),
    ...order,
  })
  const amounts = { price_minor: price, service_fee_minor: fee, service_tax_minor: tax }
  const inOrder = { ...offerColumns(offer), ...amounts, order_id: orderId }
  const line = { quantity: tickets, places: tickets, discount_minor: tickets * discount }
  const orderLineId = await addRow(store, owner, 'order_lines', 'order_line_id', { ...inOrder, ...line })
  const ticket = { ...inOrder, order_line_id: orderLineId, discount_minor: discount }
  const barcodes = Array.from({ length: unissued ? 0 : tickets }, () => unique('TICKET'))
  const ticketIds: number[] = []
  for (const barcode of barcodes) {
    const codes = { barcode, short_code: drawTypedCode(systemRandom) }
    ticketIds.push(await addRow(store, owner, 'tickets', 'ticket_id', { ...ticket, ...codes }))
  }
  return { orderId, orderLineId, ticketIds, ticketId: ticketIds[0] ?? 0, barcode: barcodes[0] ?? '', totalMinor }
}

export type Sale = Purchase & {
  method?: string
  provider?: PaymentProviderName
  account?: string
  reference?: string
  offer?: Offer
  /** Nothing was paid. */
  free?: boolean
}

export type Sold = Order & { paymentId: number; offer: Offer }

/** A confirmed and paid order of two tickets, with stock counted, as a checkout leaves it. */
export async function sellOrder(house: House, owner: Owner, sale: Sale = {}): Promise<Sold> {
  const { tickets = 2, free = false } = sale
  const offer = sale.offer ?? (await addOffer(house, owner))
  const order = { payment_method: free ? 'free' : 'card', confirmed_at: house.clock(), ...sale.order }
  const newOrder = await addOrder(house, owner, offer, { ...sale, ...(free ? { price: 0 } : {}), tickets, order })
  await countPlaces(house, owner, offer, { sold: tickets })
  const paymentId = free ? 0 : await addPayment(house, owner, newOrder, sale)
  return { ...newOrder, paymentId, offer }
}

async function addPayment(house: House, owner: Owner, { orderId, totalMinor }: Order, sale: Sale): Promise<number> {
  const { method = 'pm_test_ok', provider = 'test', account = null, reference } = sale
  const idempotency_key = unique('payment')
  return addRow(house, owner, 'payments', 'payment_id', {
    order_id: orderId,
    provider,
    payment_account_id: account,
    idempotency_key,
    payment_method: method,
    provider_reference: reference ?? (await testReference(method, idempotency_key)),
    payment_status: 'succeeded',
    amount_minor: totalMinor,
    currency: 'AUD',
    succeeded_at: house.clock(),
  })
}

async function testReference(paymentMethod: string, idempotencyKey: string): Promise<string> {
  const common = {
    account: null,
    amountMinor: 1,
    currency: 'AUD',
    createdAt: new Date(0),
    again: true,
    returnUrl: null,
  }
  const charge = { ...common, paymentMethod, idempotencyKey, orderId: 1, orgId: 1 }
  const result = await createTestProvider(closedBank).create(charge, async () => true)
  return 'reference' in result && result.reference !== undefined ? result.reference : idempotencyKey
}

type SoldPlaces = { status?: 'pending' | 'confirmed' | 'expired'; refundedMinor?: number; userId?: number }

/** An order of so many places at this price, for tests of what looks at stock; the id of the order. */
export async function sellPlaces(
  store: Store,
  owner: Owner,
  priceId: number,
  places: number,
  { status = 'confirmed', refundedMinor = 0, userId }: SoldPlaces = {},
): Promise<number> {
  const { offer, priceMinor: price, currency } = await offerOf(store, owner, priceId)
  const isConfirmed = status === 'confirmed'
  const order = {
    order_status: status,
    currency,
    confirmed_at: isConfirmed ? new Date(0) : null,
    refunded_minor: refundedMinor,
    ...(userId === undefined ? {} : { user_id: userId }),
  }
  const { orderId } = await addOrder(store, owner, offer, { tickets: places, unissued: !isConfirmed, price, order })
  if (isConfirmed) await countPlaces(store, owner, offer, { sold: places })
  return orderId
}

/** A confirmed order of two tickets that a customer has bought; its id. */
export const addOrderOf = async (store: Store, owner: Owner, userId: number): Promise<number> =>
  sellPlaces(store, owner, (await addOffer(store, owner)).priceId, 2, { userId })

/** What the rows say of an order: its state, the counters of its pool, its tickets and its refunds. */
export async function orderState({ sql }: Store, { orgId }: Owner, { orderId, offer }: Sold) {
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
      and price_category_id = ${offer.priceCategoryId}`
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
