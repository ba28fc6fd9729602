import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openGround } from '../builders/grounds.ts'
import { membersOf } from '../builders/members.ts'
import { addStaff } from '../builders/staff.ts'
import { openHouse } from '../harness/house.ts'

const house = await openHouse()
const club = await house.organisation()
const ground = await openGround(house, club)
const { member, step } = membersOf(house, club)
const manage = async (method: string, path: string, body?: object) => {
  const {
    status,
    body: answer,
    text,
  } = await house.call(method, `/v1/manage/${path}`, {
    key: club.key,
    ...(body && { body }),
  })
  assert.ok(status < 300, text)
  return answer
}

const YEAR_MS = 365 * 86_400_000
const dayIn = (ms: number) => new Date(house.clock().getTime() + ms).toISOString().slice(0, 10)
const newSeason = () =>
  manage('POST', 'seasons', {
    title: 'Season',
    first_day: dayIn(-YEAR_MS),
    last_day: dayIn(YEAR_MS),
    takes_new_events: false,
    event_ids: [ground.eventId],
  })
const newType = async (fields: object) => {
  const { membership_category_id } = await manage('POST', 'membership_categories', { title: 'Stand' })
  return manage('POST', 'membership_types', { membership_category_id, title: 'Adult', price: 100, ...fields })
}
const newMember = async (typeId: number): Promise<string> => {
  const joined = await member({ membership_type_id: typeId })
  assert.equal((await step(joined, 'mark_paid')).status, 200)
  return joined.barcode
}
const attention = async () => {
  const { body } = await house.call('GET', '/v1/manage/attention', { key: club.key })
  return body.data.find(({ kind }: { kind: string }) => kind === 'member_not_admitted')
}

test('the card of a type that is made for a season admits to its matches', async () => {
  const { season_id } = await newSeason()
  const type = await newType({ season_id })
  assert.deepEqual([type.game_day_access, type.members_not_admitted], [1, 0])
  assert.equal(await ground.result(await newMember(type.membership_type_id)), 'admitted')
  assert.equal((await newType({})).game_day_access, 0)
})

test('a type that is given a season admits by card from then on, unless the change says otherwise', async () => {
  const { season_id } = await newSeason()
  const type = await newType({})
  const barcode = await newMember(type.membership_type_id)
  assert.equal(await ground.result(barcode), 'blocked')
  const path = `membership_types/${type.membership_type_id}`
  assert.equal((await manage('PATCH', path, { season_id })).game_day_access, 1)
  assert.equal(await ground.result(barcode), 'admitted')
  const other = await newType({})
  const changed = await manage('PATCH', `membership_types/${other.membership_type_id}`, {
    season_id,
    game_day_access: 0,
  })
  assert.equal(changed.game_day_access, 0)
})

test('members whose type was switched off are counted on the type, the season, when publishing and on Today, until it is switched on', async () => {
  const { season_id } = await newSeason()
  const type = await newType({ season_id, game_day_access: 0 })
  const barcode = await newMember(type.membership_type_id)
  const left = await member({ membership_type_id: type.membership_type_id })
  await step(left, 'cancel')
  const typePath = `membership_types/${type.membership_type_id}`
  const counted = async () => [
    (await manage('GET', typePath)).members_not_admitted,
    (await manage('GET', `seasons/${season_id}`)).members_not_admitted,
    (await attention())?.count ?? 0,
  ]
  assert.deepEqual(await counted(), [1, 1, 1])
  assert.equal((await attention()).newest[0].detail, 'Adult')
  const draft = await manage('POST', 'events', {
    title: 'Derby',
    event_start_unix: Math.floor(house.clock().getTime() / 1000) + 86_400,
    season_ids: [season_id],
  })
  const { warnings } = await manage('POST', `events/${draft.event_id}/publish`)
  assert.ok(warnings.some(({ code }: { code: string }) => code === 'members_not_admitted'))
  assert.equal(await ground.result(barcode), 'blocked')
  await manage('PATCH', typePath, { game_day_access: 1 })
  assert.deepEqual(await counted(), [0, 0, 0])
  assert.equal(await ground.result(barcode), 'admitted')
})

test('members of a season that is over, of a type without a season and of another club are not counted', async () => {
  const before = (await attention())?.count ?? 0
  const { season_id } = await newSeason()
  const over = await newType({ season_id, game_day_access: 0 })
  await newMember(over.membership_type_id)
  await manage('PATCH', `seasons/${season_id}`, { last_day: dayIn(-86_400_000) })
  await newMember((await newType({})).membership_type_id)
  assert.equal((await manage('GET', `membership_types/${over.membership_type_id}`)).members_not_admitted, 0)
  assert.equal((await attention())?.count ?? 0, before)
  const stranger = await house.organisation({ name: 'Other Club' })
  const { headers } = await addStaff(house, stranger, { role: 'owner' })
  const { body } = await house.call('GET', '/v1/manage/attention', { headers })
  assert.deepEqual(body.data, [])
})
