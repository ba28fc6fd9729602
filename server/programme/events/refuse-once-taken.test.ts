import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shopOf } from '../../../tests/builders/baskets.ts'
import { clubOf } from '../../../tests/builders/clubs.ts'
import { awaitedLock } from '../../../tests/harness/awaited-lock.ts'
import type { Answer } from '../../../tests/harness/house.ts'
import { openHouse } from '../../../tests/harness/house.ts'

const house = await openHouse()
const tenant = await house.organisation()
const { sql } = house
const club = clubOf(house, tenant)
const shop = shopOf(house, tenant)

const { seatMapId } = await club.seatMap()
for (const [what, path, body] of [
  ['gets seats', '', { reserved_seating: true, seat_map_id: seatMapId }],
  ['goes back to draft', '/unpublish', undefined],
] as const) {
  test(`an event that ${what} while a buyer puts a place of it into a basket waits for that, and is refused`, async () => {
    const { event, price } = await club.offer()
    await club.manage('POST', `/events/${event.event_id}/publish`)
    const basketId: string = (await shop.open()).body.id
    let adding: Promise<Answer> | undefined
    let changing: Promise<Answer> | undefined
    await sql.begin(async (tx) => {
      // Holds the buyer up between the look at the offer and the hold.
      await tx`
        select 1
        from prices
        where org_id = ${tenant.orgId}
          and price_id = ${price.price_id}
        for update`
      adding = shop.add(basketId, { price_id: price.price_id, quantity: 1 })
      await awaitedLock(sql)
      changing = club.manage(body ? 'PATCH' : 'POST', `/events/${event.event_id}${path}`, body)
      await Promise.race([changing, awaitedLock(sql, 2)])
    })
    assert.deepEqual([(await adding)?.status, (await changing)?.status], [201, 409])
  })
}
