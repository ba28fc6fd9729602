import { EventMoveRow } from '../../server/fans/mails/list-event-moves.manage.ts'
import { MailSuppressionRow } from '../../server/fans/mails/list-mail-suppressions.manage.ts'
import { MailedOrderRow } from '../../server/fans/mails/mailed-order.ts'
import { OrderMailRow } from '../../server/fans/mails/order-mail.ts'
import { OrderRow } from '../../server/tickets/orders/order.ts'
import { TicketRow } from '../../server/tickets/tickets/ticket.ts'
import { addCustomer } from '../builders/customers.ts'
import { addOrder, sellOrder } from '../builders/orders.ts'
import { addOffer } from '../builders/prices.ts'
import { addRow, NOTHING } from '../builders/rows.ts'
import type { House, Tenant } from '../harness/house.ts'
import type { OperationExample } from './example.ts'

let addresses = 0
const addSuppression = (house: House, tenant: Tenant) => {
  addresses += 1
  const columns = { email_address: `nobody${addresses}@example.org`, error_code: 'smtp_550' }
  return addRow(house, tenant, 'mail_suppressions', 'mail_suppression_id', columns)
}

export const mailExamples: Record<string, OperationExample> = {
  listMails: { rows: [], make: async () => ({}) },
  changeMail: {
    rows: [],
    make: async () => ({
      params: { kind: 'order_confirmed' },
      notIds: ['params.kind'],
      body: { subject: 'See you at {event}', language: 'en' },
      otherBody: { enabled: false },
    }),
  },
  previewMail: {
    rows: [MailedOrderRow, OrderRow, TicketRow],
    besides: ['customers:read'],
    make: async (house, tenant) => {
      const { orderId } = await sellOrder(house, tenant)
      return {
        params: { kind: 'order_confirmed' },
        query: { order_id: String(orderId) },
        ids: { 'query.order_id': String(NOTHING), 'filters.order_id': String(NOTHING) },
        notIds: ['params.kind'],
        filters: { language: 'de', order_id: String(orderId), format: 'json' },
      }
    },
  },
  listOrderMails: {
    rows: [OrderRow, OrderMailRow],
    make: async (house, tenant) => {
      const { orderId } = await sellOrder(house, tenant)
      const path = `/v1/manage/orders/${orderId}`
      const body = { email_address: 'ada@example.org' }
      for (let mails = 0; mails < 2; mails += 1) await house.call('POST', `${path}/resend`, { key: tenant.key, body })
      const { body: list } = await house.call('GET', `${path}/mails?limit=1`, { key: tenant.key })
      return {
        params: { order_id: orderId },
        ids: { 'params.order_id': NOTHING },
        filters: { limit: 1, cursor: list.next_cursor },
      }
    },
  },
  listEventMoves: {
    rows: [EventMoveRow],
    make: async (house, tenant) => {
      const { offer } = await sellOrder(house, tenant)
      const path = `/v1/manage/events/${offer.eventId}`
      for (const hours of [1, 2]) {
        const body = { event_start_unix: Date.UTC(2060, 2, 16, hours) / 1000 }
        await house.call('PATCH', path, { key: tenant.key, body })
        // Told, so that the next is another.
        await house.sql`update event_moves set event_move_status = 'told' where org_id = ${tenant.orgId}`
      }
      const { body: list } = await house.call('GET', `${path}/moves?limit=1`, { key: tenant.key })
      return {
        params: { event_id: offer.eventId },
        ids: { 'params.event_id': NOTHING },
        filters: { limit: 1, cursor: list.next_cursor },
      }
    },
  },
  listCustomerMails: {
    rows: [OrderMailRow],
    make: async (house, tenant) => {
      const { userId, customerId } = await addCustomer(house, tenant)
      const { orderId } = await addOrder(house, tenant, await addOffer(house, tenant), { order: { user_id: userId } })
      const path = `/v1/manage/orders/${orderId}`
      const body = { email_address: 'ada@example.org' }
      for (let mails = 0; mails < 2; mails += 1) await house.call('POST', `${path}/resend`, { key: tenant.key, body })
      const { body: list } = await house.call('GET', `/v1/manage/customers/${customerId}/mails?limit=1`, {
        key: tenant.key,
      })
      return {
        params: { customer_id: customerId },
        ids: { 'params.customer_id': 'nobody' },
        filters: { limit: 1, cursor: list.next_cursor },
      }
    },
  },
  listMailSuppressions: {
    rows: [MailSuppressionRow],
    make: async (house, tenant) => {
      await addSuppression(house, tenant)
      await addSuppression(house, tenant)
      const { body } = await house.call('GET', '/v1/manage/mail_suppressions?limit=1', { key: tenant.key })
      const filters = { limit: 1, cursor: body.next_cursor, email_address: 'nobody@example.org' }
      // An address is there once at most, so that its list never has a second page.
      return { filters: { ...filters, cursor: { limit: 1, cursor: body.next_cursor } }, together: { limit: 1 } }
    },
  },
  liftMailSuppression: {
    rows: [],
    make: async (house, tenant) => ({
      params: { mail_suppression_id: await addSuppression(house, tenant) },
      ids: { 'params.mail_suppression_id': NOTHING },
    }),
  },
}
