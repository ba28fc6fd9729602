import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shopOf } from '../../../tests/builders/baskets.ts'
import { anna, issueDocumentsOf } from '../../../tests/builders/documents.ts'
import { mailKit } from '../../../tests/builders/mails.ts'
import { addOffer } from '../../../tests/builders/prices.ts'
import { readMail } from '../../../tests/builders/received-mails.ts'
import { addTaxRate } from '../../../tests/builders/tax-rates.ts'
import { offerTransfers } from '../../../tests/builders/transfers.ts'
import { openHouse } from '../../../tests/harness/house.ts'
import { checkPdf, pdfCodes, pdfTexts, pdfToolsMissing } from '../../../tests/outside/pdf-tools.ts'
import { startSmtp } from '../../../tests/outside/smtp.ts'
import { DAY_MS } from '../../platform/values/durations.ts'
import { documentWords } from './document-words.ts'
import { issueDocuments } from './issue-documents.ts'

const house = await openHouse()
const { sql, clock } = house
const smtp = await startSmtp()
const customer = { first_name: 'Ada', last_name: 'Okafor', email: 'ada@example.org' }

/** A club in Bremen that takes transfers; its tickets cost 27.20 in euros, 7 % of them tax. */
async function openClub(settings: Record<string, unknown> = {}) {
  const club = await house.organisation({ currency: 'EUR', country: 'DE', timezone: 'Europe/Berlin' })
  await offerTransfers(house, club)
  await issueDocumentsOf(house, club, settings)
  const rate = { kind: 'reduced', percentages: [{ valid_from: '2007-01-01', percentage: 7 }] }
  const tax_rate_id = await addTaxRate(house, club, rate)
  const starts_at = new Date(clock().getTime() + 60 * DAY_MS)
  const event = { currency: 'EUR', starts_at }
  const { priceId } = await addOffer(house, club, {
    capacity: 50,
    event,
    price: { service_tax_minor: 20, tax_rate_id },
  })
  const call = (method: string, path: string, body?: object, key = club.key) =>
    house.call(method, `/v1/manage/${path}`, { key, ...(body && { body }) })
  const file = async (path: string, key = club.key) => {
    const answer = await house.app.inject({ url: `/v1/manage/${path}`, headers: { authorization: `Bearer ${key}` } })
    return { status: answer.statusCode, pdf: answer.rawPayload }
  }
  const owe = async () => {
    const sale = { items: [{ price_id: priceId, quantity: 2 }], customer, payment_method: 'invoice' }
    const orderId: number = (await call('POST', 'orders', { ...sale, document_recipient: anna })).body.order_id
    const debtId: number = (await call('GET', `debts?order_id=${orderId}`)).body.data[0].debt_id
    return { orderId, debtId }
  }
  const { send } = mailKit(house, club, smtp.url)
  return { club, priceId, call, file, owe, send }
}

const textOf = async (pdf: Buffer): Promise<string> => (await pdfTexts(pdf)).join('\n')

test('who pays by transfer is mailed a pro-forma invoice, which is no document', {
  skip: pdfToolsMissing,
}, async () => {
  const { club, priceId, call, file, send } = await openClub()
  const shop = shopOf(house, club)
  const paying = { payment_method: 'bank_transfer', customer, document_recipient: anna }
  const { body: order } = await shop.checkOut(await shop.fill(priceId, 2), paying)
  assert.equal(order.status, 'pending')
  await send()
  const mails = await Promise.all(smtp.received.filter(({ to }) => to.includes(customer.email)).map(readMail))
  const attached = mails.flatMap((mail) => mail.attachment('application/pdf') ?? [])
  assert.deepEqual(
    attached.map(({ filename }) => filename),
    [`pro-forma-${order.order_id}.pdf`],
  )
  const { status, pdf } = await file(`orders/${order.order_id}/proforma.pdf`)
  assert.equal(status, 200)
  await checkPdf(pdf)
  const text = await textOf(pdf)
  for (const part of ['Pro-forma invoice', 'Werft GmbH', 'VAT 7%', 'DE89 3704 0044 0532 0130 00', '€54.40'])
    assert.ok(text.includes(part), `${part} is not in ${text}`)
  assert.doesNotMatch(text, /INV-|REC-|Number/)
  const [code] = await pdfCodes(pdf)
  assert.match(code?.text ?? '', /^BCD\n[\s\S]*EUR54\.40\n/)
  assert.deepEqual((await call('GET', 'document_series')).body.data, [])
  await call('POST', `orders/${order.order_id}/record_transfer`, {})
  assert.equal((await file(`orders/${order.order_id}/proforma.pdf`)).status, 409, 'it is paid')
})

test('an order on invoice has one until its invoice is issued, and no other club has it', async () => {
  const { file, owe } = await openClub({ recipient_hours: 1 })
  const other = await openClub()
  const { orderId } = await owe()
  const path = `orders/${orderId}/proforma.pdf`
  assert.equal((await file(path)).status, 200)
  assert.equal((await file(path, other.club.key)).status, 404)
  clock.advance(DAY_MS)
  await issueDocuments({ sql, clock, systemClock: clock })
  assert.equal((await file(path)).status, 409)
})

test('each reminder is a letter of its own level, with what was open then', { skip: pdfToolsMissing }, async () => {
  const { call, file, owe, send } = await openClub()
  const { orderId, debtId } = await owe()
  await issueDocuments({ sql, clock, systemClock: clock })
  const before = smtp.received.length
  assert.equal((await call('POST', `debts/${debtId}/remind`, {})).status, 200)
  await send()
  await call('POST', `debts/${debtId}/record_payment`, { payment_method: 'transfer', amount: 20 })
  clock.advance(DAY_MS)
  assert.equal((await call('POST', `debts/${debtId}/remind`, {})).status, 200)
  await send()
  const { reminders } = (await call('GET', `debts/${debtId}`)).body
  assert.deepEqual(
    reminders.map(({ level, open, letter }: Record<string, unknown>) => [level, open, letter]),
    [
      [2, 34.4, true],
      [1, 54.4, true],
    ],
  )
  const mails = await Promise.all(smtp.received.slice(before).map(readMail))
  const letters = mails.flatMap((mail) => mail.attachment('application/pdf') ?? [])
  const names = letters.flatMap(({ filename }) => (filename?.startsWith('reminder-') ? [filename] : []))
  assert.deepEqual(names, [`reminder-${orderId}-1.pdf`, `reminder-${orderId}-2.pdf`])
  for (const [level, title, amount] of [
    [1, 'Payment reminder', '€54.40'],
    [2, 'Second payment reminder', '€34.40'],
  ] as const) {
    const { pdf } = await file(`debts/${debtId}/reminders/${level}/reminder.pdf`)
    await checkPdf(pdf)
    const text = await textOf(pdf)
    for (const part of [title, amount, 'INV-00001', 'Werft GmbH', 'Am Kai 5', 'RF'])
      assert.ok(text.includes(part), `${part} is not in ${text}`)
    assert.doesNotMatch(text, /orders\/owed/, 'the link is the fan’s alone')
  }
  assert.equal((await file(`debts/${debtId}/reminders/3/reminder.pdf`)).status, 404)
})

test('tax goes by its name in the seller’s country, in any language', { skip: pdfToolsMissing }, async () => {
  const sydney = { country: 'AU', city: 'Sydney', postcode: '2000', vat_id: null, tax_number: '12 345 678 901' }
  const { call, file, owe } = await openClub(sydney)
  await owe()
  await issueDocuments({ sql, clock, systemClock: clock })
  const [{ document_id: id }] = (await call('GET', 'documents')).body.data
  const text = await textOf((await file(`documents/${id}/document.pdf`)).pdf)
  for (const part of ['Tax invoice', 'GST 7%', 'ABN 12 345 678 901'])
    assert.ok(text.includes(part), `${part} is not in ${text}`)
  assert.doesNotMatch(text, /VAT/)
  assert.equal(documentWords('de', 'NZ').taxOf('15 %'), 'GST 15 %')
  assert.equal(documentWords('fr', 'CA').taxOf('5 %'), 'Taxe 5 %')
  assert.equal(documentWords('de', 'AT').taxOf('20 %'), 'USt 20 %')
})

test('a club that issues no documents reminds by mail alone', async () => {
  const { call, file, owe } = await openClub({ issuing: false })
  const { orderId, debtId } = await owe()
  await call('POST', `debts/${debtId}/remind`, {})
  const { reminders } = (await call('GET', `debts/${debtId}`)).body
  assert.deepEqual([reminders[0].level, reminders[0].letter], [1, false])
  assert.equal((await file(`debts/${debtId}/reminders/1/reminder.pdf`)).status, 404)
  assert.equal((await file(`orders/${orderId}/proforma.pdf`)).status, 409)
})
