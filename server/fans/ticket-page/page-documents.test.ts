import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shopOf } from '../../../tests/builders/baskets.ts'
import { anna, issueDocumentsOf, werft } from '../../../tests/builders/documents.ts'
import { mailKit } from '../../../tests/builders/mails.ts'
import { addOffer } from '../../../tests/builders/prices.ts'
import { readMail } from '../../../tests/builders/received-mails.ts'
import { openHouse } from '../../../tests/harness/house.ts'
import { checkPdf, pdfTexts, pdfToolsMissing } from '../../../tests/outside/pdf-tools.ts'
import { startSmtp } from '../../../tests/outside/smtp.ts'
import { issueDocuments } from '../../papers/documents/issue-documents.ts'
import { HOUR_MS } from '../../platform/values/durations.ts'

const house = await openHouse()
const { sql, clock } = house
const smtp = await startSmtp()

async function openClub(settings: Record<string, unknown> = {}) {
  const club = await house.organisation()
  const { priceId } = await addOffer(house, club, { capacity: 100 })
  await issueDocumentsOf(house, club, settings)
  const shop = shopOf(house, club)
  const { send } = mailKit(house, club, smtp.url)
  const manage = (method: string, path: string, body?: object) =>
    house.call(method, `/v1/manage/${path}`, { key: club.key, ...(body && { body }) })
  const buy = async (email: string, recipient?: object) => {
    const order = (
      await shop.checkOut(await shop.fill(priceId, 2), { customer: { first_name: 'Ada', last_name: 'Okafor', email } })
    ).body
    if (recipient) await manage('PUT', `orders/${order.order_id}/document_recipient`, recipient)
    return order
  }
  const mailsTo = (address: string) => smtp.received.filter(({ to }) => to.includes(address))
  return { club, shop, priceId, manage, buy, send, mailsTo }
}

const issue = () => issueDocuments({ sql, clock, systemClock: clock })
const pageOf = (secret: string) => house.call('GET', '/v1/ticket_page', { headers: { 'x-order-secret': secret } })
const fileOf = (secret: string, id: number, file = 'document.pdf') =>
  house.app.inject({ url: `/v1/ticket_page/documents/${id}/${file}`, headers: { 'x-order-secret': secret } })

test('the buyer has each document on the page, and the e-invoice', { skip: pdfToolsMissing }, async () => {
  const { manage, buy } = await openClub()
  const { order_id, order_secret } = await buy('ada@example.org', anna)
  assert.deepEqual((await pageOf(order_secret)).body.documents, [])
  await issue()
  await manage('POST', `orders/${order_id}/refunds`, { amount: 10 })
  await issue()
  const { documents } = (await pageOf(order_secret)).body
  assert.deepEqual(
    documents.map(({ kind, number, e_invoice }: Record<string, unknown>) => [kind, number, e_invoice]),
    [
      ['invoice', 'INV-00001', true],
      ['credit_note', 'CN-00001', true],
    ],
  )
  const pdf = await fileOf(order_secret, documents[0].document_id)
  assert.equal(pdf.statusCode, 200, pdf.body)
  await checkPdf(pdf.rawPayload)
  assert.match((await pdfTexts(pdf.rawPayload))[0] ?? '', /Werft GmbH/)
  const cii = await fileOf(order_secret, documents[0].document_id, 'document.xml?syntax=cii')
  assert.match(cii.body, /CrossIndustryInvoice/)
})

test('a receipt has a PDF and no e-invoice', async () => {
  const { buy } = await openClub()
  const { order_secret } = await buy('ada@example.org')
  await issue()
  const [receipt] = (await pageOf(order_secret)).body.documents
  assert.deepEqual([receipt.kind, receipt.e_invoice], ['receipt', false])
  assert.equal((await fileOf(order_secret, receipt.document_id)).statusCode, 200)
  assert.equal((await fileOf(order_secret, receipt.document_id, 'document.xml')).statusCode, 409)
})

test('another buyer, another club and who was passed a ticket have none of them', async () => {
  const { manage, buy } = await openClub()
  const [bought, others] = [await buy('ada@example.org', anna), await buy('ben@example.org')]
  const stranger = await (await openClub()).buy('cleo@example.org')
  await issue()
  const [{ document_id: id }] = (await pageOf(bought.order_secret)).body.documents
  const holder = { ticket_name: 'Ben Ito', email_address: 'ben@example.org' }
  const passedOn = (await manage('POST', `tickets/${bought.tickets[0].ticket_id}/transfer`, holder)).body
  const { order_secret } = (await manage('POST', `tickets/${passedOn.ticket_id}/revoke_secret`)).body
  for (const secret of [others.order_secret, stranger.order_secret, order_secret]) {
    assert.equal((await fileOf(secret, id)).statusCode, 404)
    assert.equal((await fileOf(secret, id, 'document.xml')).statusCode, 404)
  }
  const page = await pageOf(order_secret)
  assert.deepEqual([page.status, page.body.documents], [200, []])
  assert.equal((await fileOf(bought.order_secret, id)).statusCode, 200)
})

test('an invoice and its credit note are mailed once each, with the file; a receipt of tickets is not', async () => {
  const { club, manage, buy, send, mailsTo } = await openClub()
  const { order_id } = await buy('dora@example.org', anna)
  await buy('emil@example.org')
  await send()
  const confirmed = mailsTo('dora@example.org').length
  await issue()
  await manage('POST', `orders/${order_id}/refunds`, { amount: 10 })
  await issue()
  await issue()
  await send()
  await send()
  const mails = await Promise.all(mailsTo('dora@example.org').slice(confirmed).map(readMail))
  const files = mails.flatMap((mail) => mail.attachment('application/pdf')?.filename ?? []).toSorted()
  assert.deepEqual(files, ['CN-00001.pdf', 'INV-00001.pdf'])
  const [invoice] = mails.filter(({ subject }) => subject?.startsWith('Invoice INV-00001 from '))
  assert.match(invoice?.html ?? '', /\/t\/ors_/)
  assert.equal(mailsTo('emil@example.org').length, 1)
  const rows = await sql`
    select 1
    from mails
    where org_id = ${club.orgId}
      and kind = 'document_issued'`
  assert.equal(rows.length, 2)
})

const setRecipient = (secret: string, body: object) =>
  house.call('PUT', '/v1/ticket_page/document_recipient', { headers: { 'x-order-secret': secret }, body })

test('the buyer says for whom the invoice is until its deadline, and staff alone after that', async () => {
  const { manage, buy } = await openClub({ recipient_hours: 24 })
  const { order_id, order_secret, tickets } = await buy('ada@example.org')
  const { document_recipient: open } = (await pageOf(order_secret)).body
  assert.deepEqual([open.name, open.until_unix], [null, Math.floor((clock().getTime() + 24 * HOUR_MS) / 1000)])
  const wrong = await setRecipient(order_secret, { ...werft, vat_id: 'DE12' })
  assert.deepEqual([wrong.status, wrong.body.error.param], [400, 'vat_id'])
  assert.equal((await setRecipient(order_secret, werft)).body.document_recipient.name, 'Werft GmbH')
  const passedOn = await manage('POST', `tickets/${tickets[0].ticket_id}/transfer`, {
    ticket_name: 'Ben Ito',
    email_address: 'ben@example.org',
  })
  const { order_secret: ofTicket } = (await manage('POST', `tickets/${passedOn.body.ticket_id}/revoke_secret`)).body
  assert.equal((await pageOf(ofTicket)).body.document_recipient, null)
  assert.equal((await setRecipient(ofTicket, anna)).status, 404)
  clock.advance(25 * HOUR_MS)
  assert.equal((await setRecipient(order_secret, anna)).status, 409)
  assert.equal((await manage('PUT', `orders/${order_id}/document_recipient`, werft)).status, 200)
  await issue()
  assert.equal((await pageOf(order_secret)).body.documents[0].kind, 'invoice')
})

test('a checkout and a sale at the counter say for whom; an attempt that does not say it any more counts', async () => {
  const { shop, priceId, manage } = await openClub()
  const known = async (orderId: number) => (await manage('GET', `orders/${orderId}/document_recipient`)).body.vat_id
  const first = await shop.fill(priceId, 1)
  const paid = (await shop.checkOut(first, { document_recipient: { ...werft, vat_id: 'de 123 456 789' } })).body
  assert.equal(await known(paid.order_id), 'DE123456789')
  const refused = await shop.checkOut(await shop.fill(priceId, 1), { document_recipient: { ...werft, vat_id: 'DE1' } })
  assert.deepEqual([refused.status, refused.body.error.param], [400, 'document_recipient[vat_id]'])
  const second = await shop.fill(priceId, 1)
  const declined = { payment_method: 'pm_test_declined', document_recipient: werft }
  assert.equal((await shop.checkOut(second, declined)).status, 402)
  const again = (await shop.checkOut(second)).body
  assert.equal(await known(again.order_id), null)
  const sale = { items: [{ price_id: priceId, quantity: 1 }], payment_method: 'cash', document_recipient: werft }
  assert.equal(await known((await manage('POST', 'orders', sale)).body.order_id), 'DE123456789')
})
