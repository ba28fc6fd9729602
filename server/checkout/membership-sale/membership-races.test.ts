import assert from 'node:assert/strict'
import { test } from 'node:test'
import { grace, membershipsOf } from '../../../tests/builders/membership-sale.ts'
import { addOffer } from '../../../tests/builders/prices.ts'
import { openSettlingHouse } from '../../../tests/builders/settling.ts'
import { auditBooks } from '../../operator/audit/audit.ts'

const { house, club, shop } = await openSettlingHouse()
const { addType, addOption } = membershipsOf(house, club)
const isClean = async () => assert.deepEqual(await auditBooks(club.orgId, house.sql), [])
const customerOf = (index: number) => ({ ...grace, email: `fan${index}@example.org` })

test('of two hundred who want the last ten of a type at once, ten become members', async () => {
  const membership_type_id = await addType({ max_members: 10 })
  const membership_payment_option_id = await addOption()
  const bought = await Promise.all(
    Array.from({ length: 200 }, async (_, index) => {
      const plan = index % 2 === 0 ? { membership_payment_option_id } : {}
      const { body } = await shop.open({ items: [{ membership_type_id, member: grace, ...plan }] })
      if (body.error) return body.error.code
      return (await shop.checkOut(body.id, { customer: customerOf(index) })).body.status
    }),
  )
  const counts = Map.groupBy(bought, (outcome) => outcome)
  assert.deepEqual([counts.get('confirmed')?.length, counts.get('sold_out')?.length], [10, 190])
  const { body } = await house.call('GET', `/v1/members?membership_type_id=${membership_type_id}`, { key: club.key })
  assert.equal(body.data.length, 10)
  await isClean()
})

test('memberships and tickets in baskets that are opened and given up at once deadlock nobody', async () => {
  const types = [await addType({ max_members: 40 }), await addType({ max_members: 40 })]
  const { priceId } = await addOffer(house, club, { capacity: 40 })
  const outcomes = await Promise.all(
    Array.from({ length: 40 }, async (_, index) => {
      const items = types.map((membership_type_id) => ({ membership_type_id, member: grace }))
      const wanted = [{ price_id: priceId }, ...(index % 2 === 0 ? items : items.toReversed())]
      const { body, status } = await shop.open({ items: wanted })
      if (index % 3 === 0) return (await shop.call('DELETE', `/v1/baskets/${body.id}`)).status
      return status === 201 ? (await shop.checkOut(body.id, { customer: customerOf(index) })).status : status
    }),
  )
  assert.deepEqual(new Set(outcomes), new Set([200]))
  await isClean()
})
