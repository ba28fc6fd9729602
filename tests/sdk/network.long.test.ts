import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { GrandstandError, grandstand } from '../../sdk/src/index.ts'
import { addOffer } from '../builders/prices.ts'
import { openBadNetwork } from './bad-network.ts'
import { openServer } from './server.ts'

const { house, url } = await openServer()
const club = await house.organisation()

/** The same sequence in every run. */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32
    return state / 2 ** 32
  }
}

/** SDK_PURCHASES=2000 npm run test:run -- tests/sdk/network.long.test.ts looks harder. */
const PURCHASES = Number(process.env.SDK_PURCHASES ?? 200)
const AT_ONCE = 100

test('over a network that loses, delays, repeats and refuses, each purchase ends in one order', async () => {
  const network = await openBadNetwork(url, seeded(7))
  after(network.close)
  const { priceId } = await addOffer(house, club, { capacity: PURCHASES * 2 })
  const api = grandstand({ key: club.key, url: network.url, attemptsMax: 30 })
  let next = 0
  const buy = async () => {
    while (next < PURCHASES) {
      next += 1
      const customer = { email: `fan-${next}@example.org`, first_name: 'Ada', last_name: 'Okafor' }
      const basket = await api.baskets.open({ items: [{ price_id: priceId, quantity: 2 }] })
      const order = await api.baskets.checkout(basket.id, { payment_method: 'pm_test_ok', customer })
      assert.equal(order.status, 'confirmed')
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, buy))
  const [sold] = await house.sql<{ orders: number; buyers: number; tickets: number; baskets: number }[]>`
    select (select count(*) from orders where org_id = ${club.orgId} and order_status = 'confirmed') as orders,
      (select count(distinct email_address) from orders where org_id = ${club.orgId}) as buyers,
      (select count(*) from tickets where org_id = ${club.orgId}) as tickets,
      (select count(*) from baskets where org_id = ${club.orgId}) as baskets`
  assert.deepEqual(sold, { orders: PURCHASES, buyers: PURCHASES, tickets: PURCHASES * 2, baskets: PURCHASES })
  for (const name of ['request lost', 'answer lost', 'told to wait', 'delayed', 'sent twice']) {
    assert.ok((network.mishaps[name] ?? 0) > PURCHASES / 40, `${name}: ${network.mishaps[name]}`)
  }
})

test('where no server answers, the error says so, and a caller who has enough is not kept', async () => {
  const api = grandstand({ key: club.key, url: 'http://127.0.0.1:1', attemptsMax: 2 })
  const refused = await api.organisation.retrieve().catch((error: unknown) => error)
  assert.ok(refused instanceof GrandstandError)
  assert.deepEqual([refused.code, refused.status], ['connection_failed', undefined])
  const stop = new AbortController()
  const waiting = grandstand({ key: club.key, url: 'http://127.0.0.1:1', attemptsMax: 100 }).organisation.retrieve({
    signal: stop.signal,
  })
  stop.abort(new Error('enough'))
  await assert.rejects(waiting, { message: 'enough' })
})

test('a whole list is walked through page by page', async () => {
  const many = await house.organisation()
  const api = grandstand({ key: many.key, url })
  const names = Array.from({ length: 120 }, (_, n) => `Venue ${n}`)
  for (const name of names) await api.venues.create({ name })
  const found: string[] = []
  for await (const { name } of api.venues.list()) found.push(name)
  assert.deepEqual(found, names)
  const pages: number[] = []
  for await (const { data } of api.venues.list({ limit: 50 }).pages()) pages.push(data.length)
  assert.deepEqual(pages, [50, 50, 20])
  assert.equal((await api.venues.list({ limit: 7 }).page()).data.length, 7)
})
