import { ManagedRefundRequestRow } from '../../server/fans/ticket-page/refund-request.ts'
import { selectSettings } from '../../server/papers/documents/document-settings.ts'
import { issueFor } from '../../server/papers/documents/issue-documents.ts'
import { buyer, shopOf } from '../builders/baskets.ts'
import { anna, issueDocumentsOf, werft } from '../builders/documents.ts'
import { addOffer } from '../builders/prices.ts'
import { addRow, NOTHING } from '../builders/rows.ts'
import type { House, Tenant } from '../harness/house.ts'
import type { OperationExample } from './example.ts'

/** An order with two tickets, of an organisation that takes requests for refunds. */
async function bought(house: House, tenant: Tenant) {
  await house.sql`
    update organisations
    set refund_request_hours = 0
    where org_id = ${tenant.orgId}`
  const { priceId } = await addOffer(house, tenant)
  const shop = shopOf(house, tenant)
  const { body } = await shop.checkOut(await shop.fill(priceId, 2), { customer: buyer })
  return {
    order: body,
    headers: { 'x-order-secret': String(body.order_secret) },
    ticketId: Number(body.tickets[0].ticket_id),
  }
}

const addRefundRequest = async (house: House, tenant: Tenant) => {
  const { order, ticketId } = await bought(house, tenant)
  const refundRequestId = await addRow(house, tenant, 'refund_requests', 'refund_request_id', {
    order_id: Number(order.order_id),
    // One of them is refunded before: with all of them the request would be accepted by that.
    ticket_ids: `{${order.tickets.map(({ ticket_id }: { ticket_id: number }) => ticket_id).join()}}`,
  })
  return { refundRequestId, order, ticketId }
}

const ofRequest = (more: object = {}): OperationExample => ({
  rows: [ManagedRefundRequestRow],
  make: async (house, tenant) => {
    const { refundRequestId, order, ticketId } = await addRefundRequest(house, tenant)
    const body = { ticket_ids: [ticketId] }
    await house.call('POST', `/v1/manage/orders/${order.order_id}/refunds`, { key: tenant.key, body })
    return {
      params: { refund_request_id: refundRequestId },
      ids: { 'params.refund_request_id': NOTHING },
      ...more,
    }
  },
})

/** An invoice of an order, as its buyer has it. */
const ofDocument =
  (more: object = {}) =>
  async (house: House, tenant: Tenant) => {
    await issueDocumentsOf(house, tenant)
    const { order, headers } = await bought(house, tenant)
    const orderId = Number(order.order_id)
    await house.call('PUT', `/v1/manage/orders/${orderId}/document_recipient`, { key: tenant.key, body: anna })
    await house.sql.begin(async (tx) => {
      const [settings] = await selectSettings(tenant.orgId, tx, true)
      if (settings) await issueFor(tenant.orgId, tx, house.clock(), settings, [orderId])
    })
    const { documents } = (await house.call('GET', '/v1/ticket_page', { headers })).body
    return {
      headers,
      params: { document_id: documents[0].document_id },
      ids: { 'params.document_id': NOTHING },
      ...more,
    }
  }

export const ticketPageExamples: Record<string, OperationExample> = {
  retrieveTicketPage: {
    rows: 'any',
    make: async (house, tenant) => ({ headers: (await bought(house, tenant)).headers }),
  },
  retrievePagePdf: {
    rows: 'any',
    make: async (house, tenant) => {
      const { headers, ticketId } = await bought(house, tenant)
      return { headers, filters: { ticket_id: ticketId }, ids: { 'filters.ticket_id': NOTHING } }
    },
  },
  retrievePageDocumentPdf: { rows: 'any', make: ofDocument() },
  retrievePageDocumentXml: { rows: 'any', make: ofDocument({ filters: { syntax: 'cii' } }) },
  setPageRecipient: {
    rows: 'any',
    make: async (house, tenant) => {
      await issueDocumentsOf(house, tenant, { recipient_hours: 24 })
      const { headers } = await bought(house, tenant)
      return {
        headers,
        body: werft,
        otherBody: { ...werft, city: 'Bremen' },
        notIds: ['body.vat_id', 'body.peppol_id'],
      }
    },
  },
  renameHolder: {
    rows: 'any',
    make: async (house, tenant) => {
      const { headers, ticketId } = await bought(house, tenant)
      return {
        headers,
        params: { ticket_id: ticketId },
        ids: { 'params.ticket_id': NOTHING },
        body: { ticket_name: 'Ben Ito' },
        otherBody: { ticket_name: 'Cleo Ng' },
      }
    },
  },
  passOnTicket: {
    rows: 'any',
    make: async (house, tenant) => {
      const { headers, ticketId } = await bought(house, tenant)
      const body = { ticket_name: 'Ben Ito', email_address: 'ben@example.org' }
      return {
        headers,
        params: { ticket_id: ticketId },
        ids: { 'params.ticket_id': NOTHING },
        body,
        otherBody: { ...body, ticket_name: 'Ben' },
      }
    },
  },
  mailTickets: {
    rows: 'any',
    make: async (house, tenant) => ({ headers: (await bought(house, tenant)).headers }),
  },
  requestRefund: {
    rows: 'any',
    make: async (house, tenant) => {
      const { headers, ticketId } = await bought(house, tenant)
      return {
        headers,
        ids: { 'body.ticket_ids.0': NOTHING },
        body: { ticket_ids: [ticketId], reason: 'Ill' },
        otherBody: { ticket_ids: [ticketId] },
      }
    },
  },
  listRefundRequests: {
    rows: [ManagedRefundRequestRow],
    make: async (house, tenant) => {
      await addRefundRequest(house, tenant)
      const { order } = await addRefundRequest(house, tenant)
      const cursorOf = async (query: string) =>
        (await house.call('GET', `/v1/manage/refund_requests?limit=1${query}`, { key: tenant.key })).body.next_cursor
      const together = { limit: 1, refund_request_status: 'open' }
      return {
        ids: { 'filters.order_id': NOTHING },
        filters: { ...together, order_id: Number(order.order_id), cursor: await cursorOf('') },
        together: { ...together, cursor: await cursorOf('&refund_request_status=open') },
      }
    },
  },
  retrieveRefundRequest: ofRequest(),
  changeRefundRequest: ofRequest({ body: { note: 'We look into it.' }, otherBody: { note: null } }),
  acceptRefundRequest: ofRequest(),
  declineRefundRequest: ofRequest(),
  revokeOrderSecret: {
    make: async (house, tenant) => ({
      params: { order_id: Number((await bought(house, tenant)).order.order_id) },
      ids: { 'params.order_id': NOTHING },
    }),
  },
  revokeTicketSecret: {
    make: async (house, tenant) => {
      const { ticketId } = await bought(house, tenant)
      const body = { ticket_name: 'Ben Ito', email_address: 'ben@example.org' }
      const passedOn = await house.call('POST', `/v1/manage/tickets/${ticketId}/transfer`, { key: tenant.key, body })
      return { params: { ticket_id: Number(passedOn.body.ticket_id) }, ids: { 'params.ticket_id': NOTHING } }
    },
  },
}
