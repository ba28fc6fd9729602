import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shopOf } from '../../../tests/builders/baskets.ts'
import { anna, issueDocumentsOf } from '../../../tests/builders/documents.ts'
import { mailKit } from '../../../tests/builders/mails.ts'
import { addOffer } from '../../../tests/builders/prices.ts'
import { readMail } from '../../../tests/builders/received-mails.ts'
import { openHouse } from '../../../tests/harness/house.ts'
import { checkPdf, pdfTexts, pdfToolsMissing } from '../../../tests/outside/pdf-tools.ts'
import { startSmtp } from '../../../tests/outside/smtp.ts'
import { issueDocuments } from '../documents/issue-documents.ts'

const house = await openHouse()
const { sql, clock } = house
const smtp = await startSmtp()

async function openClub() {
  const club = await house.organisation()
  const { priceId } = await addOffer(house, club, { capacity: 100 })
  await issueDocumentsOf(house, club)
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
  return { club, manage, buy, send, mailsTo }
}

const issue = () => issueDocuments({ sql, clock, systemClock: clock })
const pageOf = (secret: string) => house.call('GET', '/v1/ticket_page', { headers: { 'x-order-secret': secret } })
const fileOf = (secret: string, id: number, file = 'document.pdf') =>
  house.app.inject({ url: `/v1/ticket_page/documents/${id}/${file}`, headers: { 'x-order-secret': secret } })

test('the buyer has each document on the page, and the invoice for programs', { skip: pdfToolsMissing }, async () => {
  const { manage, buy } = await openClub()
  const { order_id, order_secret } = await buy('ada@example.org', anna)
  assert.deepEqual((await pageOf(order_secret)).body.documents, [])
  await issue()
  await manage('POST', `orders/${order_id}/refunds`, { amount: 10 })
  await issue()
  const { documents } = (await pageOf(order_secret)).body
  assert.deepEqual(
    documents.map(({ kind, number, for_programs }: Record<string, unknown>) => [kind, number, for_programs]),
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

test('a receipt has pages alone, and no file for programs', async () => {
  const { buy } = await openClub()
  const { order_secret } = await buy('ada@example.org')
  await issue()
  const [receipt] = (await pageOf(order_secret)).body.documents
  assert.deepEqual([receipt.kind, receipt.for_programs], ['receipt', false])
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
