import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import type { Locator, Page } from 'playwright-core'
import { issueDocuments } from '../../server/papers/documents/issue-documents.ts'
import { organisationClock } from '../../server/platform/values/clock.ts'
import { buyer, shopOf } from '../builders/baskets.ts'
import { issueDocumentsOf } from '../builders/documents.ts'
import { openGround } from '../builders/grounds.ts'
import { mailKit } from '../builders/mails.ts'
import { addOffer, addSeatedOffer } from '../builders/prices.ts'
import { type ReadMail, readMail } from '../builders/received-mails.ts'
import { addRow } from '../builders/rows.ts'
import { addSeatMap, addSeats, layoutAt } from '../builders/seat-maps.ts'
import { checkPdf, pdfCodes, pdfToolsMissing } from '../outside/pdf-tools.ts'
import { startSmtp } from '../outside/smtp.ts'
import { axe, browserTest, phone, thereAre, visit } from './browser.ts'
import { readQr } from './read-qr.ts'
import { openShopServer } from './shop-server.ts'

const server = await openShopServer()
const { origin, club } = server
const smtp = await startSmtp()
const { send } = mailKit(server, club, smtp.url, { publicUrl: origin, clock: () => new Date() })
const ground = await openGround(server, club)
const { priceId } = await addOffer(server, club, { eventId: ground.eventId, capacity: 500 })
const shop = shopOf(server, club)

const buy = async (quantity: number, more: object = {}) =>
  (await shop.checkOut(await shop.fill(priceId, quantity), { customer: buyer, ...more })).body
const addressOf = (secret: string) => `${origin}/t/${secret}`
const codeOf = (page: Page, ticketId: number) => page.getByRole('img', { name: `QR code of ticket ${ticketId}` })

/** What a mail server has got for an address, once the worker has sent what is due. */
async function mailTo(address: string): Promise<ReadMail> {
  await send()
  const received = smtp.received.findLast(({ to }) => to.includes(address))
  assert.ok(received, `nothing has come for ${address}`)
  return readMail(received)
}
const linkIn = ({ html }: ReadMail) => /href="([^"]+\/t\/ors_[^"]+)"/.exec(html)?.[1] ?? ''

const boxOf = async (part: Locator) => {
  const box = await part.boundingBox()
  assert.ok(box)
  return box
}

/** Once the program of the page is kept, and not a moment before. */
const keptForOffline = (page: Page) =>
  page.waitForFunction(async () => {
    const worker = await navigator.serviceWorker.getRegistration('/t/')
    return worker?.active?.state === 'activated' && (await caches.match('/t/shell')) !== undefined
  })

test('one order, from the mail to the gate: its file, its page on a phone and without a network, a ticket passed on', {
  ...browserTest,
  skip: browserTest.skip === false ? pdfToolsMissing : browserTest.skip,
}, async () => {
  const { tickets } = await buy(2)
  const [first, kept] = tickets
  const mail = await mailTo(buyer.email)
  const pdf = mail.attachment('application/pdf')?.content ?? Buffer.alloc(0)
  await checkPdf(pdf)
  const printed = [...(await pdfCodes(pdf, 1)), ...(await pdfCodes(pdf, 2))].map(({ text }) => text)
  assert.deepEqual(printed, [first.barcode, kept.barcode])

  const { page, complaints, context } = await visit(origin, phone)
  await page.goto(linkIn(mail))
  await codeOf(page, first.ticket_id).waitFor()
  await page.getByRole('button', { name: 'Rename' }).first().click()
  await page.getByLabel('Name').fill('<img src=x onerror=alert(1)> “Ada”')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('heading', { name: '<img src=x onerror=alert(1)> “Ada”' }).waitFor()

  await page.getByRole('button', { name: 'Pass on' }).first().click()
  await page.getByLabel('Name').fill('Cleo Ng')
  await page.getByLabel('Their e-mail address').fill('cleo')
  await page.getByRole('button', { name: 'Pass it on' }).click()
  await page
    .getByText(/must be an e-mail address/)
    .first()
    .waitFor()
  const findings = await axe(page)
  await page.getByLabel('Their e-mail address').fill('cleo@example.org')
  await page.getByRole('button', { name: 'Pass it on' }).click()
  await page.getByText('One ticket of this order was passed on.').waitFor()
  await thereAre(0, codeOf(page, first.ticket_id))

  await keptForOffline(page)
  await context.setOffline(true)
  await page.reload()
  await page.getByText(/^No network\. Your codes work all the same/).waitFor()
  findings.push(...(await axe(page)))
  const shown = await readQr(codeOf(page, kept.ticket_id))
  await context.setOffline(false)

  const cleos = await mailTo('cleo@example.org')
  await page.goto(linkIn(cleos))
  await page.getByRole('heading', { name: 'Cleo Ng' }).waitFor()
  const passedOn = (await readQr(page.getByRole('img', { name: /^QR code/ }))) ?? ''
  const [onPaper] = await pdfCodes(cleos.attachment('application/pdf')?.content ?? Buffer.alloc(0))
  assert.deepEqual([shown, onPaper?.text], [kept.barcode, passedOn])
  assert.equal(await ground.result(first.barcode), 'blocked')
  assert.equal(await ground.result(passedOn), 'admitted')
  assert.equal(await ground.result(kept.barcode), 'admitted')
  assert.deepEqual([findings, complaints], [[], []])
  await context.close()
})

test('a revoked link shows nothing, forgets what it had kept, and says so', browserTest, async () => {
  const { order_secret, order_id, tickets } = await buy(1)
  const { page, context } = await visit(origin, phone)
  await page.goto(addressOf(order_secret))
  await codeOf(page, tickets[0].ticket_id).waitFor()
  const keptNow = () => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('tickets:')))
  await page.waitForFunction(() => Object.keys(localStorage).length > 0)
  const stored = await page.evaluate(() => JSON.stringify({ ...localStorage }))
  assert.equal(stored.includes(order_secret), false)
  await server.call('POST', `/v1/manage/orders/${order_id}/revoke_secret`, { key: club.key })
  await page.reload()
  await page.getByRole('heading', { name: 'This link opens nothing any more' }).waitFor()
  assert.deepEqual(await keptNow(), [])
  assert.deepEqual(await axe(page), [])
  await context.close()
})

test('on a borrowed device nothing is kept once the fan says so', browserTest, async () => {
  const { order_secret, tickets } = await buy(1)
  const { page, context } = await visit(origin, phone)
  await page.goto(addressOf(order_secret))
  await codeOf(page, tickets[0].ticket_id).waitFor()
  await page.getByRole('button', { name: 'Not my device' }).click()
  await page.getByText(/^Nothing is kept on this device/).waitFor()
  await page.reload()
  await codeOf(page, tickets[0].ticket_id).waitFor()
  assert.deepEqual(await page.evaluate(() => Object.keys(localStorage)), [])
  await context.close()
})

test(
  'a refund is asked for where the organisation takes requests, in the language of the order',
  browserTest,
  async () => {
    const { order_secret, tickets } = await buy(1, { language: 'de' })
    const body = { refund_request_hours: 0 }
    await server.call('PATCH', '/v1/manage/organisation', { key: club.key, body })
    const { page, complaints, context } = await visit(origin, phone)
    await page.goto(addressOf(order_secret))
    await page.getByRole('img', { name: `QR-Code von Ticket ${tickets[0].ticket_id}` }).waitFor()
    assert.equal(await page.locator('html').getAttribute('lang'), 'de')
    await page.getByRole('button', { name: 'Erstattung anfragen' }).click()
    await page.getByLabel('Warum? Der Veranstalter liest es').fill('Krank')
    await page.getByRole('button', { name: 'Anfragen', exact: true }).click()
    await page.getByText('Sie haben um eine Erstattung gebeten. Noch ist nichts entschieden.').first().waitFor()
    assert.deepEqual(complaints, [])
    await context.close()
  },
)

test('the address of the page does not leak', async () => {
  const { order_secret } = await buy(1)
  const { headers, text } = await server.call('GET', `/t/${order_secret}`)
  assert.equal(headers['referrer-policy'], 'no-referrer')
  assert.equal(headers['cache-control'], 'no-store')
  assert.match(String(headers['x-robots-tag']), /noindex/)
  assert.equal(text.includes(order_secret), false)
})

test(
  'where barcodes rotate, the page shows the code of the moment, and a copy of the barcode opens nothing',
  browserTest,
  async () => {
    const eventId = await ground.openEvent({ rotating_barcodes: true })
    const offer = await addOffer(server, club, { eventId })
    const { order_secret, tickets } = (await shop.checkOut(await shop.fill(offer.priceId, 1))).body
    const { page, complaints, context } = await visit(origin, phone)
    await page.goto(addressOf(order_secret))
    const code = await readQr(codeOf(page, tickets[0].ticket_id))
    assert.equal(await ground.result(tickets[0].barcode, { eventId }), 'stale_code')
    assert.equal(await ground.result(code ?? '', { eventId }), 'admitted')
    assert.deepEqual(complaints, [])
    await context.close()
  },
)

test(
  'the seat is on a drawing of the ground, also without a network, in under 30 kB of script',
  browserTest,
  async () => {
    const map = await addSeatMap(server, club, { rows: 6, seats: 20 })
    const { seatMapId } = map
    for (const [title, x, y] of [
      ['East', 24, 14],
      ['South', 0, 28],
      ['West', -24, 14],
    ] as const) {
      const section = { seat_map_id: seatMapId, title, ...layoutAt(x, y) }
      const sectionId = await addRow(server, club, 'seat_sections', 'seat_section_id', section)
      await addSeats(server, club, { seatMapId, sectionId }, { rows: 6, seats: 20 })
    }
    const offer = await addSeatedOffer(server, club, map)
    const { id } = (await shop.open()).body
    const seat_ids = [map.seatIds[23]]
    await shop.add(id, { price_id: offer.priceId, quantity: 1, seat_ids })
    const { order_secret } = (await shop.checkOut(id)).body
    const { page, complaints, context } = await visit(origin, phone)
    const scripts = new Map<string, Promise<Buffer>>()
    page.on('response', (response) => {
      if (response.request().resourceType() === 'script') scripts.set(response.url(), response.body())
    })
    await page.goto(addressOf(order_secret))
    const drawing = page.getByRole('img', {
      name: /^Your seat on a drawing of the ground: North, Row B, Seat 4$/,
    })
    await drawing.waitFor()
    const sizes = (await Promise.all(scripts.values())).map((script) => gzipSync(script, { level: 9 }).length)
    assert.ok(sizes.reduce((sum, size) => sum + size, 0) < 30_000, `${sizes}`)
    // The dot is where the filled section is, on the screen as it is.
    const filled = await boxOf(drawing.locator('polygon').first())
    const seat = await boxOf(drawing.locator('circle'))
    assert.ok(seat.x > filled.x && seat.x + seat.width < filled.x + filled.width, JSON.stringify({ filled, seat }))
    await thereAre(4, drawing.locator('polygon'))
    await keptForOffline(page)
    await context.setOffline(true)
    await page.reload()
    await page.getByText(/^No network/).waitFor()
    await drawing.waitFor()
    assert.deepEqual([await axe(page), complaints], [[], []])
    await context.close()
  },
)

test('the buyer asks for an invoice and saves it, on the smallest phone and in the dark', browserTest, async () => {
  await issueDocumentsOf(server, club, { recipient_hours: 1 })
  const { order_secret } = await buy(1)
  const { page, complaints, context } = await visit(origin, {
    ...phone,
    viewport: { width: 320, height: 568 },
    colorScheme: 'dark',
  })
  await page.goto(addressOf(order_secret))
  await page.getByText('You will get a receipt without an address.').waitFor()
  await page.getByRole('button', { name: 'Ask for an invoice' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Anna Schmidt')
  await dialog.getByLabel('Company').fill('Werft GmbH')
  await dialog.getByLabel('Street and number').fill('Am Kai 5')
  await dialog.getByLabel('City').fill('Hamburg')
  await dialog.getByLabel('Country').selectOption('Germany')
  await dialog.getByLabel('VAT number').fill('12345')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('must be a VAT number').first().waitFor()
  const findings = await axe(page)
  await dialog.getByLabel('VAT number').fill('DE 123 456 789')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByText('The invoice will be for Werft GmbH.', { exact: true }).first().waitFor()
  await issueDocumentsOf(server, club, { recipient_hours: 0 })
  const systemClock = () => new Date()
  await issueDocuments({ sql: server.sql, clock: organisationClock(systemClock), systemClock })
  await page.reload()
  for (const [name, file] of [
    ['PDF INV-00001', 'INV-00001.pdf'],
    ['E-invoice INV-00001', 'INV-00001.xml'],
  ] as const) {
    const [saved] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name }).click()])
    assert.equal(saved.suggestedFilename(), file)
  }
  findings.push(...(await axe(page)))
  assert.deepEqual([findings, complaints], [[], []])
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth))
  await context.close()
})
