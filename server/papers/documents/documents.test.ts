import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shopOf } from '../../../tests/builders/baskets.ts'
import { anna, issueDocumentsOf } from '../../../tests/builders/documents.ts'
import { addOffer } from '../../../tests/builders/prices.ts'
import { addTaxRate } from '../../../tests/builders/tax-rates.ts'
import { openHouse } from '../../../tests/harness/house.ts'
import { checkPdf, pdfAttachment, pdfTexts, pdfToolsMissing } from '../../../tests/outside/pdf-tools.ts'
import { settleRefund } from '../../ledger/refunds/settle-refund.ts'
import { auditBooks } from '../../operator/audit/audit.ts'
import { HOUR_MS } from '../../platform/values/durations.ts'
import { selectSettings } from './document-settings.ts'
import { findUndocumented } from './find-undocumented.ts'
import { issueDocuments, issueFor } from './issue-documents.ts'

const house = await openHouse()
const { sql, clock } = house

async function taxedClub(settings: Record<string, unknown> = {}) {
  const club = await house.organisation()
  const reduced = await addTaxRate(house, club, {
    kind: 'reduced',
    percentages: [{ valid_from: '2007-01-01', percentage: 7 }],
  })
  await addTaxRate(house, club, { title: 'Full', on_fees: true })
  const { priceId } = await addOffer(house, club, {
    capacity: 500,
    price: { service_fee_minor: 250, service_tax_minor: 0, tax_rate_id: reduced },
  })
  const shop = shopOf(house, club)
  await issueDocumentsOf(house, club, settings)
  const call = (method: string, path: string, body?: object) =>
    house.call(method, `/v1/manage/${path}`, { key: club.key, ...(body && { body }) })
  const buy = async (quantity = 3) => (await shop.checkOut(await shop.fill(priceId, quantity))).body.order_id as number
  const documents = async (query = '') => (await call('GET', `documents${query}`)).body.data
  return { club, call, buy, documents, priceId }
}

const issue = () => issueDocuments({ sql, clock, systemClock: clock })

test('a sale gets a receipt, or an invoice where it is said for whom, and each one number of its series', async () => {
  const { call, buy, documents } = await taxedClub()
  const [first, second, third] = [await buy(), await buy(1), await buy(2)]
  const path = `orders/${second}/document_recipient`
  assert.deepEqual([(await call('GET', path)).body.given, (await call('PUT', path, anna)).body.given], [false, true])
  await issue()
  await issue()
  const issued = await documents()
  assert.deepEqual(
    issued.map((one: Record<string, unknown>) => [one.number, one.kind, one.order_id, one.name]),
    [
      ['REC-00002', 'receipt', third, 'Ada Okafor'],
      ['INV-00001', 'invoice', second, 'Werft GmbH'],
      ['REC-00001', 'receipt', first, 'Ada Okafor'],
    ],
  )
  const [, invoice] = issued
  // 25.00 with 7 %, and a fee of 2.50 with 19 %.
  assert.deepEqual([invoice.net, invoice.tax, invoice.total], [25.46, 2.04, 27.5])
  assert.equal((await call('PUT', path, anna)).status, 409)
})

test('who buys has the hours that the club gives to say for whom', async () => {
  const { call, buy, documents } = await taxedClub({ recipient_hours: 24 })
  const orderId = await buy()
  await issue()
  assert.deepEqual(await documents(), [])
  clock.advance(23 * HOUR_MS)
  assert.equal((await call('PUT', `orders/${orderId}/document_recipient`, anna)).status, 200)
  await issue()
  assert.deepEqual(await documents(), [])
  clock.advance(2 * HOUR_MS)
  await issue()
  assert.deepEqual(
    (await documents()).map(({ kind }: { kind: string }) => kind),
    ['invoice'],
  )
})

test('the printed invoice and the e-invoice say the same', { skip: pdfToolsMissing }, async () => {
  const { club, call, buy, documents } = await taxedClub({ footer: 'Vorstand: A. Petersen' })
  const orderId = await buy(2)
  await call('PUT', `orders/${orderId}/document_recipient`, anna)
  await issue()
  const [{ document_id: id }] = await documents()
  const headers = { authorization: `Bearer ${club.key}` }
  const answer = await house.app.inject({ url: `/v1/manage/documents/${id}/document.pdf`, headers })
  assert.equal(answer.statusCode, 200, answer.body)
  const pdf = answer.rawPayload
  await checkPdf(pdf)
  const [page = ''] = await pdfTexts(pdf)
  for (const text of [
    'Invoice',
    'INV-00001',
    'Werft GmbH',
    'Harbour City e. V.',
    'VAT 7%',
    'VAT 19%',
    'Vorstand: A. Petersen',
  ]) {
    assert.ok(page.includes(text), `${text} is not in ${page}`)
  }
  const cii = await call('GET', `documents/${id}/document.xml?syntax=cii`)
  assert.equal(await pdfAttachment(pdf, 'factur-x.xml'), cii.text)
  const ubl = await call('GET', `documents/${id}/document.xml`)
  assert.match(ubl.text, /<cbc:PayableAmount currencyID="AUD">0.00</)
  assert.match(ubl.text, /<cbc:RegistrationName>Werft GmbH</)
})

test('several workers at once, and one that dies, leave no gap and write nothing twice', async () => {
  const { club, call, buy, documents, priceId } = await taxedClub()
  const sale = { items: [{ price_id: priceId, quantity: 1 }], payment_method: 'cash' }
  for (let sold = 0; sold < 12; sold += 1) assert.equal((await call('POST', 'orders', sale)).status, 201)
  await buy()
  const dying = sql.begin(async (tx) => {
    const [settings] = await selectSettings(club.orgId, tx, true)
    const orders = await findUndocumented(club.orgId, tx, { from: new Date(0), until: clock() }, 5)
    assert.ok(settings && orders.length === 5)
    await issueFor(club.orgId, tx, clock(), settings, orders)
    throw new Error('killed')
  })
  await Promise.all([assert.rejects(dying, /killed/), issue(), issue(), issue()])
  await issue()
  const numbers = (await documents('?limit=100')).map(({ number }: { number: string }) => number).sort()
  assert.deepEqual(
    numbers,
    Array.from({ length: 13 }, (_, index) => `REC-${String(index + 1).padStart(5, '0')}`),
  )
  assert.deepEqual(await auditBooks(club.orgId, sql), [])
})

test('new numbers begin where they are told, and the letters of no series are used twice', async () => {
  const { call, buy, documents } = await taxedClub()
  await buy()
  await issue()
  const series = { kind: 'receipt', prefix: '2027-', first_number: 40 }
  assert.equal((await call('POST', 'document_series', series)).status, 201)
  assert.equal((await call('POST', 'document_series', series)).status, 409)
  await buy()
  await issue()
  const numbers = (await documents()).map(({ number }: { number: string }) => number)
  assert.deepEqual(numbers, ['2027-00040', 'REC-00001'])
  const { data } = (await call('GET', 'document_series')).body
  const [current] = data
  assert.deepEqual([current.prefix, current.next_number, current.current], ['2027-', 41, true])
})

test('documents begin when they are switched on, and what was sold before has none', async () => {
  const { call, buy, documents } = await taxedClub({ issuing: false })
  await buy()
  await issue()
  clock.advance(HOUR_MS)
  const { issued_from, ...settings } = (await call('GET', 'document_settings')).body
  assert.equal(issued_from, null)
  assert.equal((await call('PUT', 'document_settings', { ...settings, issuing: true })).status, 200)
  clock.advance(1000)
  const later = await buy()
  await issue()
  assert.deepEqual(
    (await documents()).map(({ order_id }: { order_id: number }) => order_id),
    [later],
  )
})

test('a number of another form is refused, and what was issued cannot be changed by any statement', async () => {
  const { club, call, buy } = await taxedClub()
  const orderId = await buy()
  const path = `orders/${orderId}/document_recipient`
  for (const vat_id of ['123456789', 'DE12345678', 'DK123456789', 'NL123456789C01']) {
    const { status, body } = await call('PUT', path, { ...anna, vat_id })
    assert.deepEqual([status, body.error.param], [400, 'vat_id'], vat_id)
  }
  assert.equal((await call('PUT', path, { ...anna, vat_id: 'nl 1234.56.789.B01' })).body.vat_id, 'NL123456789B01')
  await issue()
  await assert.rejects(sql`update documents set label = 'x' where org_id = ${club.orgId}`)
  await assert.rejects(sql`delete from documents where org_id = ${club.orgId}`)
})

test('what goes back has a credit note of its own, and all of them together are the invoice', async () => {
  const { call, buy, documents } = await taxedClub()
  const orderId = await buy(3)
  await call('PUT', `orders/${orderId}/document_recipient`, anna)
  await issue()
  for (const amount of [10, 20.55, 51.95]) {
    const refund = await call('POST', `orders/${orderId}/refunds`, { amount })
    assert.equal(refund.status, 201, refund.text)
    await issue()
  }
  const [third, second, first, invoice] = await documents()
  const sum = (field: 'net' | 'tax' | 'total') =>
    Math.round([first, second, third].reduce((total, one) => total + 100 * one[field], 0)) / 100
  assert.deepEqual([sum('net'), sum('tax'), sum('total')], [invoice.net, invoice.tax, invoice.total])
  assert.deepEqual(
    [first, second, third].map(({ number, corrects_document_id }) => [number, corrects_document_id]),
    ['CN-00001', 'CN-00002', 'CN-00003'].map((number) => [number, invoice.document_id]),
  )
  const ubl = await call('GET', `documents/${first.document_id}/document.xml`)
  assert.match(ubl.text, /<CreditNote [\s\S]*<cac:InvoiceDocumentReference>\s*<cbc:ID>INV-00001</)
})

test('a debt that is cancelled has one too, and what was refunded before its invoice gets it after that', async () => {
  const { call, buy, documents, priceId } = await taxedClub({ recipient_hours: 5 })
  const sale = { items: [{ price_id: priceId, quantity: 2 }], payment_method: 'invoice' }
  const owed = (await call('POST', 'orders', sale)).body.order_id
  const paid = await buy(1)
  assert.equal((await call('POST', `orders/${owed}/cancel`, {})).status, 200)
  assert.equal((await call('POST', `orders/${paid}/refunds`, { amount: 27.5 })).status, 201)
  await issue()
  assert.deepEqual(await documents(), [])
  clock.advance(6 * HOUR_MS)
  await issue()
  const issued = (await documents()).map((one: Record<string, unknown>) => [one.kind, one.order_id, one.total])
  assert.deepEqual(issued.toSorted(), [
    ['credit_note', owed, 55],
    ['credit_note', paid, 27.5],
    ['receipt', owed, 55],
    ['receipt', paid, 27.5],
  ])
})

test('a refund that its bank sends back: the credit note stays, and a document of its own takes it back', {
  skip: pdfToolsMissing,
}, async () => {
  const { club, call, buy, documents } = await taxedClub()
  const orderId = await buy(2)
  await call('PUT', `orders/${orderId}/document_recipient`, anna)
  await issue()
  const refund = await call('POST', `orders/${orderId}/refunds`, { amount: 20.55, keep_tickets: true })
  await issue()
  const about = { refundId: refund.body.refund_id, orderId }
  clock.advance(HOUR_MS)
  await settleRefund({ sql, clock }, club.orgId, about, { kind: 'failed', code: 'lost_card' })
  await issue()
  await issue()
  const [again, note, invoice] = await documents()
  assert.deepEqual(
    [again, note, invoice].map(({ number, total, corrects_document_id }) => [number, total, corrects_document_id]),
    [
      ['INV-00002', 20.55, note.document_id],
      ['CN-00001', 20.55, invoice.document_id],
      ['INV-00001', 55, null],
    ],
  )
  assert.deepEqual([again.net, again.tax], [note.net, note.tax])
  const headers = { authorization: `Bearer ${club.key}` }
  const url = `/v1/manage/documents/${again.document_id}/document.pdf`
  const pdf = (await house.app.inject({ url, headers })).rawPayload
  await checkPdf(pdf)
  const [page = ''] = await pdfTexts(pdf)
  for (const text of ['Takes back credit note CN-00001', 'Return reversed', 'Paid'])
    assert.ok(page.includes(text), page)
  const ubl = await call('GET', `documents/${again.document_id}/document.xml`)
  assert.match(ubl.text, /<Invoice [\s\S]*<cac:InvoiceDocumentReference>\s*<cbc:ID>CN-00001</)
  assert.match(ubl.text, /<cbc:PayableAmount currencyID="AUD">0.00</)
  // What goes back after all has a credit note of its own.
  assert.equal((await call('POST', `refunds/${about.refundId}/retry`, {})).status, 201)
  await issue()
  assert.deepEqual((await documents())[0].number, 'CN-00002')
  assert.deepEqual(await auditBooks(club.orgId, sql), [])
})

test('cash that goes back has its credit note when it begins to be owed, and one against it when it is forgone', async () => {
  const { call, documents, priceId } = await taxedClub()
  const sale = { items: [{ price_id: priceId, quantity: 2 }], payment_method: 'cash' }
  const orderId = (await call('POST', 'orders', sale)).body.order_id
  await issue()
  assert.equal((await call('POST', `orders/${orderId}/refunds`, { amount: 10, keep_tickets: true })).status, 201)
  await issue()
  const numbers = async () => (await documents()).map(({ number }: { number: string }) => number)
  assert.deepEqual(await numbers(), ['CN-00001', 'REC-00001'])
  const [{ debt_id: debtId }] = (await call('GET', `debts?order_id=${orderId}&owed_by=club`)).body.data
  assert.equal((await call('POST', `debts/${debtId}/waive`, { reason: 'a gift' })).status, 200)
  await issue()
  assert.deepEqual(await numbers(), ['REC-00002', 'CN-00001', 'REC-00001'])
  await call('POST', `orders/${orderId}/refunds`, { amount: 5, keep_tickets: true })
  await issue()
  const [second] = (await call('GET', `debts?order_id=${orderId}&owed_by=club&open=true`)).body.data
  assert.equal((await call('POST', `debts/${second.debt_id}/record_payment`, { payment_method: 'cash' })).status, 200)
  await issue()
  assert.deepEqual(
    await numbers(),
    ['CN-00002', 'REC-00002', 'CN-00001', 'REC-00001'],
    'paid out, it has no second one',
  )
})
