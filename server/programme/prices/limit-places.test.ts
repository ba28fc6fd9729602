import assert from 'node:assert/strict'
import { test } from 'node:test'
import { holdPlaces } from '../../../tests/builders/baskets.ts'
import { openClub, refusal } from '../../../tests/builders/clubs.ts'
import { sellPlaces } from '../../../tests/builders/orders.ts'
import { whileUncommitted } from '../../../tests/harness/awaited-lock.ts'

const club = await openClub()
const { house, orgId, manage } = club
const change = (priceId: number, body: Record<string, unknown>) => manage('PATCH', `/prices/${priceId}`, body)

test('a limit that is set later counts what was sold and is held, tickets taken back and expired holds left out', async () => {
  const { price } = await club.offer()
  await sellPlaces(house, club.tenant, price.price_id, 5)
  await house.sql`
    update tickets
    set ticket_status_id = 2
    where org_id = ${orgId}
      and ticket_id = (select min(ticket_id) from tickets where org_id = ${orgId} and price_id = ${price.price_id})`
  await holdPlaces(house, club.tenant, price.price_id, 2, new Date(house.clock().getTime() + 1000))
  await holdPlaces(house, club.tenant, price.price_id, 3, house.clock())
  const below = await change(price.price_id, { limit_places: 5 })
  assert.deepEqual(refusal(below), [409, 'limit_places'])
  assert.equal(below.body.error.message, 'limit_places must be at least 6: 4 places are sold and 2 are held.')
  assert.equal((await change(price.price_id, { limit_places: 6 })).body.status, 'sold_out')
  assert.deepEqual(await counters(price.price_id), { limit_places: 6, sold: 4, held: 2 })
  assert.equal((await change(price.price_id, { limit_places: 7 })).body.available, 1)
})

test('without a limit the counters are gone, and the whole category is there again', async () => {
  const { price } = await club.offer({ capacity: 10 }, { limit_places: 2 })
  await sellPlaces(house, club.tenant, price.price_id, 2)
  const freed = await change(price.price_id, { limit_places: null })
  assert.deepEqual([freed.body.status, freed.body.available], ['active', 8])
  assert.deepEqual(await counters(price.price_id), { limit_places: null, sold: 0, held: 0 })
})

test('a limit that is set while a place is being sold counts that place', async () => {
  const { price } = await club.offer()
  const limited = await whileUncommitted(
    house.sql,
    (tx) => sellPlaces({ sql: tx }, club.tenant, price.price_id, 1),
    () => change(price.price_id, { limit_places: 15 }),
  )
  assert.equal(limited.status, 200)
  assert.deepEqual(await counters(price.price_id), { limit_places: 15, sold: 1, held: 0 })
})

async function counters(priceId: number): Promise<object> {
  const [row] = await house.sql`
    select limit_places, sold, held
    from prices
    where org_id = ${orgId}
      and price_id = ${priceId}`
  return { ...row }
}
