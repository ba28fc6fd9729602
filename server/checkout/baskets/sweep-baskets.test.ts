import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shopOf } from '../../../tests/builders/baskets.ts'
import { addOffer } from '../../../tests/builders/prices.ts'
import { openHouse, type Tenant } from '../../../tests/harness/house.ts'
import { HOLD_MS } from './basket-state.ts'
import { sweepBaskets } from './sweep-baskets.ts'

const house = await openHouse()
const { sql, clock } = house

/** A club with a basket whose time is about to be up. */
async function addClub() {
  const club = await house.organisation()
  const basketId = await shopOf(house, club).fill((await addOffer(house, club)).priceId, 1)
  return { club, basketId }
}

const setHeld = ({ orgId }: Tenant, held: number) => sql`
  update price_categories
  set held = ${held}
  where org_id = ${orgId}`

test('an organisation whose counters are broken keeps no other from being tidied, and is not passed over in silence', async () => {
  for (const broken of [0, 1, 2]) {
    const clubs = [await addClub(), await addClub(), await addClub()]
    clock.advance(HOLD_MS)
    for (const [at, { club }] of clubs.entries()) if (at === broken) await setHeld(club, 0)
    await assert.rejects(sweepBaskets(sql, { clock, systemClock: clock }), { code: '23514' })
    const left = await sql<{ org_id: number }[]>`
      select org_id
      from baskets
      where basket_status = 'open'`
    const { club } = clubs[broken] ?? assert.fail()
    assert.deepEqual([...left], [{ org_id: club.orgId }])
    await setHeld(club, 1)
    assert.equal(await sweepBaskets(sql, { clock, systemClock: clock }), 1)
  }
})
