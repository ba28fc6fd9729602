import assert from 'node:assert/strict'
import { test } from 'node:test'
import { buyer } from '../../../tests/builders/baskets.ts'
import { addOffer, type Offer, poolOf } from '../../../tests/builders/prices.ts'
import { awaitedLock } from '../../../tests/harness/awaited-lock.ts'
import { type Answer, type House, openHouse } from '../../../tests/harness/house.ts'
import { openSecondHouse } from '../../../tests/harness/second-house.ts'
import { auditBooks } from '../../operator/audit/audit.ts'
import { HOLD_MS } from './basket-state.ts'
import { purgeHoldingAddresses } from './held-places.ts'

const house = await openHouse()
const second = await openSecondHouse(house)
const club = await house.organisation()
const webKey = await house.key(club.orgId, { kind: 'pk' })

const ATTACKER = '203.0.113.9'
const FAN = '198.51.100.7'

/** What a browser at an address does, with the key that it found in the shop's page. */
const browserAt = (remoteAddress: string, key = webKey, at: House = house) => {
  const call = (method: string, path: string, body?: object) =>
    at.call(method, path, { key, remoteAddress, ...(body ? { body } : {}) })
  return {
    call,
    open: (priceId: number, quantity = 1) => call('POST', '/v1/baskets', { items: [{ price_id: priceId, quantity }] }),
    add: (basketId: string, priceId: number, quantity = 1) =>
      call('POST', `/v1/baskets/${basketId}/items`, { price_id: priceId, quantity }),
    checkOut: (basketId: string, payment_method = 'pm_test_ok') =>
      call('POST', `/v1/baskets/${basketId}/checkout`, { payment_method, customer: buyer }),
  }
}

const stadium = (): Promise<Offer> => addOffer(house, club, { capacity: 60_000 })
const heldOf = async ({ priceCategoryId }: Offer) => (await poolOf(house, club, priceCategoryId)).held
const forget = () => house.clock.advance(HOLD_MS)

test('a stranger who wants the whole stadium holds fifty places of it, through two processes at once', async () => {
  const offer = await stadium()
  const houses = [house, second]
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, n) => browserAt(ATTACKER, webKey, houses[n % 2]).open(offer.priceId, 7)),
  )
  const held = answers.filter(({ status }) => status === 201)
  assert.equal(held.length, 7, 'seven baskets of seven places; an eighth would be 56')
  const refused = answers.find(({ status }) => status !== 201)
  assert.deepEqual(
    [refused?.status, refused?.body.error.code, refused?.body.error.param, refused?.body.error.held_places_per_address],
    [409, 'held_places_per_address', 'items[0][quantity]', 50],
  )
  assert.equal(await heldOf(offer), 49)
  assert.equal((await browserAt(ATTACKER).open(offer.priceId)).status, 201, 'the fiftieth')
  assert.equal((await browserAt(ATTACKER).open(offer.priceId)).status, 409, 'the fifty-first')
  forget()
})

test('two processes that sell two events to one address at once count one after the other', async () => {
  const [here, there] = [await stadium(), await stadium()]
  for (let n = 0; n < 4; n += 1) assert.equal((await browserAt(ATTACKER).open(here.priceId, 10)).status, 201)
  const answers: Promise<Answer>[] = []
  await house.sql.begin(async (tx) => {
    await tx`
      select 1
      from price_categories
      where org_id = ${club.orgId}
        and price_category_id = ${here.priceCategoryId}
      for update`
    answers.push(browserAt(ATTACKER).open(here.priceId, 10))
    await awaitedLock(house.sql)
    // The first has counted what the address holds, and waits for its pool; nothing but the address is in the way of the second.
    const other = browserAt(ATTACKER, webKey, second).open(there.priceId, 10)
    answers.push(other)
    await Promise.race([other, awaitedLock(house.sql, 2)])
  })
  const statuses = (await Promise.all(answers)).map(({ status }) => status)
  assert.deepEqual(statuses, [201, 409])
  forget()
})

test('while the stranger holds what can be held, another address buys', async () => {
  const offer = await stadium()
  for (let n = 0; n < 5; n += 1) assert.equal((await browserAt(ATTACKER).open(offer.priceId, 10)).status, 201)
  assert.equal((await browserAt(ATTACKER).open(offer.priceId)).body.error.code, 'held_places_per_address')
  const fan = browserAt(FAN)
  const { body } = await fan.open(offer.priceId, 4)
  assert.equal((await fan.checkOut(body.id)).body.status, 'confirmed')
  forget()
})

test('the moment that a hold expires, or is given up or sold, its places count no more', async () => {
  const offer = await stadium()
  const web = browserAt(ATTACKER)
  const fill = async () => {
    const baskets = await Promise.all(Array.from({ length: 5 }, () => web.open(offer.priceId, 10)))
    assert.ok(baskets.every(({ status }) => status === 201))
    assert.equal((await web.open(offer.priceId)).status, 409)
    return baskets.map(({ body }) => body.id as string)
  }
  await fill()
  forget()
  const [first = '', other = ''] = await fill()
  await web.call('DELETE', `/v1/baskets/${first}`)
  assert.equal((await web.open(offer.priceId, 10)).status, 201)
  assert.equal((await web.checkOut(other)).status, 200)
  assert.equal((await web.open(offer.priceId, 10)).status, 201)
  assert.equal((await web.open(offer.priceId)).status, 409)
  forget()
})

test('places whose payment hangs are held all the same', async () => {
  const offer = await stadium()
  const web = browserAt(ATTACKER)
  for (let n = 0; n < 5; n += 1) {
    const { body } = await web.open(offer.priceId, 10)
    assert.equal((await web.checkOut(body.id, 'pm_test_requires_action')).body.status, 'pending')
  }
  forget()
  assert.equal((await web.open(offer.priceId)).body.error.code, 'held_places_per_address')
  await house.sql`
    delete from holds
    where org_id = ${club.orgId}
      and price_id = ${offer.priceId}`
  await house.sql`
    update price_categories
    set held = 0
    where org_id = ${club.orgId}
      and price_category_id = ${offer.priceCategoryId}`
})

test('adding to a basket and changing an item upward count as well, and who is refused takes nothing', async () => {
  const offer = await stadium()
  const web = browserAt(ATTACKER)
  for (let n = 0; n < 4; n += 1) await web.open(offer.priceId, 10)
  const { body } = await web.open(offer.priceId, 5)
  assert.equal((await web.add(body.id, offer.priceId, 6)).body.error.code, 'max_per_order')
  assert.equal((await web.add(body.id, offer.priceId, 4)).status, 201)
  const item = `/v1/baskets/${body.id}/items/${body.items[0].id}`
  assert.equal((await web.call('PATCH', item, { quantity: 6 })).status, 200, 'the fiftieth')
  const { body: empty } = await web.call('POST', '/v1/baskets', {})
  const refused = await web.add(empty.id, offer.priceId)
  assert.deepEqual([refused.status, refused.body.error.param], [409, 'quantity'])
  assert.equal((await web.call('PATCH', item, { quantity: 5 })).status, 200)
  assert.equal((await web.add(empty.id, offer.priceId)).status, 201)
  const raised = await web.call('PATCH', item, { quantity: 6 })
  assert.equal(raised.body.error.code, 'held_places_per_address')
  assert.equal(await heldOf(offer), 50)
  forget()
})

test('an item that is raised from another address is held by that one', async () => {
  const offer = await stadium()
  const { body } = await browserAt(FAN).open(offer.priceId, 5)
  const item = `/v1/baskets/${body.id}/items/${body.items[0].id}`
  for (let n = 0; n < 4; n += 1) await browserAt(ATTACKER).open(offer.priceId, 10)
  await browserAt(ATTACKER).open(offer.priceId, 5)
  const raised = await browserAt(ATTACKER).call('PATCH', item, { quantity: 6 })
  assert.equal(raised.body.error.code, 'held_places_per_address')
  assert.equal((await browserAt(FAN).call('PATCH', item, { quantity: 6 })).status, 200)
  forget()
})

test('what the organisation raises is its own, and a fan who lowers an item still holds it', async () => {
  const offer = await addOffer(house, club, { capacity: 60_000, price: { max_per_order: 100 } })
  const { body } = await browserAt(FAN).open(offer.priceId, 1)
  const item = `/v1/baskets/${body.id}/items/${body.items[0].id}`
  assert.equal((await browserAt(ATTACKER, club.key).call('PATCH', item, { quantity: 50 })).status, 200)
  const own = await browserAt(FAN).open(offer.priceId, 50)
  assert.equal(own.status, 201, own.text)
  const lowered = { quantity: 49 }
  const ownItem = `/v1/baskets/${own.body.id}/items/${own.body.items[0].id}`
  assert.equal((await browserAt(ATTACKER, club.key).call('PATCH', ownItem, lowered)).status, 200)
  assert.equal((await browserAt(FAN).open(offer.priceId, 2)).body.error.code, 'held_places_per_address')
  assert.equal((await browserAt(FAN).open(offer.priceId, 1)).status, 201)
  forget()
})

test('a group takes as many places as it has tickets', async () => {
  const family = { group_ticket: true, tickets_included: 20 }
  const offer = await addOffer(house, club, { capacity: 60_000, price: family })
  const web = browserAt(ATTACKER)
  assert.equal((await web.open(offer.priceId, 3)).body.error.code, 'held_places_per_address')
  assert.equal((await web.open(offer.priceId, 2)).status, 201)
  forget()
})

test('all of a /64 is one address', async () => {
  const offer = await stadium()
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, n) => browserAt(`2001:db8:1:2::${n + 1}`).open(offer.priceId, 10)),
  )
  assert.equal(answers.filter(({ status }) => status === 201).length, 5)
  assert.equal((await browserAt('2001:db8:1:3::1').open(offer.priceId, 10)).status, 201)
  forget()
})

test('secret keys and the box office are not bound, and leave no trace of an address', async () => {
  const offer = await stadium()
  const software = browserAt(ATTACKER, club.key)
  const answers = await Promise.all(Array.from({ length: 8 }, () => software.open(offer.priceId, 10)))
  assert.ok(answers.every(({ status }) => status === 201))
  const sale = { items: [{ price_id: offer.priceId, quantity: 80 }], payment_method: 'cash' }
  assert.equal((await software.call('POST', '/v1/manage/orders', sale)).status, 201)
  const [traces] = await house.sql<{ count: number }[]>`
    select count(*)::int as count
    from holds
    where org_id = ${club.orgId}
      and price_id = ${offer.priceId}
      and address_hash is not null`
  assert.equal(traces?.count, 0)
  assert.equal((await browserAt(ATTACKER).open(offer.priceId, 10)).status, 201)
  forget()
})

test('an organisation sets the cap, or takes it away; another one has its own', async () => {
  const offer = await stadium()
  const set = (held_places_per_address: number | null) =>
    house.call('PATCH', '/v1/manage/organisation', { key: club.key, body: { held_places_per_address } })
  assert.equal((await set(3)).body.held_places_per_address, 3)
  assert.equal((await browserAt(ATTACKER).open(offer.priceId, 4)).body.error.held_places_per_address, 3)
  assert.equal((await set(null)).body.held_places_per_address, null)
  for (let n = 0; n < 6; n += 1) assert.equal((await browserAt(ATTACKER).open(offer.priceId, 10)).status, 201)
  assert.equal((await set(0)).status, 400)
  await set(50)
  const other = await house.organisation()
  const theirs = await addOffer(house, other, { capacity: 100 })
  const theirKey = await house.key(other.orgId, { kind: 'pk' })
  assert.equal((await browserAt(ATTACKER, theirKey).open(theirs.priceId, 10)).status, 201)
  forget()
})

test('no address is stored, and what stands for one is forgotten', async () => {
  const { priceId } = await stadium()
  await browserAt(ATTACKER).open(priceId)
  const rows = () => house.sql<{ address_hash: string }[]>`
    select address_hash
    from holding_addresses
    where org_id = ${club.orgId}`
  const hashes = (await rows()).map(({ address_hash }) => address_hash)
  assert.ok(hashes.length > 0 && hashes.every((hash) => /^[\w-]{22}$/.test(hash)))
  house.clock.advance(61 * 60_000)
  await purgeHoldingAddresses(house.sql, house.clock)
  assert.equal((await rows()).length, 0)
})

test('the stock is in order after all that', async () => {
  assert.deepEqual(await auditBooks(club.orgId, house.sql), [])
})
