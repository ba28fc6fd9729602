import assert from 'node:assert/strict'
import { test } from 'node:test'
import { buyer, shopOf } from '../../../tests/builders/baskets.ts'
import { addOffer } from '../../../tests/builders/prices.ts'
import { openWebhookHouse } from '../../../tests/builders/webhooks.ts'
import type { Tenant } from '../../../tests/harness/house.ts'
import { openReceiver, verified } from '../../../tests/outside/receiver.ts'
import { type Scope, scopes, scopesOfKind } from '../../access/scopes.ts'
import { isShownTo, typesShownTo } from './message-scopes.ts'
import { messageTypes, scopeOfMessage } from './message-types.ts'
import { publishAll } from './publish.ts'

const house = await openWebhookHouse()
const sender = house.sender()
const everything = [...scopesOfKind.sk]
const keyWith = ({ orgId }: Tenant, ...wanted: Scope[]) => house.key(orgId, { scopes: wanted })
const typesOf = (data: { type: string }[]) => [...new Set(data.map(({ type }) => type))].sort()

/** A fan buys a ticket; what of it a stranger must not see. */
async function sell(club: Tenant): Promise<string[]> {
  const shop = shopOf(house, club)
  const basket = await shop.fill((await addOffer(house, club)).priceId, 1)
  const { body } = await shop.checkOut(basket)
  const order = await house.call('GET', `/v1/orders/${body.order_id}`, { key: club.key })
  return [buyer.email, order.body.tickets[0].barcode]
}

test('every type has a scope that keys can have, and a key sees those of its scopes only', () => {
  for (const type of messageTypes) assert.ok(Object.hasOwn(scopes, scopeOfMessage(type)), type)
  assert.deepEqual(typesShownTo({ scopes: new Set(['customers:read']) }), [
    'credit.changed',
    'customer.created',
    'customer.updated',
    'webhook_endpoint.disabled',
    'ping',
  ])
  assert.equal(isShownTo({ scopes: new Set(everything) }, 'a_type.of_tomorrow'), false)
})

test('webhooks:read alone reads no fan and no barcode from the feed', async () => {
  const club = await house.organisation()
  const secrets = await sell(club)
  const all = await house.call('GET', '/v1/webhook_messages?limit=100', { key: club.key })
  for (const secret of secrets) assert.ok(all.text.includes(secret), 'the feed has it for who may see it')
  const alone = await house.call('GET', '/v1/webhook_messages?limit=100', { key: await keyWith(club, 'webhooks:read') })
  assert.deepEqual([alone.status, alone.body.data, alone.body.has_more], [200, [], false])
  assert.equal(alone.body.next_after, all.body.last_sequence)
  const orders = await house.call('GET', '/v1/webhook_messages?limit=100', {
    key: await keyWith(club, 'webhooks:read', 'orders:read'),
  })
  assert.deepEqual(typesOf(orders.body.data), ['order.completed', 'order.created', 'ticket.issued'])
})

test('a narrow key pages through a long feed in bounded looks, and misses nothing that is for it', async () => {
  const club = await house.organisation()
  const noise = Array.from({ length: 7000 }, () => ({ type: 'customer.updated' as const, data: {} }))
  const wanted = { type: 'event.updated' as const, data: {} }
  await house.sql.begin((tx) => publishAll(club.orgId, tx, house.clock, [wanted, ...noise, wanted]))
  const key = await keyWith(club, 'webhooks:read', 'events:read')
  const sequences: number[] = []
  let pages = 0
  for (let after = 0, more = true; more; pages += 1) {
    const { body } = await house.call('GET', `/v1/webhook_messages?limit=100&after=${after}`, { key })
    sequences.push(...body.data.map(({ sequence }: { sequence: number }) => sequence))
    assert.ok(body.next_after > after)
    after = body.next_after
    more = body.has_more
  }
  assert.deepEqual([sequences, pages], [[1, 7002], 2])
})

test('webhooks:write alone cannot have fans or barcodes sent to an address of its own', async () => {
  const club = await house.organisation()
  const thief = await openReceiver()
  const key = await keyWith(club, 'webhooks:write')
  const asked = await house.call('POST', '/v1/webhook_endpoints', {
    key,
    body: { url: thief.url, types: ['order.completed'] },
  })
  assert.deepEqual([asked.status, asked.body.error.code], [403, 'scope_missing'])
  assert.match(asked.body.error.message, /orders:read/)
  const all = await house.call('POST', '/v1/webhook_endpoints', { key, body: { url: thief.url } })
  assert.deepEqual([all.status, all.body.types, all.body.scopes], [201, ['*'], ['webhooks:read']])
  await sell(club)
  await sender.drain()
  assert.deepEqual(thief.received.filter(({ body }) => JSON.parse(body).type !== 'ping').length, 0)
})

test('an endpoint for all types is sent those of the scopes that its key had, whichever key looks at it later', async () => {
  const club = await house.organisation()
  const receiver = await openReceiver()
  const key = await keyWith(club, 'webhooks:write', 'customers:read')
  const creation = await house.call('POST', '/v1/webhook_endpoints', { key, body: { url: receiver.url } })
  await house.call('PATCH', `/v1/webhook_endpoints/${creation.body.webhook_endpoint_id}`, {
    key: club.key,
    body: { description: 'Till' },
  })
  await sender.drain()
  await house.raise(club)
  await sell(club)
  await sender.drain()
  const types = receiver.received.map((item) => verified(creation.body.secret, item) as { type: string })
  assert.deepEqual(
    typesOf(types).filter((type) => type !== 'ping'),
    ['customer.created'],
  )
})

test('a caller cannot move, replay, retry or forge what they may not read', async () => {
  const club = await house.organisation()
  const [receiver, thief] = [await openReceiver(500), await openReceiver()]
  const { id } = await house.endpoint(club, receiver.url)
  await sell(club)
  await sender.drain()
  const key = await keyWith(club, 'webhooks:write', 'webhooks:read', 'events:read')
  const path = `/v1/webhook_endpoints/${id}`
  const [delivery] = (await house.call('GET', '/v1/webhook_deliveries?type=order.completed', { key })).body.data
  for (const [method, address, body] of [
    ['PATCH', path, { url: thief.url }],
    ['PATCH', path, { types: ['order.completed'] }],
    ['POST', `${path}/replay`, { since: 0 }],
    ['POST', `${path}/roll_secret`, { overlap_seconds: 0 }],
    ['POST', `/v1/webhook_deliveries/${delivery.webhook_delivery_id}/retry`, undefined],
  ] as const) {
    const answer = await house.call(method, address, { key, ...(body ? { body } : {}) })
    assert.deepEqual([answer.status, answer.body.error?.code], [403, 'scope_missing'], `${method} ${address}`)
  }
  // Nor chooses types that he may read instead: that would take the others away.
  const turned = await house.call('PATCH', path, { key, body: { url: thief.url, types: ['event.created'] } })
  assert.equal(turned.status, 403)
  // A key that may read all of it may; what waits of the other types must not follow to the new address.
  const moved = await house.call('PATCH', path, { key: club.key, body: { url: thief.url, types: ['event.created'] } })
  assert.equal(moved.status, 200)
  await house.sql`
    update webhook_endpoints
    set scopes = array['events:read']
    where org_id = ${club.orgId}
      and webhook_endpoint_id = ${id}`
  house.clock.advance(24 * 3600 * 1000)
  await sender.drain()
  house.clock.set(new Date())
  assert.deepEqual(
    thief.received.map(({ body }) => JSON.parse(body).type).filter((type) => type !== 'ping'),
    [],
  )
})

test('what a receiver answered is shown to who may read the message: it may quote it', async () => {
  const club = await house.organisation()
  const receiver = await openReceiver((response, { body }) => response.writeHead(500).end(body))
  await house.endpoint(club, receiver.url, ['customer.created'])
  await house.raise(club)
  await sender.drain()
  const look = async (key: string) => (await house.call('GET', '/v1/webhook_deliveries', { key })).body.data[0]
  assert.match((await look(club.key)).attempts[0].response_start, /Fan 0/)
  const alone = await look(await keyWith(club, 'webhooks:read'))
  assert.deepEqual([alone.type, alone.attempts[0].response_start], ['customer.created', null])
})

test('an endpoint is sent codes and addresses whole only if the key that made it may read them', async () => {
  const club = await house.organisation()
  const made = async (...wanted: Scope[]) => {
    const receiver = await openReceiver()
    const key = await keyWith(club, 'webhooks:write', 'webhooks:read', 'orders:read', ...wanted)
    const { body } = await house.call('POST', '/v1/webhook_endpoints', { key, body: { url: receiver.url } })
    return { receiver, key, secret: body.secret as string }
  }
  const [narrow, wide] = [await made(), await made('codes:read', 'customers:read')]
  await sender.drain()
  const secrets = await sell(club)
  await sender.drain()
  const textsOf = ({ receiver }: typeof narrow) => receiver.received.map(({ body }) => body).join('\n')
  const feedOf = async ({ key }: typeof narrow) =>
    (await house.call('GET', '/v1/webhook_messages?limit=100', { key })).text
  for (const secret of secrets) {
    assert.deepEqual([textsOf(narrow).includes(secret), textsOf(wide).includes(secret)], [false, true])
    assert.deepEqual([(await feedOf(narrow)).includes(secret), (await feedOf(wide)).includes(secret)], [false, true])
  }
  // What is masked is signed as it is sent.
  const bodies = narrow.receiver.received.map((one) => JSON.stringify(verified(narrow.secret, one)))
  assert.match(bodies.join('\n'), /"barcode":"\*{4}.{4}"/)
})
