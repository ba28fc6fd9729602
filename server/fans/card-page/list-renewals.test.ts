import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shopOf } from '../../../tests/builders/baskets.ts'
import { membershipsOf } from '../../../tests/builders/membership-sale.ts'
import { addSeason } from '../../../tests/builders/seasons.ts'
import { addSeatMap } from '../../../tests/builders/seat-maps.ts'
import { openSettlingHouse } from '../../../tests/builders/settling.ts'
import { DAY_MS } from '../../platform/values/durations.ts'

const { house, club, shop } = await openSettlingHouse()
const { key } = club
const { addType } = membershipsOf(house, club)
const pk = await house.key(club.orgId, { kind: 'pk' })
const dayIn = (days: number) => new Date(house.clock().getTime() + days * DAY_MS).toISOString().slice(0, 10)

const map = await addSeatMap(house, club, { rows: 1, seats: 6 })
const season = (title: string, from: number, until: number) =>
  addSeason(house, club, { title, seat_map_id: map.seatMapId, first_day: dayIn(from), last_day: dayIn(until) })
const [thisSeason, nextSeason] = [await season('This', -9, 100), await season('Next', 120, 300)]
const adult = await addType({ season_id: thisSeason, term: null })
const next = await addType({ season_id: nextSeason, term: null, title: 'Next' })
await addType({ season_id: nextSeason, term: null, title: 'Junior', age_until: 15 })
await addType({
  season_id: nextSeason,
  term: null,
  title: 'Later',
  available_from_unix: Math.floor(house.clock().getTime() / 1000) + 3600,
})
await addType({ season_id: nextSeason, term: null, title: 'Full', max_members: 0 })

async function join(first_name: string, email: string): Promise<number> {
  const member = { first_name, last_name: 'Okafor', date_of_birth: '1980-05-01' }
  const { body: basket, text } = await shop.open({
    items: [{ membership_type_id: adult, member, best_available: true }],
  })
  assert.equal(basket.status, 'open', text)
  const { body } = await shop.checkOut(basket.id, { customer: { email, first_name: 'Ada', last_name: 'Okafor' } })
  return Number(body.memberships[0].membership_member_id)
}

const page = shopOf(house, { key: pk })
const renewalsOf = (basketId: string, by = pk) => house.call('GET', `/v1/baskets/${basketId}/renewals`, { key: by })
async function provenBasket(memberId: number): Promise<string> {
  const { body: basket } = await page.open()
  const body = { membership_member_id: memberId }
  const proven = await house.call('POST', `/v1/baskets/${basket.id}/member`, { key, body })
  assert.equal(proven.status, 200, proven.text)
  return String(basket.id)
}

test('whoever was proven to buy sees what of theirs can go on, by what, and with the seat; and a basket takes it', async () => {
  const [ada, ben] = [await join('Ada', 'ada@example.org'), await join('Ben', 'ada@example.org')]
  const basketId = await provenBasket(ada)
  const { status, body, text } = await renewalsOf(basketId)
  assert.equal(status, 200, text)
  type Item = { membership_member_id: number; first_name: string; seat: object | null; renewals: object[] }
  const said = (body.data as Item[]).map(
    ({ membership_member_id, renewals }) => [membership_member_id, renewals] as const,
  )
  const ways = [{ membership_type_id: next, keeps_seat: true }]
  assert.deepEqual(new Map(said), new Map([ada, ben].map((id) => [id, ways])))
  assert.ok((body.data as Item[]).every(({ seat }) => seat !== null))
  const item = { membership_type_id: next, membership_member_id: ben }
  const added = await house.call('POST', `/v1/baskets/${basketId}/items`, { key: pk, body: item })
  assert.equal(added.status, 201, added.text)
  const sold = await page.checkOut(basketId)
  assert.equal(sold.body.status, 'confirmed', sold.text)
  const again = await renewalsOf(await provenBasket(ada))
  assert.deepEqual(
    again.body.data.map((one: Item) => one.membership_member_id),
    [ada],
    'what was renewed is not offered again',
  )
})

test('without a proof nothing is told, another’s memberships never are, and who left has none', async () => {
  const chi = await join('Chi', 'chi@example.org')
  const { body: basket } = await page.open()
  assert.deepEqual((await renewalsOf(basket.id)).body.error.code, 'member_proof_required')
  const basketId = await provenBasket(chi)
  assert.deepEqual((await renewalsOf(basketId)).body.data.length, 1)
  await house.call('POST', `/v1/manage/members/${chi}/cancel`, { key })
  assert.deepEqual((await renewalsOf(basketId)).body.data, [])
  const rival = await house.organisation()
  assert.equal((await renewalsOf(basketId, rival.key)).status, 404)
})
