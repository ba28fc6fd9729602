import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { test } from 'node:test'
import { mailKit } from '../builders/mails.ts'
import { addSeatedOffer } from '../builders/prices.ts'
import { readMail } from '../builders/received-mails.ts'
import { addRow } from '../builders/rows.ts'
import { addSeats } from '../builders/seat-maps.ts'
import { makePassCertificates, opensslMissing, unzip } from '../outside/pass-certificates.ts'
import { pdfTexts, pdfToolsMissing } from '../outside/pdf-tools.ts'
import { startSmtp } from '../outside/smtp.ts'
import { browserTest, phone, visit } from './browser.ts'
import { openShopServer } from './shop-server.ts'

const server = await openShopServer()
const { origin, club, shopKey } = server
const smtp = await startSmtp()
const { send } = mailKit(server, club, smtp.url, { publicUrl: origin, clock: () => new Date() })

/** One seat of a ground, with all that a club can say of where it is. */
async function addWholePlace(): Promise<{ priceId: number; seatId: number; eventId: number }> {
  const add = (table: string, id: string, columns: Parameters<typeof addRow>[4]) =>
    addRow(server, club, table, id, columns)
  const venue_id = await add('venues', 'venue_id', { name: 'Stade du Port' })
  await add('gates', 'gate_id', { venue_id, name: 'Porte 7', directions: 'à gauche de la boutique' })
  const seatMapId = await add('seat_maps', 'seat_map_id', { title: 'Ground' })
  const section = { seat_map_id: seatMapId, title: 'Tribune Nord', sub_section_title: '112' }
  const sectionId = await add('seat_sections', 'seat_section_id', section)
  const seatIds = await addSeats(server, club, { seatMapId, sectionId }, { seats: 30 })
  await server.sql`
    update seats
    set seat_gate = 'porte 7', seat_level = '2', seat_aisle = '4', seat_row = 'K'
    where org_id = ${club.orgId}
      and seat_map_id = ${seatMapId}`
  const map = { seatMapId, sectionId, seatIds, seatId: seatIds[0] ?? 0 }
  const starts_at = new Date(Date.now() + 86_400_000)
  const offer = await addSeatedOffer(server, club, map, { title: 'Derby', venue_id, starts_at })
  return { ...offer, seatId: seatIds[11] ?? 0 }
}

const WHOLE = ['Tribune Nord', '112', '2', '4', 'K', '12', 'porte 7', 'à gauche de la boutique']

function tellsAll(where: string, text: string): void {
  const words = text.replaceAll(/\s+/g, ' ')
  for (const part of WHOLE) assert.ok(words.includes(part), `${where} does not say ${part}: ${words}`)
}

async function offerWallets(): Promise<void> {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const google = {
    issuer_id: '3388000000012345678',
    service_account: 'tickets@club.iam.example.com',
    private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
  }
  await server.call('PUT', '/v1/manage/wallets/apple', { key: club.key, body: makePassCertificates() })
  await server.call('PUT', '/v1/manage/wallets/google', { key: club.key, body: google })
}

test('a ticket’s whole place stands in basket, order, mail, file, ticket page and both wallets, in the buyer’s language', {
  ...browserTest,
  skip: browserTest.skip === false ? pdfToolsMissing || opensslMissing : browserTest.skip,
}, async () => {
  const { priceId, seatId, eventId } = await addWholePlace()
  await offerWallets()
  const { page, complaints } = await visit(origin, { ...phone, locale: 'fr-FR' })
  const body = { items: [{ price_id: priceId, quantity: 1, seat_ids: [seatId] }] }
  const { body: basket, text } = await server.call('POST', '/v1/baskets', { key: shopKey, body })
  assert.ok(basket.id, text)
  await page.goto(`${origin}/shop/basket#${basket.id}`)
  const items = page.getByRole('region', { name: 'Panier' })
  tellsAll('the basket', await items.innerText())
  await page.getByLabel('E-mail', { exact: true }).fill('ada@example.org')
  await page.getByLabel('Prénom').fill('Ada')
  await page.getByLabel('Nom', { exact: true }).fill('Okafor')
  await page.getByRole('button', { name: /^Payer / }).click()
  await page.getByRole('heading', { name: 'À bientôt' }).waitFor()
  tellsAll('the order', await page.getByRole('main').innerText())

  await page.getByRole('link', { name: 'Ouvrir mes billets' }).click()
  await page.getByText('Rang', { exact: true }).waitFor()
  tellsAll('the ticket page', await page.getByRole('main').innerText())
  assert.deepEqual(complaints, [])

  await send()
  const [received] = smtp.received
  assert.ok(received)
  const mail = await readMail(received)
  for (const part of [mail.text, mail.html]) tellsAll('the mail', part)
  assert.match(
    mail.attachment('text/calendar')?.content.toString() ?? '',
    new RegExp(`^URL:${origin}/shop/.*events/${eventId}`, 'm'),
  )
  const [printed = ''] = await pdfTexts(mail.attachment('application/pdf')?.content ?? Buffer.alloc(0))
  tellsAll('the file', printed)
  assert.match(printed, /Commande/)

  const secret = decodeURIComponent(page.url().split('/t/')[1] ?? '')
  const headers = { 'x-order-secret': secret }
  const { body: ticketPage } = await server.call('GET', '/v1/ticket_page', { headers })
  const path = `/v1/ticket_page/tickets/${ticketPage.tickets[0].ticket_id}`
  const apple = await server.app.inject({ url: `${path}/apple.pkpass`, headers })
  const pass = unzip(apple.rawPayload).get('pass.json')?.toString() ?? ''
  tellsAll('Apple’s pass', pass)
  const { eventTicket, description } = JSON.parse(pass)
  assert.equal(description, 'Billet pour Derby')
  const shop = eventTicket.backFields.find(({ key }: { key: string }) => key === 'shop')
  assert.equal(shop.value, ticketPage.event.shop_url)
  const { body: link } = await server.call('GET', `${path}/google_wallet`, { headers })
  const claims = Buffer.from(link.url.split('/').at(-1).split('.')[1], 'base64url').toString()
  tellsAll('Google’s pass', claims)
})
