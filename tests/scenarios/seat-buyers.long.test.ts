import assert from 'node:assert/strict'
import { test } from 'node:test'
import { neighboursAt } from '../../faces/kit/seat-map/choose.ts'
import { type PlanSeat, planOf, seatsOf } from '../../faces/kit/seat-map/plan.ts'
import { FREE, readStates, type SeatStates, TAKEN } from '../../faces/kit/seat-map/states.ts'
import { SEATS_ASKED_EVERY_MS } from '../../faces/kit/seat-map/use-event-seats.ts'
import { GrandstandError } from '../../sdk/src/errors.ts'
import { shopClient } from '../../sdk/src/shop-client.ts'
import { seededRandom } from '../../server/operator/demo/seeded-random.ts'
import { SEATS_AGE_MS_MAX } from '../../server/programme/event-seats/event-seats.ts'
import { addSeatedOffer } from '../builders/prices.ts'
import { addSeatMap } from '../builders/seat-maps.ts'
import { openHouse } from '../harness/house.ts'

const BUYERS = 200
const PLACES_EACH = 2
const BEHIND_MS_MAX = 2_000

const house = await openHouse({ clock: () => new Date() })
const club = await house.organisation()
await house.sql`
  update organisations
  set held_places_per_address = 100000
  where org_id = ${club.orgId}`
const map = await addSeatMap(house, club, { rows: 20, seats: 30 })
const { eventId, priceId } = await addSeatedOffer(house, club, map)
const url = await house.app.listen({ port: 0, host: '127.0.0.1' })
const api = shopClient({ key: await house.key(club.orgId, { kind: 'pk' }), url })

test('two hundred buyers choose seats from what they see: no seat is sold twice, and no buyer sees what is two seconds old', async () => {
  const { version } = await api.events.retrieveSeats(eventId)
  const plan = planOf(await api.events.retrieveSeatDrawing(eventId, version))
  const seats = plan.sections.flatMap(seatsOf)
  assert.equal(seats.length, map.seatIds.length)
  const heldAt = new Map<number, number>()
  const stale: string[] = []
  let reads = 0

  /** What a page would see now; and whether it is too old, by what others were told they have. */
  async function look(known?: SeatStates): Promise<SeatStates> {
    const askedAt = performance.now()
    const answer = await api.events.retrieveSeats(eventId, known ? { since: known.revision } : {})
    const states = readStates(answer, known)
    assert.ok(states, 'changes are of the revision that was named')
    reads += 1
    for (const [index, at] of heldAt) {
      if (at < askedAt - BEHIND_MS_MAX && states.bytes[index] === FREE) stale.push(`${index} after ${askedAt - at} ms`)
    }
    return states
  }

  async function buy(number: number): Promise<PlanSeat[]> {
    const lot = seededRandom(number)
    let states = await look()
    for (;;) {
      const isFree = ({ index }: PlanSeat) => states.bytes[index] === FREE
      const wanted = seats.filter(isFree)[lot.below(seats.filter(isFree).length)]
      const pair = wanted && neighboursAt(wanted, PLACES_EACH, isFree)
      if (!pair) {
        states = await look(states)
        continue
      }
      const item = { price_id: priceId, quantity: PLACES_EACH, seat_ids: pair.map(({ id }) => id) }
      const basket = await api.baskets.open({ items: [item] }).catch(refused)
      if (basket) {
        for (const { index } of pair) heldAt.set(index, performance.now())
        const customer = { email: `fan-${number}@example.org`, first_name: 'Ada', last_name: 'Okafor' }
        const order = await api.baskets.checkout(basket.id, { payment_method: 'pm_test_ok', customer })
        assert.equal(order.status, 'confirmed')
        return pair
      }
      states = await look(states)
    }
  }

  const bought = (await Promise.all(Array.from({ length: BUYERS }, (_, number) => buy(number)))).flat()
  const doneAt = performance.now()
  assert.equal(new Set(bought).size, BUYERS * PLACES_EACH)
  for (;;) {
    const behind = performance.now() - doneAt
    const states = await look()
    if (bought.every(({ index }) => states.bytes[index] === TAKEN)) break
    assert.ok(behind < BEHIND_MS_MAX, 'all that was bought is shown as taken to a buyer who asks two seconds later')
  }
  assert.deepEqual(stale, [])
  assert.ok(reads >= BUYERS)
  const [sold] = await house.sql<{ tickets: number; seats: number }[]>`
    select count(*)::int as tickets, count(distinct seat_id)::int as seats
    from tickets
    where org_id = ${club.orgId}
      and event_id = ${eventId}`
  assert.deepEqual(sold, { tickets: BUYERS * PLACES_EACH, seats: BUYERS * PLACES_EACH })
})

test('a page that asks as often as ours does shows nothing that is two seconds old', () => {
  assert.ok(SEATS_AGE_MS_MAX + SEATS_ASKED_EVERY_MS <= BEHIND_MS_MAX)
})

/** Another buyer was quicker: the page looks again. */
function refused(error: unknown): undefined {
  if (!(error instanceof GrandstandError) || error.code !== 'seat_taken') throw error
}
