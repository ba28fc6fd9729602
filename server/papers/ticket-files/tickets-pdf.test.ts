import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shopOf } from '../../../tests/builders/baskets.ts'
import { addOrder } from '../../../tests/builders/orders.ts'
import { addOffer, addSeatedOffer } from '../../../tests/builders/prices.ts'
import { addSeatMap } from '../../../tests/builders/seat-maps.ts'
import { openHouse } from '../../../tests/harness/house.ts'
import { checkPdf, pdfCodes, pdfFonts, pdfSize, pdfTexts, pdfToolsMissing } from '../../../tests/outside/pdf-tools.ts'

const house = await openHouse()
const club = await house.organisation({ name: 'Harbour City FC' })
const publishable = await house.key(club.orgId, { kind: 'pk' })
const shop = shopOf(house, { key: club.key })
const skip = { skip: pdfToolsMissing }

async function file(path: string, key = club.key, headers = {}): Promise<Buffer> {
  const response = await house.app.inject({ url: path, headers: { authorization: `Bearer ${key}`, ...headers } })
  assert.deepEqual([response.statusCode, response.headers['content-type']], [200, 'application/pdf'], response.body)
  return response.rawPayload
}

const rename = (ticketId: number, name: string) =>
  house.call('PATCH', `/v1/manage/tickets/${ticketId}`, { key: club.key, body: { ticket_name: name } })

test('an order’s tickets are a page each, with a code of 35 mm or more that another’s reader reads', skip, async () => {
  const map = await addSeatMap(house, club)
  const offer = await addSeatedOffer(house, club, map, { title: 'City v Rovers' })
  await house.sql`
    update seats
    set seat_gate = 'C'
    where org_id = ${club.orgId}
      and seat_map_id = ${map.seatMapId}`
  await house.call('PATCH', '/v1/manage/organisation', {
    key: club.key,
    body: { ticket_terms: 'No glass, no flares.' },
  })
  const basket = (await shop.open()).body.id
  await shop.add(basket, { price_id: offer.priceId, quantity: 2, seat_ids: map.seatIds })
  const { body: order } = await shop.checkOut(basket)
  const pdf = await file(`/v1/orders/${order.order_id}/tickets.pdf`)
  await checkPdf(pdf)
  assert.deepEqual(await pdfSize(pdf), { pages: 2, widthMm: 105, heightMm: 148 })
  const [first = '', second = ''] = await pdfTexts(pdf)
  const said = [
    'Harbour City FC',
    'City v Rovers',
    'North',
    'A',
    '1',
    'C',
    'Adult',
    `Order ${order.order_id}`,
    'No glass',
  ]
  for (const words of [...said, `Ticket ${order.tickets[0].ticket_id}`, '$27.20'])
    assert.ok(first.includes(words), words)
  assert.ok(second.includes(`Ticket ${order.tickets[1].ticket_id}`))
  for (const [page, ticket] of order.tickets.entries()) {
    const [code] = await pdfCodes(pdf, page + 1)
    assert.equal(code?.text, ticket.barcode)
    assert.ok((code?.widthMm ?? 0) >= 35, `${code?.widthMm} mm`)
  }
})

test(
  'names in Latin, Greek and Cyrillic letters are printed, embedded, and found again by a search',
  skip,
  async () => {
    const offer = await addOffer(house, club, { event: { title: 'Ολυμπιακός – Динамо Київ' } })
    const names = ['Zoë Ångström-Łukaszewicz', 'Nguyễn Thị Ngọc Ánh', 'Αλέξανδρος Παπαδόπουλος', 'Ђорђе Їжакевич']
    // As some keyboards send it: a letter and its accent apart.
    const sent = names.map((name) => name.normalize('NFD'))
    const { orderId, ticketIds } = await addOrder(house, club, offer, { tickets: names.length })
    for (const [index, id] of ticketIds.entries()) await rename(id, sent[index] ?? '')
    const pdf = await file(`/v1/orders/${orderId}/tickets.pdf`)
    const texts = (await pdfTexts(pdf)).map((text) => text.normalize('NFC'))
    names.forEach((name, index) => {
      assert.ok(texts[index]?.includes(name), `${name} in ${texts[index]}`)
      assert.ok(texts[index]?.includes('Ολυμπιακός – Динамо Київ'))
      assert.ok(!texts[index]?.includes('cannot be printed'))
    })
    const fonts = await pdfFonts(pdf)
    assert.ok(fonts.length >= 5)
    for (const line of fonts) assert.match(line, /CID TrueType\s+Identity-H\s+yes yes yes/, line)
  },
)

test('a letter that no font has is never left out in silence: the ticket says so', skip, async () => {
  const { orderId, ticketId } = await addOrder(house, club, await addOffer(house, club))
  for (const name of ['王秀英', 'عمر', 'दीपा', 'Ana 🎟']) {
    await rename(ticketId, name)
    const [text = ''] = await pdfTexts(await file(`/v1/orders/${orderId}/tickets.pdf`))
    assert.match(text.replaceAll(/\s+/g, ' '), /stands for a letter that cannot be printed here/, name)
  }
})

test('hostile names are only names', skip, async () => {
  const { orderId, ticketId } = await addOrder(house, club, await addOffer(house, club))
  const names = [
    ') Tj ET endstream endobj %',
    '<</JavaScript (app.alert(1))>>',
    'W'.repeat(200),
    'a '.repeat(100).trim(),
    '\u202egnp.exe\u2066',
    `o${'\u0308'.repeat(150)}`,
  ]
  for (const name of names) {
    assert.equal((await rename(ticketId, name)).status, 200)
    const pdf = await file(`/v1/orders/${orderId}/tickets.pdf`)
    await checkPdf(pdf)
    assert.equal((await pdfSize(pdf)).pages, 1)
    assert.ok(!pdf.toString('latin1').includes('JavaScript'))
    assert.equal((await pdfCodes(pdf)).length, 1, name)
  }
})

test('tickets that were cancelled are not in it, and an order without active ones has no file', skip, async () => {
  const { orderId, ticketIds } = await addOrder(house, club, await addOffer(house, club), { tickets: 2 })
  const close = (ticketId: number | undefined, status: number) => house.sql`
    update tickets
    set ticket_status_id = ${status}
    where org_id = ${club.orgId}
      and ticket_id = ${ticketId ?? 0}`
  await close(ticketIds[0], 3)
  const texts = await pdfTexts(await file(`/v1/orders/${orderId}/tickets.pdf`))
  assert.equal(texts.length, 1)
  assert.ok(texts[0]?.includes(`Ticket ${ticketIds[1]}`))
  await close(ticketIds[1], 2)
  const { status, body } = await house.call('GET', `/v1/orders/${orderId}/tickets.pdf`, { key: club.key })
  assert.deepEqual([status, body.error.code], [409, 'state_conflict'])
})

test('the buyer has the file by the order’s secret, without the ticket that was passed on', skip, async () => {
  const { priceId } = await addOffer(house, club)
  const { body: order } = await shop.checkOut(await shop.fill(priceId, 2))
  const [kept, passed] = order.tickets
  const holder = { ticket_name: 'Grace Ito', email_address: 'grace@example.com' }
  await house.call('POST', `/v1/manage/tickets/${passed.ticket_id}/transfer`, { key: club.key, body: holder })
  const own = '/v1/storefront/order/tickets.pdf'
  const pdf = await file(own, publishable, { 'x-order-secret': order.order_secret })
  assert.deepEqual(
    (await pdfCodes(pdf)).map(({ text }) => text),
    [kept.barcode],
  )
  assert.equal((await pdfSize(pdf)).pages, 1)
  assert.equal((await pdfSize(await file(`/v1/orders/${order.order_id}/tickets.pdf`))).pages, 2)
  for (const secret of ['', 'ors_wrong', `${order.order_secret}x`]) {
    const { status } = await house.call('GET', own, { key: publishable, headers: { 'x-order-secret': secret } })
    assert.equal(status, 404)
  }
})

test('four to a sheet at home, and on stock of any size that a code fits on', skip, async () => {
  const { orderId, ticketIds } = await addOrder(house, club, await addOffer(house, club), { tickets: 5 })
  const path = `/v1/orders/${orderId}/tickets.pdf`
  const sheet = await file(`${path}?paper=a4`)
  assert.deepEqual(await pdfSize(sheet), { pages: 2, widthMm: 210, heightMm: 297 })
  assert.equal((await pdfCodes(sheet)).length, 4)
  assert.deepEqual(await pdfSize(await file(`${path}?paper=letter`)), { pages: 2, widthMm: 215.9, heightMm: 279.4 })
  for (const [width, height] of [
    [140, 51],
    [203, 82],
    [80, 200],
  ]) {
    const stock = await file(`${path}?paper=${width}x${height}&ticket_id=${ticketIds[0]}`)
    assert.deepEqual(await pdfSize(stock), { pages: 1, widthMm: width, heightMm: height })
    const [code] = await pdfCodes(stock)
    assert.ok((code?.widthMm ?? 0) >= 34.8, `${width} × ${height}: ${code?.widthMm} mm`)
  }
  assert.equal((await pdfSize(await file(`${path}?after_ticket_id=${ticketIds[2]}`))).pages, 2)
  for (const paper of ['a5', '100', '80x90', '119x50', '301x300', '999x999', '140x51x2']) {
    const { status, body } = await house.call('GET', `${path}?paper=${paper}`, { key: club.key })
    assert.deepEqual([status, body.error.code], [400, 'parameter_invalid'], paper)
  }
})

test('a hundred tickets are one file of less than half a megabyte', async () => {
  const { priceId } = await addOffer(house, club, { capacity: 100, price: { max_per_order: 100 } })
  const { body: order } = await shop.checkOut(await shop.fill(priceId, 100))
  const pdf = await file(`/v1/orders/${order.order_id}/tickets.pdf`)
  assert.ok(pdf.length < 500_000, `${pdf.length} bytes`)
})
