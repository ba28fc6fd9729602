import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shopOf } from '../../../tests/builders/baskets.ts'
import { addSeatedOffer, poolOf } from '../../../tests/builders/prices.ts'
import { addSeatMap } from '../../../tests/builders/seat-maps.ts'
import { type Answer, openHouse } from '../../../tests/harness/house.ts'

const house = await openHouse()
const club = await house.organisation()
const shop = shopOf(house, club)

async function addSeated(rows: number, seats: number) {
  const map = await addSeatMap(house, club, { rows, seats })
  return { ...map, ...(await addSeatedOffer(house, club, map)) }
}

const open = async () => (await shop.open()).body.id as string
const idsOf = ({ items }: Answer['body']): number[][] =>
  items.map(({ seats }: { seats: { seat_id: number }[] }) => seats.map(({ seat_id }) => seat_id))

test('one seat of several is given back, and the others stay held throughout', async () => {
  const { priceId, seatIds, priceCategoryId } = await addSeated(1, 4)
  const id = await open()
  const { body } = await shop.add(id, { price_id: priceId, quantity: 3, seat_ids: seatIds.slice(0, 3) })
  const change = (quantity: number, seat_ids?: (number | undefined)[]) =>
    shop.call('PATCH', `/v1/baskets/${id}/items/${body.items[0].id}`, { quantity, seat_ids })
  const fewer = await change(2, [seatIds[0], seatIds[2]])
  assert.equal(fewer.status, 200, fewer.text)
  assert.deepEqual(idsOf(fewer.body), [[seatIds[0], seatIds[2]]])
  assert.deepEqual(
    { ...(await poolOf(house, club, priceCategoryId)) },
    { capacity: 4, sold: 0, held: 2, tickets: 0, holds: 2 },
  )
  const rival = await shop.add(await open(), { price_id: priceId, quantity: 1, seat_ids: seatIds.slice(1, 2) })
  assert.equal(rival.status, 201, rival.text)
  for (const [quantity, stay, code] of [
    [1, undefined, 'state_conflict'],
    [3, [seatIds[0], seatIds[2], seatIds[3]], 'state_conflict'],
    [1, [seatIds[1]], 'parameter_invalid'],
    [1, [seatIds[0], seatIds[2]], 'parameter_invalid'],
  ] as const)
    assert.equal((await change(quantity, stay && [...stay])).body.error.code, code)
})

test('the best seats are those of the stand’s own rule, which is set for all of its sections', async () => {
  const { priceId, seatMapId, sectionId, seatIds } = await addSeated(6, 9)
  const path = `/v1/manage/seat_maps/${seatMapId}/sections/${sectionId}`
  const best = async () => {
    const basket = await open()
    const ids = idsOf((await shop.add(basket, { price_id: priceId, best_available: 3 })).body).flat()
    await shop.call('DELETE', `/v1/baskets/${basket}`)
    return ids
  }
  assert.deepEqual(await best(), seatIds.slice(3, 6))
  const changed = await house.call('PATCH', path, { key: club.key, body: { best_seats: 'middle' } })
  assert.deepEqual([changed.status, changed.body.best_seats], [200, 'middle'])
  // Three fifths of the way up six rows is the fourth.
  assert.deepEqual(await best(), seatIds.slice(27 + 3, 27 + 6))
  assert.equal((await house.call('PATCH', path, { key: club.key, body: { best_seats: 'back' } })).status, 400)
})
