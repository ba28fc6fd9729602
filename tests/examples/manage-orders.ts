import { BasketDiscount } from '../../server/checkout/baskets/basket-discount.ts'
import { after } from '../../server/platform/postgres/sql.ts'
import { DAY_MS } from '../../server/platform/values/durations.ts'
import { DiscountRow } from '../../server/programme/discounts/discount.ts'
import { TimelineRow } from '../../server/tickets/orders/list-order-timeline.manage.ts'
import { ManagedOrderRow } from '../../server/tickets/orders/list-orders.manage.ts'
import { OrderRow } from '../../server/tickets/orders/order.ts'
import { OrderLineRow } from '../../server/tickets/orders/order-contents.ts'
import { OrderMembershipRow } from '../../server/tickets/orders/order-memberships.ts'
import { ShownPaymentRow } from '../../server/tickets/orders/retrieve-order.manage.ts'
import { TicketRow } from '../../server/tickets/tickets/ticket.ts'
import { shopOf } from '../builders/baskets.ts'
import { addCustomer } from '../builders/customers.ts'
import { addDiscount } from '../builders/discounts.ts'
import { openMemberSale } from '../builders/member-sales.ts'
import { addOrder } from '../builders/orders.ts'
import { addOffer } from '../builders/prices.ts'
import { NOTHING } from '../builders/rows.ts'
import type { House, Tenant } from '../harness/house.ts'
import type { Example, OperationExample } from './example.ts'

async function ofOrder(house: House, tenant: Tenant): Promise<Example> {
  const { orderId } = await addOrder(house, tenant, await addOffer(house, tenant))
  return { params: { order_id: orderId }, ids: { 'params.order_id': NOTHING } }
}

async function aLink(house: House, tenant: Tenant): Promise<Example> {
  const { priceId } = await addOffer(house, tenant)
  const items = [{ price_id: priceId, quantity: 1 }]
  const { body } = await house.call('POST', '/v1/manage/payment_links', { key: tenant.key, body: { items } })
  return { params: { payment_link_id: body.id }, ids: { 'params.payment_link_id': `bsk_${'0'.repeat(32)}` } }
}

async function takeCards(house: House, { orgId }: Tenant): Promise<void> {
  await house.sql`
    update organisations
    set card_readers = true
    where org_id = ${orgId}`
}

async function onReader(house: House, tenant: Tenant, reader_id: string): Promise<Example> {
  await takeCards(house, tenant)
  const { priceId } = await addOffer(house, tenant)
  const { body } = await house.call('POST', '/v1/manage/orders', {
    key: tenant.key,
    body: { items: [{ price_id: priceId, quantity: 1 }], payment_method: 'card_reader', reader_id },
  })
  return { params: { order_id: body.order_id }, ids: { 'params.order_id': NOTHING } }
}

export const manageOrderExamples: Record<string, OperationExample> = {
  listManagedOrders: {
    rows: [ManagedOrderRow, OrderLineRow],
    make: async (house, tenant) => {
      const offer = await addOffer(house, tenant)
      for (let orders = 0; orders < 2; orders += 1) await addOrder(house, tenant, offer)
      const { userId } = await addCustomer(house, tenant)
      const first = await house.call('GET', '/v1/manage/orders?limit=1', { key: tenant.key })
      const filters = {
        event_id: offer.eventId,
        price_id: offer.priceId,
        order_status: 'confirmed',
        sales_channel: 'online',
        unix_start: 1_600_000_000,
        unix_end: 4_000_000_000,
        user_id: userId,
        tag: 'press',
        search: 'okafor',
        limit: 1,
      }
      return {
        filters: { ...filters, cursor: first.body.next_cursor },
        together: filters,
        ids: { 'filters.event_id': NOTHING, 'filters.price_id': NOTHING, 'filters.user_id': NOTHING },
      }
    },
  },
  createOrder: {
    rows: 'any',
    make: async (house, tenant) => {
      const { offer, member } = await openMemberSale(house, tenant)
      const { memberId } = await member()
      const items = [{ price_id: offer.priceId, quantity: 1 }]
      const body = { items, payment_method: 'cash', membership_member_id: memberId }
      return {
        body,
        otherBody: { ...body, payment_method: 'invoice' },
        ids: { 'body.items.0.price_id': NOTHING, 'body.membership_member_id': NOTHING },
      }
    },
  },
  settleOrder: {
    rows: 'any',
    make: async (house, tenant) => {
      const { priceId } = await addOffer(house, tenant)
      const shop = shopOf(house, tenant)
      const { body } = await shop.checkOut(await shop.fill(priceId, 1), { payment_method: 'pm_test_requires_action' })
      await house.sql`
        update payments
        set created_at = ${after(house.sql, 'created_at', -2 * DAY_MS)}
        where org_id = ${tenant.orgId}
          and order_id = ${body.order_id}`
      return {
        params: { order_id: body.order_id },
        body: { outcome: 'failed', reason: 'the account was closed' },
        otherBody: { outcome: 'paid', reference: 'pay_found' },
        ids: { 'params.order_id': NOTHING },
      }
    },
  },
  createPaymentLink: {
    rows: 'any',
    make: async (house, tenant) => {
      const { priceId } = await addOffer(house, tenant)
      const body = { items: [{ price_id: priceId, quantity: 1 }] }
      return {
        body,
        otherBody: { ...body, items: [{ price_id: priceId, quantity: 2 }] },
        ids: { 'body.items.0.price_id': NOTHING },
      }
    },
  },
  lookUpDiscount: {
    rows: [DiscountRow, BasketDiscount],
    make: async (house, tenant) => {
      const { eventId } = await addOffer(house, tenant)
      const { code } = await addDiscount(house, tenant, { code: 'EARLY' })
      return { query: { code, event_id: eventId }, ids: { 'query.event_id': NOTHING } }
    },
  },
  previewSale: {
    rows: 'any',
    make: async (house, tenant) => {
      const { priceId } = await addOffer(house, tenant)
      const body = { items: [{ price_id: priceId, quantity: 1 }] }
      return {
        body,
        otherBody: { ...body, items: [{ price_id: priceId, quantity: 2 }] },
        ids: { 'body.items.0.price_id': NOTHING },
      }
    },
  },
  retrievePaymentLink: { rows: 'any', make: aLink },
  cancelPaymentLink: { rows: 'any', make: aLink },
  listCardReaders: {
    make: async (house, tenant) => {
      await takeCards(house, tenant)
      return {}
    },
  },
  retrieveReaderPayment: { rows: 'any', make: (house, tenant) => onReader(house, tenant, 'tmr_test_no_card') },
  retryReaderPayment: {
    rows: 'any',
    make: async (house, tenant) => ({
      ...(await onReader(house, tenant, 'tmr_test_offline')),
      body: { reader_id: 'tmr_test_no_card' },
      otherBody: { reader_id: 'tmr_test_ok' },
      notIds: ['body.reader_id'],
    }),
  },
  cancelReaderPayment: { rows: 'any', make: (house, tenant) => onReader(house, tenant, 'tmr_test_no_card') },
  createOrderNote: {
    make: async (house, tenant) => ({
      ...(await ofOrder(house, tenant)),
      body: { note: 'Collects the tickets at the gate.' },
      otherBody: { note: 'Has called twice.' },
    }),
  },
  listOrderTimeline: {
    rows: [TimelineRow],
    make: async (house, tenant) => {
      const order = await ofOrder(house, tenant)
      const path = `/v1/manage/orders/${order.params?.order_id}`
      await house.call('POST', `${path}/notes`, { key: tenant.key, body: { note: 'Has called twice.' } })
      const { body } = await house.call('GET', `${path}/timeline?limit=1`, { key: tenant.key })
      return { ...order, filters: { limit: 1, cursor: body.next_cursor } }
    },
  },
  resendOrder: {
    rows: [OrderRow, TicketRow],
    besides: ['codes:read'],
    make: async (house, tenant) => ({
      ...(await ofOrder(house, tenant)),
      body: { email_address: 'grace@example.com', change_buyer: true },
      otherBody: {},
    }),
  },
  retrieveManagedOrder: {
    rows: [OrderRow, TicketRow, OrderMembershipRow, ShownPaymentRow, OrderLineRow],
    make: ofOrder,
  },
}
