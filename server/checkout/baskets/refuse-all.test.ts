import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shopOf } from '../../../tests/builders/baskets.ts'
import { addOffer, addSeatedOffer } from '../../../tests/builders/prices.ts'
import { addSeatMap } from '../../../tests/builders/seat-maps.ts'
import { type Answer, openHouse } from '../../../tests/harness/house.ts'

const house = await openHouse()
const club = await house.organisation()
const shop = shopOf(house, club)

const saidIn = ({ status, body: { error } }: Answer) => [status, error?.code, error?.param, error?.available]

/** What is answered under the locks, and then, once another buyer found too few places, without them. */
async function bothWays(ask: () => Promise<Answer>, findTooFew: () => Promise<Answer>) {
  const locked = saidIn(await ask())
  assert.equal((await findTooFew()).body.error?.code, 'sold_out')
  assert.deepEqual(saidIn(await ask()), locked)
  return locked
}

/** A category of the same event of which everything is in a basket. */
async function addSoldOut(eventId: number) {
  const { priceId } = await addOffer(house, club, { eventId, capacity: 1 })
  await shop.fill(priceId, 1)
  return priceId
}

const addTo = (basket: string, body: object) => () => shop.add(basket, body)
const openWith = (items: object[]) => () => shop.open({ items })
const findTooFewOf = (priceId: number) => async () => shop.add((await shop.open()).body.id, { price_id: priceId })

test('a basket that is full is told so, whether or not anything is left', async () => {
  const { eventId, priceId } = await addOffer(house, club, { capacity: 200, price: { max_per_order: null } })
  const soldOut = await addSoldOut(eventId)
  const items = Array.from({ length: 100 }, () => ({ price_id: priceId }))
  const { body: full } = await shop.open({ items })
  const said = await bothWays(addTo(full.id, { price_id: soldOut }), findTooFewOf(soldOut))
  assert.deepEqual(said, [409, 'state_conflict', undefined, undefined])
})

test('a basket with as many tickets as it can hold is told so as well, and one with room that nothing is left', async () => {
  const group = { group_ticket: true, tickets_included: 100, max_per_order: 100 }
  const { eventId, priceId } = await addOffer(house, club, { capacity: 30_000, price: group })
  const soldOut = await addSoldOut(eventId)
  const ask = async (quantity: number) =>
    bothWays(addTo(await shop.fill(priceId, quantity), { price_id: soldOut }), findTooFewOf(soldOut))
  assert.deepEqual(await ask(100), [409, 'state_conflict', undefined, undefined])
  assert.deepEqual(await ask(99), [409, 'sold_out', undefined, 0])
})

test('who does not say which seats is asked for them, whether or not any are left', async () => {
  const { priceId } = await addSeatedOffer(house, club, await addSeatMap(house, club))
  await shop.add((await shop.open()).body.id, { price_id: priceId, best_available: 2 })
  const findTooFew = async () => shop.add((await shop.open()).body.id, { price_id: priceId, best_available: 1 })
  const ask = async (seats: object) =>
    bothWays(addTo((await shop.open()).body.id, { price_id: priceId, ...seats }), findTooFew)
  assert.deepEqual(await ask({}), [400, 'parameter_missing', 'seat_ids', undefined])
  assert.deepEqual(await ask({ quantity: 2, seat_ids: [1] }), [400, 'parameter_invalid', 'seat_ids', undefined])
})

test('who wants seats of a price without any is told so, whether or not places are left', async () => {
  const { eventId } = await addOffer(house, club)
  const soldOut = await addSoldOut(eventId)
  const ask = async (seats: object) =>
    bothWays(addTo((await shop.open()).body.id, { price_id: soldOut, ...seats }), findTooFewOf(soldOut))
  assert.deepEqual(await ask({ seat_ids: [1] }), [400, 'parameter_invalid', 'seat_ids', undefined])
  assert.deepEqual(await ask({ best_available: 1 }), [400, 'parameter_invalid', 'best_available', undefined])
})

test('in a list, the seats of what stands first come before the places of what stands next', async () => {
  const map = await addSeatMap(house, club, { seats: 3 })
  const { seatIds } = map
  const { eventId, priceId } = await addSeatedOffer(house, club, map)
  const soldOut = await addSoldOut(eventId)
  await shop.add((await shop.open()).body.id, { price_id: priceId, seat_ids: seatIds.slice(0, 1) })
  const next = { price_id: soldOut }
  const findTooFew = openWith([{ price_id: priceId, best_available: 1 }, next])
  const ask = (seats: object) => bothWays(openWith([{ price_id: priceId, ...seats }, next]), findTooFew)
  assert.deepEqual(await ask({}), [400, 'parameter_missing', 'items[0][seat_ids]', undefined])
  assert.deepEqual(await ask({ seat_ids: seatIds.slice(0, 1) }), [409, 'seat_taken', 'items[0][seat_ids]', undefined])
})
