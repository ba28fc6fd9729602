import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { beforeEach, test } from 'node:test'
import { shopOf } from '../../../tests/builders/baskets.ts'
import { mailKit } from '../../../tests/builders/mails.ts'
import { addOffer } from '../../../tests/builders/prices.ts'
import { readMail } from '../../../tests/builders/received-mails.ts'
import { openHouse } from '../../../tests/harness/house.ts'
import { startSmtp } from '../../../tests/outside/smtp.ts'

const house = await openHouse()
const club = await house.organisation({ name: 'Harbour City FC' })
const smtp = await startSmtp()
const { send, rows } = mailKit(house, club, smtp.url)
const shop = shopOf(house, club)

beforeEach(async () => {
  await house.sql`truncate mails, mail_rates`
  smtp.received.length = 0
})

const change = (path: string, body: object) => house.call('PATCH', `/v1/manage/${path}`, { key: club.key, body })

/** Two places of an event at the harbour, and what the buyer sends with the checkout. */
async function buy(checkout: object = {}, title = 'Derby') {
  const offer = await addOffer(house, club)
  const venue = await house.call('POST', '/v1/manage/venues', { key: club.key, body: { name: 'Harbour Park' } })
  const event_start_unix = Date.UTC(2060, 2, 16, 8, 30) / 1000
  const doors_open_unix = event_start_unix - 3600
  await change(`events/${offer.eventId}`, { title, event_start_unix, doors_open_unix, venue_id: venue.body.venue_id })
  const basket = await shop.fill(offer.priceId, 2)
  const { status, body } = await shop.checkOut(basket, checkout)
  assert.equal(status, 200)
  return { offer, order: body }
}

const only = async () => {
  const [received, ...rest] = smtp.received
  assert.ok(received)
  assert.equal(rest.length, 0)
  return { received, mail: await readMail(received) }
}

test('a buyer gets one mail with order, event, places, what was paid, a link and an entry for the calendar', async () => {
  const { order } = await buy({ customer: { email: 'ada@example.org', first_name: 'Ada', last_name: 'Okafor' } })
  assert.equal(await send(), 1)
  assert.equal(await send(), 0, 'and no second one')
  const { received, mail } = await only()
  assert.deepEqual(received.to, ['ada@example.org'])
  assert.deepEqual([mail.from?.name, mail.subject], ['Harbour City FC', 'Your tickets for Derby'])
  for (const part of [mail.text, mail.html]) {
    for (const words of [
      'Hello Ada,',
      'Derby',
      'Tuesday 16 March 2060',
      '7:30',
      'Harbour Park',
      `Order ${order.order_id}`,
    ])
      assert.ok(part.includes(words), `${words} in ${part}`)
    assert.match(part, /http:\/\/grandstand\.test\/t\/ors_[\w-]{20,}/)
    assert.ok(part.includes(`$${order.total.toFixed(2)}`))
  }
  assert.deepEqual(
    [mail.header('auto-submitted'), mail.header('content-language'), mail.header('list-unsubscribe')],
    ['auto-generated', 'en', undefined],
  )
  assert.equal(mail.messageId, `<order-${order.order_id}-confirmed.${club.orgId}@club.example>`)
  const pdf = mail.attachment('application/pdf')
  assert.deepEqual([pdf?.filename, pdf?.content.subarray(0, 5).toString()], ['tickets.pdf', '%PDF-'])
  const entry = mail.attachment('text/calendar')?.content.toString()
  assert.match(entry ?? '', /^DTSTART;TZID=Australia\/Sydney:20600316T193000$/m)
  assert.match(entry ?? '', /^SUMMARY:Derby$/m)
})

test('the logo stands in the mail itself, beside the name, and is not fetched when it is opened', async () => {
  const png = Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47]), Buffer.alloc(60)])
  const server = createServer((_request, response) => response.end(png)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await change('organisation', { logo_image: `http://127.0.0.1:${port}/logo.png` })
  await buy()
  await send()
  await change('organisation', { logo_image: null })
  server.close()
  const { mail } = await only()
  const logo = mail.attachment('image/png')
  assert.deepEqual([logo?.content, logo?.contentId, logo?.disposition], [png, '<logo@grandstand>', 'inline'])
  assert.match(mail.html, /<img src="cid:logo@grandstand" alt=""[^>]*>Harbour City FC/)
  assert.doesNotMatch(mail.html, /src="http/)
})

test('the link in the mail opens the order', async () => {
  const { order } = await buy()
  await send()
  const secret = /\/t\/(ors_[\w-]+)/.exec((await only()).mail.text)?.[1] ?? ''
  const { status, body } = await house.call('GET', '/v1/storefront/order', {
    key: club.key,
    headers: { 'x-order-secret': secret },
  })
  assert.deepEqual([status, body.order_id], [200, order.order_id])
})

test('mails speak the language of the order, and that of the organisation where it names none', async () => {
  await buy({ language: 'de-at' })
  await send()
  const german = (await only()).mail
  assert.equal(german.subject, 'Ihre Tickets für Derby')
  assert.match(german.text, /Dienstag, 16\. März 2060/)
  assert.match(german.html, /<html lang="de"/)
  smtp.received.length = 0
  await change('organisation', { language: 'es' })
  await buy()
  await send()
  await change('organisation', { language: 'en' })
  const spanish = (await only()).mail
  assert.equal(spanish.subject, 'Tus entradas para Derby')
  assert.match(spanish.text, /martes, 16 de marzo de 2060/)
})

test('a language that no catalogue has is English, and what is no language is refused', async () => {
  await buy({ language: 'tlh' })
  await send()
  assert.equal((await only()).mail.subject, 'Your tickets for Derby')
  const { priceId } = await addOffer(house, club)
  const { status, body } = await shop.checkOut(await shop.fill(priceId, 1), { language: 'not a language' })
  assert.deepEqual([status, body.error.param], [400, 'language'])
})

test('nothing in a name or a title becomes markup, a header, a recipient or a placeholder', async () => {
  const first_name = '<img src=x onerror=alert(1)> {organisation}'
  await buy({ customer: { email: 'ada@example.org', first_name, last_name: 'x' } }, 'A "Derby" <b>&</b> {order}')
  await send()
  const { received, mail } = await only()
  assert.deepEqual(received.to, ['ada@example.org'])
  assert.equal(mail.subject, 'Your tickets for A "Derby" <b>&</b> {order}')
  assert.doesNotMatch(mail.html, /<img|<b>/)
  assert.ok(mail.html.includes('&lt;img src=x onerror=alert(1)&gt; {organisation}'))
  assert.ok(mail.text.includes(first_name))
})

test('what was confirmed and cancelled before its mail left is not mailed', async () => {
  const { order } = await buy()
  await house.call('POST', `/v1/manage/orders/${order.order_id}/cancel`, { key: club.key, body: {} })
  await send()
  assert.equal(smtp.received.length, 0)
  assert.deepEqual(
    (await rows()).map(({ mail_status, error_code }) => [mail_status, error_code]),
    [['dropped', 'nothing_to_tell']],
  )
})

test('the box office mails fans who give an address, and no others', async () => {
  const { priceId } = await addOffer(house, club)
  const sell = (customer: object) =>
    house.call('POST', '/v1/manage/orders', {
      key: club.key,
      body: { items: [{ price_id: priceId, quantity: 1 }], payment_method: 'cash', customer },
    })
  assert.equal((await sell({})).status, 201)
  assert.equal(await send(), 0)
  assert.equal((await sell({ email: 'grace@example.org' })).status, 201)
  assert.equal(await send(), 1)
  assert.deepEqual((await only()).received.to, ['grace@example.org'])
})
