import assert from 'node:assert/strict'
import { test } from 'node:test'
import { clubOf, openClub, refusal } from '../../../tests/builders/clubs.ts'
import { addMembershipType } from '../../../tests/builders/membership-catalogue.ts'

const club = await openClub()
const { house, manage } = club
const other = clubOf(house, await house.organisation({ name: 'Other Club' }))
const change = (priceId: number, body: Record<string, unknown>) => manage('PATCH', `/prices/${priceId}`, body)

test('a price is for several types: the first is membership_type_id, and sending the one sets the other', async () => {
  const [gold, silver, bronze] = [
    await addMembershipType(house, club.tenant),
    await addMembershipType(house, club.tenant),
    await addMembershipType(house, club.tenant),
  ]
  const price = (await club.offer({}, { membership_type_ids: [silver, gold, silver], max_per_member: 2 })).price
  const typesAfter = async (body: Record<string, unknown>) => {
    const { body: changed, text } = await change(price.price_id, body)
    assert.ok(changed.price_id, text)
    return [changed.membership_type_id, changed.membership_type_ids]
  }
  assert.deepEqual(
    [price.membership_type_id, price.membership_type_ids, price.max_per_member],
    [silver, [silver, gold], 2],
  )
  assert.deepEqual(await typesAfter({ membership_type_id: silver }), [silver, [silver, gold]], 'an echo')
  assert.deepEqual(await typesAfter({ title: 'Members' }), [silver, [silver, gold]])
  assert.deepEqual(await typesAfter({ membership_type_ids: [bronze, gold] }), [bronze, [bronze, gold]])
  assert.deepEqual(await typesAfter({ membership_type_id: gold }), [gold, [gold]])
  assert.deepEqual(await typesAfter({ membership_type_ids: null }), [null, []])
  assert.deepEqual(await typesAfter({ membership_type_ids: [gold], membership_type_id: gold }), [gold, [gold]])
  const both = await change(price.price_id, { membership_type_ids: [gold, silver], membership_type_id: silver })
  assert.deepEqual(refusal(both), [400, 'membership_type_id'])
})

test('types of another organisation, or none at all, are not found', async () => {
  const { price } = await club.offer()
  const gold = await addMembershipType(house, club.tenant)
  for (const stranger of [await addMembershipType(house, other.tenant), 999_999]) {
    const answer = await change(price.price_id, { membership_type_ids: [gold, stranger] })
    assert.deepEqual(refusal(answer), [404, 'membership_type_ids'])
  }
})
