import { TransferAccountRow } from '../../server/checkout/transfers/transfer-account.ts'
import { ReminderRow } from '../../server/ledger/ledger/reminders.ts'
import { DocumentSeriesRow } from '../../server/papers/documents/document-series.ts'
import { DocumentSettingsRow, selectSettings } from '../../server/papers/documents/document-settings.ts'
import { SoldLineRow, SoldOrderRow } from '../../server/papers/documents/find-sold.ts'
import { issueFor } from '../../server/papers/documents/issue-documents.ts'
import { DeliveredDocumentRow } from '../../server/papers/documents/list-documents.manage.ts'
import { AwaitedPaymentRow } from '../../server/papers/documents/read-proformas.ts'
import { RemindedDebtRow } from '../../server/papers/documents/read-reminders.ts'
import { KnownAddressRow } from '../../server/tickets/recipients/suggest-recipient.ts'
import { VatCheckRow } from '../../server/tickets/vat-checks/vat-check.ts'
import { anna, issueDocumentsOf, sayRecipient, werft } from '../builders/documents.ts'
import { handToPeppol, VERFT } from '../builders/peppol.ts'
import { addOffer } from '../builders/prices.ts'
import { NOTHING } from '../builders/rows.ts'
import { addFan } from '../builders/sso.ts'
import type { House, Tenant } from '../harness/house.ts'
import type { OperationExample } from './example.ts'

const recipientOf = (orderId: number) => `/v1/manage/orders/${orderId}/document_recipient`

async function sell(house: House, tenant: Tenant, recipient: object = anna): Promise<number> {
  await issueDocumentsOf(house, tenant)
  const { priceId } = await addOffer(house, tenant)
  const { body } = await house.call('POST', '/v1/manage/orders', {
    key: tenant.key,
    body: { items: [{ price_id: priceId, quantity: 1 }], payment_method: 'cash' },
  })
  await house.call('PUT', recipientOf(body.order_id), { key: tenant.key, body: recipient })
  return body.order_id
}

/** Its invoice will be for a VAT number. */
async function sellForNumber(house: House, tenant: Tenant): Promise<number> {
  const orderId = await sell(house, tenant)
  await sayRecipient(house, tenant, orderId, werft)
  return orderId
}

/** An invoice that is issued. */
export async function issueInvoice(
  house: House,
  tenant: Tenant,
  recipient?: object,
): Promise<{ orderId: number; documentId: number }> {
  const orderId = await sell(house, tenant, recipient)
  await house.sql.begin(async (tx) => {
    const [settings] = await selectSettings(tenant.orgId, tx, true)
    if (settings) await issueFor(tenant.orgId, tx, house.clock(), settings, [orderId])
  })
  const { body } = await house.call('GET', `/v1/manage/documents?order_id=${orderId}`, { key: tenant.key })
  return { orderId, documentId: body.data[0].document_id }
}

const settings = {
  issuing: false,
  issuer_name: 'Harbour City e. V.',
  address_lines: ['Stadionweg 1'],
  postcode: '28205',
  city: 'Bremen',
  country: 'DE',
  vat_id: 'DE123456789',
  tax_number: '71/123/45678',
  register_number: 'VR 123',
  recipient_hours: 24,
  untaxed_reason: 'Member fees are not subject to VAT.',
  footer: 'Board: A. Petersen, K. Yılmaz',
}

const file = async (house: House, tenant: Tenant) => ({
  params: { document_id: (await issueInvoice(house, tenant)).documentId },
  ids: { 'params.document_id': NOTHING },
})

/** An order that is owed, and what is owed of it. */
async function owe(house: House, tenant: Tenant): Promise<{ orderId: number; debtId: number }> {
  await issueDocumentsOf(house, tenant, { recipient_hours: 24 })
  const { priceId } = await addOffer(house, tenant)
  const customer = { email: 'ada@example.org', first_name: 'Ada', last_name: 'Okafor' }
  const { body } = await house.call('POST', '/v1/manage/orders', {
    key: tenant.key,
    body: { items: [{ price_id: priceId, quantity: 1 }], customer, payment_method: 'invoice' },
  })
  const { body: debts } = await house.call('GET', `/v1/manage/debts?order_id=${body.order_id}`, { key: tenant.key })
  return { orderId: body.order_id, debtId: debts.data[0].debt_id }
}

let series = 0

export const documentExamples: Record<string, OperationExample> = {
  retrieveDocumentSettings: { rows: [DocumentSettingsRow] },
  replaceDocumentSettings: {
    rows: [DocumentSettingsRow],
    make: async () => ({ body: settings, otherBody: { ...settings, city: 'Hamburg' }, notIds: ['body.vat_id'] }),
  },
  listDocumentSeries: {
    rows: [DocumentSeriesRow],
    make: async (house, tenant) => {
      await issueInvoice(house, tenant)
      return {}
    },
  },
  createDocumentSeries: {
    rows: [DocumentSeriesRow],
    make: async () => {
      series += 1
      const body = { kind: 'invoice', prefix: `2027-${series}-`, first_number: 1 }
      return { body, otherBody: { ...body, first_number: 2 } }
    },
  },
  listDocuments: {
    rows: [DeliveredDocumentRow],
    make: async (house, tenant) => {
      await issueInvoice(house, tenant)
      await handToPeppol(house, tenant)
      const { orderId } = await issueInvoice(house, tenant, { ...anna, peppol_id: VERFT })
      const first = await house.call('GET', '/v1/manage/documents?limit=1', { key: tenant.key })
      const { number } = first.body.data[0]
      const filters = {
        limit: 1,
        kind: 'invoice',
        order_id: orderId,
        number,
        delivery_status: 'waiting',
        unix_start: 1_600_000_000,
        unix_end: 4_000_000_000,
      }
      return {
        filters: { ...filters, cursor: first.body.next_cursor },
        together: filters,
        ids: { 'filters.order_id': NOTHING },
      }
    },
  },
  retrieveDocumentPdf: { besides: ['customers:read'], make: file },
  retrieveDocumentXml: {
    besides: ['customers:read'],
    make: async (house, tenant) => ({ ...(await file(house, tenant)), filters: { syntax: 'cii' } }),
  },
  retrieveProformaPdf: {
    rows: [DocumentSettingsRow, AwaitedPaymentRow, SoldOrderRow, SoldLineRow, TransferAccountRow],
    besides: ['customers:read'],
    make: async (house, tenant) => ({
      params: { order_id: (await owe(house, tenant)).orderId },
      ids: { 'params.order_id': NOTHING },
    }),
  },
  retrieveReminderPdf: {
    rows: [DocumentSettingsRow, ReminderRow, RemindedDebtRow, SoldOrderRow, TransferAccountRow],
    besides: ['customers:read'],
    make: async (house, tenant) => {
      const { debtId } = await owe(house, tenant)
      await house.call('POST', `/v1/manage/debts/${debtId}/remind`, { key: tenant.key, body: {} })
      return { params: { debt_id: debtId, level: 1 }, ids: { 'params.debt_id': NOTHING }, notIds: ['params.level'] }
    },
  },
  retrieveDocumentRecipient: {
    rows: [VatCheckRow],
    make: async (house, tenant) => ({
      params: { order_id: await sellForNumber(house, tenant) },
      ids: { 'params.order_id': NOTHING },
    }),
  },
  checkDocumentRecipient: {
    rows: [VatCheckRow],
    make: async (house, tenant) => ({
      params: { order_id: await sellForNumber(house, tenant) },
      ids: { 'params.order_id': NOTHING },
    }),
  },
  retrieveOwnRecipient: {
    publishable: true,
    rows: [KnownAddressRow],
    make: async (house, tenant) => ({ headers: (await addFan(house, tenant)).headers }),
  },
  setDocumentRecipient: {
    make: async (house, tenant) => ({
      params: { order_id: await sell(house, tenant) },
      ids: { 'params.order_id': NOTHING },
      body: { ...anna },
      otherBody: { ...anna, city: 'Kiel', peppol_id: VERFT },
      notIds: ['body.vat_id', 'body.peppol_id'],
    }),
  },
}
