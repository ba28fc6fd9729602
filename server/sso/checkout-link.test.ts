import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { addMembershipType } from '../../tests/examples/membership-catalogue.ts'
import { addRow, unique } from '../../tests/examples/rows.ts'
import { addOffer, shopOf } from '../baskets/baskets-fixture.ts'
import { openSsoHouse } from './sso-fixture.ts'

const { house, club, issuer, as, customer } = await openSsoHouse()
after(() => issuer.stop())
const shop = shopOf(house, club)
const { priceId } = await addOffer(house, club, { capacity: 100 })

const withToken = async (claims: object) => ({ 'x-sso-token': await issuer.sign(claims) })
const named = (email: string) => ({ customer: { email, first_name: 'Ada', last_name: 'Okafor' } })
const buy = async (email: string, headers: Record<string, string> = {}, body: object = {}) =>
  shop.checkOut(await shop.fill(priceId, 1), { ...named(email), ...body }, headers)
const shown = async (subject: string) => {
  const { status, body } = await as(await issuer.sign({ sub: subject }), 'GET', '/v1/sso/orders')
  return status === 200 ? body.data.map(({ order_id }: { order_id: string }) => Number(order_id)) : status
}

test('a checkout that carries a token links the customer that it creates', async () => {
  const bought = await buy('ada@example.org', await withToken({ sub: 'ada' }))
  assert.equal(bought.body.status, 'confirmed', bought.text)
  assert.deepEqual(await shown('ada'), [bought.body.order_id])
  const later = await buy('ada@example.org', await withToken({ sub: 'ada' }))
  assert.deepEqual((await shown('ada')).toSorted(), [bought.body.order_id, later.body.order_id].toSorted())
})

test('it never links a customer who was there before', async () => {
  await buy('ben@example.org')
  const bought = await buy('ben@example.org', await withToken({ sub: 'eve' }))
  assert.equal(bought.body.status, 'confirmed')
  assert.equal(await shown('eve'), 403)
})

test('the link waits for the money, and is made when the order is confirmed, whoever asks for it by then', async () => {
  const basket = await shop.fill(priceId, 1)
  const paying = { ...named('fay@example.org'), payment_method: 'pm_test_requires_action' }
  const pending = await shop.checkOut(basket, paying, await withToken({ sub: 'fay' }))
  assert.equal(pending.body.status, 'pending', pending.text)
  assert.equal(await shown('fay'), 403)
  const confirmed = await shop.checkOut(basket, paying)
  assert.equal(confirmed.body.status, 'confirmed', confirmed.text)
  assert.deepEqual(await shown('fay'), [confirmed.body.order_id])
})

test('a payment that was declined and then made by somebody who is not signed in links nobody', async () => {
  const basket = await shop.fill(priceId, 1)
  const declined = { ...named('gil@example.org'), payment_method: 'pm_test_declined' }
  assert.equal((await shop.checkOut(basket, declined, await withToken({ sub: 'gil' }))).status, 402)
  assert.equal((await shop.checkOut(basket, named('gil@example.org'))).body.status, 'confirmed')
  assert.equal(await shown('gil'), 403)
})

test('a token that is bad is refused and not passed over, and nothing is bought', async () => {
  const basket = await shop.fill(priceId, 1)
  const answer = await shop.checkOut(basket, named('hal@example.org'), { 'x-sso-token': 'forged' })
  assert.deepEqual([answer.status, answer.body.error.code], [401, 'sso_token_invalid'])
  assert.equal((await shop.read(basket)).body.status, 'open')
})

test('a members-only price is sold to whoever is signed in as a paid member, whichever address they type', async () => {
  const type = await addMembershipType(house, club)
  const gold = await addOffer(house, club, { price: { membership_type_id: type } })
  const userId = await customer('gold@example.org')
  await addRow(house, club, 'members', 'membership_member_id', {
    user_id: userId,
    member_number: unique('number'),
    barcode: unique('barcode'),
    first_name: 'Ida',
    last_name: 'Gold',
    membership_type_id: type,
    membership_member_status_id: 1,
  })
  await house.sql`
    insert into sso_identities (org_id, issuer, subject, user_id, linked_by)
    values (${club.orgId}, ${issuer.issuer}, 'ida', ${userId}, 'code')`
  const attempt = async (headers: Record<string, string>) =>
    shop.checkOut(await shop.fill(gold.priceId, 1), named('other@example.org'), headers)
  assert.equal((await attempt({})).body.error.code, 'price_unavailable')
  assert.equal((await attempt(await withToken({ sub: 'nobody' }))).body.error.code, 'price_unavailable')
  assert.equal((await attempt(await withToken({ sub: 'ida' }))).body.status, 'confirmed')
})
