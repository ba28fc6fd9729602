import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shopOf } from '../../../tests/builders/baskets.ts'
import { addOffer } from '../../../tests/builders/prices.ts'
import { awaitedLock } from '../../../tests/harness/awaited-lock.ts'
import { openHouse } from '../../../tests/harness/house.ts'

const house = await openHouse()
const club = await house.organisation()
const { sql } = house
const { call } = shopOf(house, club)

const rows = ['A', 'B'].map((title) => ({ title, seats: [{ title: '1' }] }))
const plan = { title: 'Stand', sections: [{ title: 'W', rows }] }

test('a map that is imported again waits for who sells its seats before it locks one, so that the two cannot deadlock', async () => {
  const { seat_map_id } = (await call('POST', '/v1/manage/seat_maps', plan)).body
  const { data } = (await call('GET', `/v1/manage/seat_maps/${seat_map_id}/seats`)).body
  const [first, second]: number[] = data.map(({ seat_id }: { seat_id: number }) => seat_id)
  const { priceCategoryId } = await addOffer(house, club, { event: { reserved_seating: true, seat_map_id } })
  const { importing } = await sql.begin(async (tx) => {
    const share = (seatId = 0) => tx`
      select 1
      from seats
      where org_id = ${club.orgId}
        and seat_id = ${seatId}
      for share nowait`
    await tx`
      select 1
      from price_categories
      where org_id = ${club.orgId}
        and price_category_id = ${priceCategoryId}
      for no key update`
    await share(second)
    const importing = call('PUT', `/v1/manage/seat_maps/${seat_map_id}`, plan)
    await awaitedLock(sql)
    await share(first)
    return { importing }
  })
  assert.equal((await importing).status, 200)
})
