import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { test } from 'node:test'
import { buyer, shopOf } from '../../../tests/builders/baskets.ts'
import { openGround } from '../../../tests/builders/grounds.ts'
import { addOffer, addSeatedOffer } from '../../../tests/builders/prices.ts'
import { addSeatMap } from '../../../tests/builders/seat-maps.ts'
import { type Answer, openHouse } from '../../../tests/harness/house.ts'
import { exposed } from '../../platform/http/guarded-fields.ts'
import { HOUR_MS, MINUTE_MS } from '../../platform/values/durations.ts'
import { orderSecretOf, ticketSecretOf } from '../../tickets/orders/order-secret.ts'

const house = await openHouse()
const { seal, clock } = house
const club = await house.organisation()
const ground = await openGround(house, club)
const { priceId } = await addOffer(house, club, { eventId: ground.eventId, capacity: 1000 })
const shop = shopOf(house, club)

const buy = async (quantity = 2) => (await shop.checkOut(await shop.fill(priceId, quantity))).body
const asHolder = (secret: string, method: string, path = '', body?: object) =>
  house.call(method, `/v1/ticket_page${path}`, { headers: { 'x-order-secret': secret }, ...(body ? { body } : {}) })
const pageOf = async (secret: string) => (await asHolder(secret, 'GET')).body
const staff = (method: string, path: string, body?: object) =>
  house.call(method, `/v1/manage${path}`, { key: club.key, ...(body ? { body } : {}) })
const cleo = { ticket_name: 'Cleo Ng', email_address: 'cleo@example.org' }
const idsOf = ({ tickets }: Answer['body']) => tickets.map(({ ticket_id }: { ticket_id: number }) => ticket_id)
type Refusal = { status: number; body: { error?: { code?: string } } }
const refusal = ({ status, body }: Refusal) => [status, body.error?.code]

/** The secret of the holder of a ticket that was passed on: the mail that tells them has it. */
const secretOfNext = async (ticketId: number) => {
  const [next] = await house.sql<{ ticket_id: number; order_id: number }[]>`
    select ticket_id, order_id
    from tickets
    where org_id = ${club.orgId}
      and replaces_ticket_id = ${ticketId}`
  if (!next) throw new Error('the ticket was not passed on')
  const { ticket_id, order_id } = next
  return {
    ticketId: ticket_id,
    secret: exposed(ticketSecretOf(seal, club.orgId, { orderId: order_id, ticketId: ticket_id, version: 0 })),
  }
}

test('the secret alone shows event, seat and code of every ticket, and hides the address', async () => {
  const { order_secret, order_id, tickets } = await buy()
  const { status, body: page } = await asHolder(order_secret, 'GET')
  assert.equal(status, 200)
  assert.deepEqual([page.order_id, page.order_status, page.passed_on], [order_id, 'confirmed', 0])
  assert.deepEqual(idsOf(page), idsOf({ tickets }))
  assert.equal(page.tickets[0].barcode, tickets[0].barcode)
  assert.deepEqual([page.tickets[0].used, page.tickets[0].ticket_name], [false, 'Ada Okafor'])
  assert.equal(page.mail_to, 'a•••@example.org')
  assert.equal(JSON.stringify(page).includes(buyer.email), false)
})

test('a holder is renamed, and the barcode stays', async () => {
  const { order_secret, tickets } = await buy()
  const [{ ticket_id, barcode }] = tickets
  const renamed = await asHolder(order_secret, 'PATCH', `/tickets/${ticket_id}`, { ticket_name: ' Ben Ito ' })
  assert.equal(renamed.status, 200)
  assert.deepEqual([renamed.body.tickets[0].ticket_name, renamed.body.tickets[0].barcode], ['Ben Ito', barcode])
  const { body: log } = await staff('GET', `/audit_log?object_type=ticket&object_id=${ticket_id}`)
  assert.deepEqual([log.data[0].actor_kind, log.data[0].action], ['holder', 'ticket.changed'])
})

test('a ticket that is passed on dies at the gate at once; its new holder walks in, and sees this ticket alone', async () => {
  const { order_secret, tickets } = await buy()
  const [passed, kept] = tickets
  const { status, body: page } = await asHolder(order_secret, 'POST', `/tickets/${passed.ticket_id}/pass_on`, cleo)
  assert.equal(status, 200)
  assert.deepEqual([idsOf(page), page.passed_on], [[kept.ticket_id], 1])
  const { secret, ticketId } = await secretOfNext(passed.ticket_id)
  const own = await pageOf(secret)
  assert.deepEqual([idsOf(own), own.mail_to, own.refund, own.passed_on], [[ticketId], 'c•••@example.org', null, 0])
  assert.equal(await ground.result(passed.barcode), 'blocked')
  assert.equal(await ground.result(own.tickets[0].barcode), 'admitted')
  assert.equal((await pageOf(secret)).tickets[0].used, true)
})

test('a holder who was passed a ticket passes it on in turn, and then has nothing; a re-issued one they go on seeing', async () => {
  const { order_secret, tickets } = await buy(1)
  await asHolder(order_secret, 'POST', `/tickets/${tickets[0].ticket_id}/pass_on`, cleo)
  const first = await secretOfNext(tickets[0].ticket_id)
  const { body: reissued } = await staff('POST', `/tickets/${first.ticketId}/reissue`)
  assert.deepEqual(idsOf(await pageOf(first.secret)), [reissued.ticket_id])
  const dan = { ticket_name: 'Dan', email_address: 'dan@example.org' }
  assert.equal((await asHolder(first.secret, 'POST', `/tickets/${reissued.ticket_id}/pass_on`, dan)).status, 200)
  assert.deepEqual(idsOf(await pageOf(first.secret)), [])
  assert.equal((await pageOf((await secretOfNext(reissued.ticket_id)).secret)).tickets[0].ticket_name, 'Dan')
})

test('a page changes its own tickets only, and none that was used, nor where the organisation forbids it', async () => {
  const { order_secret, tickets } = await buy()
  const other = await buy()
  const foreign = `/tickets/${other.tickets[0].ticket_id}`
  assert.deepEqual(refusal(await asHolder(order_secret, 'PATCH', foreign, { ticket_name: 'X' })), [
    404,
    'resource_missing',
  ])
  assert.deepEqual(refusal(await asHolder(order_secret, 'POST', `${foreign}/pass_on`, cleo)), [404, 'resource_missing'])
  const own = `/tickets/${tickets[0].ticket_id}/pass_on`
  await ground.scan(tickets[0].barcode)
  assert.deepEqual(refusal(await asHolder(order_secret, 'POST', own, cleo)), [409, 'state_conflict'])
  await staff('PATCH', '/organisation', { holder_changes: false })
  assert.equal((await pageOf(order_secret)).changes, false)
  const second = `/tickets/${tickets[1].ticket_id}`
  assert.deepEqual(refusal(await asHolder(order_secret, 'PATCH', second, { ticket_name: 'X' })), [
    409,
    'state_conflict',
  ])
  await staff('PATCH', '/organisation', { holder_changes: true })
})

test('of two who pass one ticket on at the same moment, one does', async () => {
  const { order_secret, tickets } = await buy(1)
  const path = `/tickets/${tickets[0].ticket_id}/pass_on`
  const answers = await Promise.all([
    asHolder(order_secret, 'POST', path, cleo),
    asHolder(order_secret, 'POST', path, cleo),
  ])
  assert.equal(answers.filter(({ status }) => status === 200).length, 1)
})

test('staff revoke a secret: every earlier one is dead, for the page and for the shop, and the new one opens', async () => {
  const { order_secret, order_id, tickets } = await buy()
  await asHolder(order_secret, 'POST', `/tickets/${tickets[0].ticket_id}/pass_on`, cleo)
  const { secret: cleos, ticketId } = await secretOfNext(tickets[0].ticket_id)
  const { body: revoked } = await staff('POST', `/orders/${order_id}/revoke_secret`)
  assert.deepEqual(refusal(await asHolder(order_secret, 'GET')), [404, 'resource_missing'])
  const headers = { 'x-order-secret': order_secret }
  assert.equal((await house.call('GET', '/v1/storefront/order', { key: club.key, headers })).status, 404)
  assert.equal((await asHolder(revoked.order_secret, 'GET')).status, 200)
  assert.equal((await asHolder(cleos, 'GET')).status, 200)
  const { body: another } = await staff('POST', `/tickets/${ticketId}/revoke_secret`)
  assert.equal((await asHolder(cleos, 'GET')).status, 404)
  assert.deepEqual(idsOf(await pageOf(another.order_secret)), [ticketId])
  assert.equal((await staff('POST', `/tickets/${tickets[1].ticket_id}/revoke_secret`)).status, 404)
})

test('no other secret opens a page: made up, of another organisation’s order, or of a ticket that was not passed on', async () => {
  const { order_id, tickets } = await buy()
  const stranger = await house.organisation()
  const secrets = [
    '',
    'ors_',
    String(order_id),
    exposed(orderSecretOf(seal, stranger.orgId, order_id)),
    exposed(orderSecretOf(seal, club.orgId, order_id, 1)),
    exposed(ticketSecretOf(seal, club.orgId, { orderId: order_id, ticketId: tickets[0].ticket_id, version: 0 })),
  ]
  for (const secret of secrets) assert.deepEqual(refusal(await asHolder(secret, 'GET')), [404, 'resource_missing'])
})

test('a crowd behind one address is not locked out: pages are counted by their secret, strangers by their address', async () => {
  const { order_secret } = await buy()
  const first = await asHolder(order_secret, 'GET')
  const limit = Number(first.headers['x-ratelimit-remaining'])
  await asHolder('ors_made_up', 'GET')
  const third = await asHolder(order_secret, 'GET')
  assert.equal(Number(third.headers['x-ratelimit-remaining']), limit - 1)
})

test('a refund is asked for once and until the deadline, and staff settle it', async () => {
  const { order_secret, order_id, tickets } = await buy()
  const ask = (body: object = {}) => asHolder(order_secret, 'POST', '/refund_requests', body)
  assert.equal((await pageOf(order_secret)).refund, null)
  assert.deepEqual(refusal(await ask()), [409, 'state_conflict'])
  await staff('PATCH', '/organisation', { refund_request_hours: 0 })
  const foreign = (await buy()).tickets[0].ticket_id
  assert.deepEqual(refusal(await ask({ ticket_ids: [foreign] })), [404, 'resource_missing'])
  const asked = await ask({ ticket_ids: [tickets[0].ticket_id], reason: 'Ill <b>today</b>' })
  assert.equal(asked.status, 200, asked.text)
  const { refund_request_id, refund_request_status } = asked.body.refund.request
  assert.equal(refund_request_status, 'open')
  assert.deepEqual(refusal(await ask()), [409, 'state_conflict'])
  const { body: list } = await staff('GET', '/refund_requests?refund_request_status=open')
  assert.deepEqual([list.data.at(-1).order_id, list.data.at(-1).reason], [order_id, 'Ill <b>today</b>'])
  const path = `/refund_requests/${refund_request_id}`
  assert.deepEqual(refusal(await staff('POST', `${path}/accept`)), [409, 'state_conflict'])
  await staff('POST', `/orders/${order_id}/refunds`, { ticket_ids: [tickets[0].ticket_id] })
  await staff('PATCH', path, { note: 'Get well soon.' })
  assert.equal((await staff('POST', `${path}/accept`)).status, 200)
  const { request } = (await pageOf(order_secret)).refund
  assert.deepEqual([request.refund_request_status, request.note], ['accepted', 'Get well soon.'])
  assert.equal((await ask()).status, 200)
  clock.advance(2 * HOUR_MS)
  const late = await buyLate()
  assert.deepEqual(refusal(await asHolder(late, 'POST', '/refund_requests')), [409, 'state_conflict'])
})

/** An order of the event that has begun. */
const buyLate = async () => (await buy(1)).order_secret

test('a pass for the wallet of a phone is offered where the organisation has one, and of one’s own tickets only', async () => {
  const { order_secret, tickets } = await buy(1)
  const path = `/tickets/${tickets[0].ticket_id}/google_wallet`
  assert.deepEqual((await pageOf(order_secret)).wallets, [])
  assert.equal((await asHolder(order_secret, 'GET', path)).status, 409)
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  await staff('PUT', '/wallets/google', {
    issuer_id: '3388000000012345678',
    service_account: 'tickets@club.example.com',
    private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
  })
  assert.deepEqual((await pageOf(order_secret)).wallets, ['google'])
  assert.match((await asHolder(order_secret, 'GET', path)).body.url, /^https:\/\/pay\.google\.com\/gp\/v\/save\//)
  assert.equal((await asHolder((await buy(1)).order_secret, 'GET', path)).status, 404)
})

test('what a buyer said when they asked for a refund is forgotten with them', async () => {
  const customer = { ...buyer, email: 'forgotten@example.org' }
  const event = { starts_at: new Date(clock().getTime() + HOUR_MS) }
  const offer = await addOffer(house, club, { event })
  const { body: order } = await shop.checkOut(await shop.fill(offer.priceId, 1), { customer })
  const asked = await asHolder(order.order_secret, 'POST', '/refund_requests', { reason: 'Ill, says Doctor Ng' })
  assert.equal(asked.status, 200, asked.text)
  const { body: found } = await house.call('GET', '/v1/customers?search=forgotten@example.org', { key: club.key })
  assert.equal((await staff('POST', `/customers/${found.data[0].org_customer_id}/erase`)).status, 200)
  const { reason } = (await staff('GET', `/refund_requests/${asked.body.refund.request.refund_request_id}`)).body
  assert.equal(reason, null)
})

test('a page says where each seat is on the ground, and of the ground no more than its sections', async () => {
  const map = await addSeatMap(house, club, { rows: 3, seats: 5 })
  const offer = await addSeatedOffer(house, club, map)
  const { id } = (await shop.open()).body
  const seat_ids = [map.seatIds[7]]
  await shop.add(id, { price_id: offer.priceId, quantity: 1, seat_ids })
  const { order_secret } = (await shop.checkOut(id)).body
  const { tickets, ground: drawn } = await pageOf(order_secret)
  assert.deepEqual(tickets[0].spot, { seat_section_id: map.sectionId, row: 2, position: 3 })
  const { layout, ...section } = drawn.sections[0]
  const ends = { from: 1, to: 5 }
  assert.deepEqual(section, {
    seat_section_id: map.sectionId,
    middle: 3,
    front: { row: 1, ...ends },
    back: { row: 3, ...ends },
  })
  const moved = { ...layout, rotation: 90 }
  await staff('PATCH', `/seat_maps/${map.seatMapId}/sections/${map.sectionId}`, { layout: moved })
  assert.deepEqual((await pageOf(order_secret)).ground.sections[0].layout, moved)
  const standing = await pageOf((await buy(1)).order_secret)
  assert.deepEqual([standing.ground, standing.tickets[0].spot], [null, null])
})

test('a ground that the club has not drawn is not drawn for it', async () => {
  const map = await addSeatMap(house, club, { rows: 3, seats: 5, drawn: false })
  const offer = await addSeatedOffer(house, club, map)
  const { id } = (await shop.open()).body
  await shop.add(id, { price_id: offer.priceId, quantity: 1, seat_ids: [map.seatIds[7]] })
  const page = await pageOf((await shop.checkOut(id)).body.order_secret)
  assert.equal(page.ground, null)
  assert.equal(page.tickets[0].seat_row, 'B')
})

test('the page names the calendar’s entry as the mail does', async () => {
  const { order_secret } = await buy(1)
  const { body: page } = await asHolder(order_secret, 'GET', '')
  assert.equal(page.event.calendar_uid, `event-${page.event.event_id}.${club.orgId}@grandstand`)
  assert.ok(page.event.calendar_sequence > 0)
})

test('tickets are mailed again, once in ten minutes, to whom they belong', async () => {
  const { order_secret, order_id, tickets } = await buy()
  clock.advance(1_000)
  assert.equal((await asHolder(order_secret, 'POST', '/mail')).status, 200)
  assert.deepEqual(refusal(await asHolder(order_secret, 'POST', '/mail')), [409, 'state_conflict'])
  clock.advance(10 * MINUTE_MS)
  assert.equal((await asHolder(order_secret, 'POST', '/mail')).status, 200)
  await staff('POST', `/tickets/${tickets[0].ticket_id}/transfer`, cleo)
  const { secret, ticketId } = await secretOfNext(tickets[0].ticket_id)
  assert.equal((await asHolder(secret, 'POST', '/mail')).status, 200)
  const mails = await house.sql<{ kind: string; about_id: number | null }[]>`
    select kind, about_id
    from mails
    where org_id = ${club.orgId}
      and order_id = ${order_id}
    order by created_at, mail_id`
  assert.deepEqual(
    mails.map(({ kind, about_id }) => [kind, about_id]),
    [
      ['order_confirmed', null],
      ['tickets_resent', null],
      ['tickets_resent', null],
      ['ticket_transferred', ticketId],
      ['ticket_passed_on', tickets[0].ticket_id],
      ['tickets_resent', ticketId],
    ],
  )
})
