import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openMemberSale } from '../../../tests/builders/member-sales.ts'
import { NOTHING } from '../../../tests/builders/rows.ts'
import { addFan } from '../../../tests/builders/sso.ts'
import { openHouse } from '../../../tests/harness/house.ts'
import { purgeMemberCodes } from './purge-member-codes.ts'

const DAY_MS = 86_400_000

const house = await openHouse()
const club = await house.organisation({ name: 'Harbour City FC' })
const { page, server, member, typeId, offer, lastCode, lastMail } = await openMemberSale(house, club)

const linkOf = async (memberId: number, body: object = {}) =>
  house.call('POST', `/v1/manage/members/${memberId}/sale_link`, { key: club.key, body })

test('a code from the mail proves the member, who then buys, whichever address is typed', async () => {
  const { email } = await member()
  const basket = await page.fillMembers()
  await page.askCode(basket, email)
  const proven = await page.prove(basket, { code: await lastCode() })
  assert.deepEqual(proven.body, { basket_id: basket, proven_by: 'code', membership_type_ids: [typeId] })
  assert.equal((await page.buyAs(basket, 'another@example.org')).body.status, 'confirmed')
})

test('the mail with the code is in the language of whoever asks for it, else in the club’s', async () => {
  const subjectIn = async (headers: Record<string, string>) => {
    const { email } = await member()
    const basket = await page.fillMembers()
    await page.call('POST', `/v1/baskets/${basket}/member_code`, { email }, headers)
    const mail = await lastMail()
    return mail?.subject.replace(/^\d{6} /, '')
  }
  assert.equal(await subjectIn({ 'accept-language': 'de-AT, en;q=0.5' }), 'ist Ihr Code für Harbour City FC')
  await house.call('PATCH', '/v1/manage/organisation', { key: club.key, body: { language: 'da' } })
  assert.equal(await subjectIn({ 'accept-language': 'pt' }), 'er din kode til Harbour City FC')
  await house.call('PATCH', '/v1/manage/organisation', { key: club.key, body: { language: 'en' } })
})

test('the checkout that was refused without proof can be repeated with its Idempotency-Key', async () => {
  const { memberId } = await member()
  const basket = await server.fillMembers()
  const headers = { 'idempotency-key': 'members-only' }
  assert.equal((await server.checkOut(basket, {}, headers)).body.error.code, 'member_proof_required')
  await server.prove(basket, { membership_member_id: memberId })
  assert.equal((await server.checkOut(basket, {}, headers)).body.status, 'confirmed')
})

test('a link that staff made proves its member for as long as it lasts, and again for the next basket', async () => {
  const { memberId } = await member({ memberships: 2 })
  const newLink = await linkOf(memberId, { valid_days: 3 })
  const expires_at = Math.floor(house.clock().getTime() / 1000) + 3 * 86_400
  assert.deepEqual([newLink.status, newLink.body.expires_at], [201, expires_at], newLink.text)
  const { link_token } = newLink.body
  for (const _basket of [1, 2]) {
    const basket = await page.fillMembers()
    assert.equal((await page.prove(basket, { link_token })).body.proven_by, 'link')
    assert.equal((await page.buyAs(basket, 'gift@example.org')).body.status, 'confirmed')
  }
  house.clock.advance(3 * DAY_MS)
  assert.equal((await page.prove((await page.open()).body.id, { link_token })).status, 400)
})

test('a link is worth nothing once the membership is cancelled, and none is made for a cancelled member', async () => {
  const { memberId } = await member()
  const { link_token } = (await linkOf(memberId)).body
  const basket = await page.fillMembers()
  await house.call('POST', `/v1/manage/members/${memberId}/cancel`, { key: club.key })
  assert.deepEqual((await page.prove(basket, { link_token })).body.membership_type_ids, [])
  assert.equal((await page.buyAs(basket, 'x@example.org')).body.error.code, 'membership_required')
  assert.equal((await linkOf(memberId)).body.error.code, 'state_conflict')
})

test('a link of a member who was erased is worth nothing', async () => {
  const { memberId, userId } = await member()
  const { link_token } = (await linkOf(memberId)).body
  const [customer] = await house.sql<{ org_customer_id: string }[]>`
    select org_customer_id
    from customers
    where org_id = ${club.orgId}
      and user_id = ${userId}`
  const path = `/v1/manage/customers/${customer?.org_customer_id}/erase`
  assert.equal((await house.call('POST', path, { key: club.key })).status, 200)
  const basket = await page.fillMembers()
  await page.prove(basket, { link_token })
  assert.equal((await page.buyAs(basket, 'x@example.org')).body.error.code, 'membership_required')
  assert.equal((await linkOf(memberId)).body.error.code, 'state_conflict')
})

test('the token of a fan who is linked proves the member, before the checkout or with it', async () => {
  const fan = await addFan(house, club)
  const { memberId } = await member()
  await house.sql`
    update members
    set user_id = ${fan.userId}
    where org_id = ${club.orgId}
      and membership_member_id = ${memberId}`
  const basket = await page.fillMembers()
  const proven = await page.prove(basket, {}, fan.headers)
  assert.deepEqual([proven.body.proven_by, proven.body.membership_type_ids], ['sso', [typeId]])
  const stranger = await addFan(house, club, { linked: false })
  const refused = await page.prove(basket, {}, stranger.headers)
  assert.deepEqual([refused.status, refused.body.error.code], [403, 'sso_account_not_linked'])
  assert.equal((await page.buyAs(basket, 'x@example.org')).body.status, 'confirmed')
  const again = await page.checkOut(await page.fillMembers(), {}, fan.headers)
  assert.equal(again.body.error.code, 'member_limit_reached', 'what the token bought before counts')
})

test('a fan whom only a purchase has linked has proven nothing: the address was typed', async () => {
  const fan = await addFan(house, club, { linked: false })
  await house.sql`
    insert into sso_identities (org_id, issuer, subject, user_id, linked_by)
    values (${club.orgId}, ${fan.issuer}, ${fan.subject}, ${fan.userId}, 'checkout')`
  const { memberId } = await member()
  await house.sql`
    update members
    set user_id = ${fan.userId}
    where org_id = ${club.orgId}
      and membership_member_id = ${memberId}`
  const basket = await page.fillMembers()
  assert.equal((await page.prove(basket, {}, fan.headers)).body.error.code, 'sso_account_not_linked')
  assert.equal((await page.checkOut(basket, {}, fan.headers)).body.error.code, 'member_proof_required')
})

test('the organisation’s own server names the member, on the word of its own login', async () => {
  const { memberId } = await member()
  const basket = await server.fillMembers()
  const missing = await server.prove(basket, { membership_member_id: NOTHING })
  assert.deepEqual([missing.status, missing.body.error.param], [404, 'membership_member_id'])
  const proven = await server.prove(basket, { membership_member_id: memberId })
  assert.deepEqual([proven.body.proven_by, proven.body.membership_type_ids], ['organisation', [typeId]])
  assert.equal((await server.buyAs(basket, 'x@example.org')).body.status, 'confirmed')
})

test('the latest proof counts: a buyer with none of the memberships is told so', async () => {
  const [first, second] = [
    await member(),
    await member({ memberships: 1, columns: { membership_member_status_id: 0 } }),
  ]
  const basket = await server.fillMembers()
  await server.prove(basket, { membership_member_id: first.memberId })
  await server.prove(basket, { membership_member_id: second.memberId })
  const refused = await server.buyAs(basket, first.email)
  assert.deepEqual([refused.status, refused.body.error.code], [409, 'membership_required'])
})

test('once an order is made the basket stays with its member, also where the payment failed', async () => {
  const [first, second] = [await member(), await member()]
  const basket = await server.fillMembers()
  await server.prove(basket, { membership_member_id: first.memberId })
  assert.equal((await server.checkOut(basket, { payment_method: 'pm_test_declined' })).status, 402)
  const moved = await server.prove(basket, { membership_member_id: second.memberId })
  assert.deepEqual([moved.status, moved.body.error.code], [409, 'state_conflict'])
  assert.equal((await server.prove(basket, { membership_member_id: first.memberId })).status, 200)
})

test('one proof at a time, and at least one', async () => {
  const basket = await page.fillMembers()
  const none = await page.prove(basket, {})
  assert.deepEqual([none.status, none.body.error.code], [400, 'parameter_missing'])
  assert.equal((await page.prove(basket, { code: '123456', link_token: 'x' })).body.error.code, 'parameter_invalid')
})

test('a basket that is paid for, or expired, takes no proof and sends no code', async () => {
  const { memberId, email } = await member()
  const basket = await server.fillMembers()
  await server.prove(basket, { membership_member_id: memberId })
  await server.buyAs(basket, email)
  const proof = { membership_member_id: memberId }
  assert.equal((await server.prove(basket, proof)).body.error.code, 'basket_already_checked_out')
  const left = await server.fillMembers()
  house.clock.advance(16 * 60_000)
  assert.equal((await server.prove(left, proof)).body.error.code, 'basket_expired')
  assert.equal((await server.askCode(left, email)).body.error.code, 'basket_expired')
})

test('a price that is not for members asks for no proof', async () => {
  const { priceId } = await addOpenPrice()
  assert.equal((await page.checkOut(await page.fill(priceId, 1))).body.status, 'confirmed')
})

const addOpenPrice = async () => {
  const body = { title: 'Everybody', price: 10, price_category_id: offer.priceCategoryId }
  const path = `/v1/manage/events/${offer.eventId}/prices`
  return { priceId: Number((await house.call('POST', path, { key: club.key, body })).body.price_id) }
}

test('codes are gone when their ten minutes are over', async () => {
  const { email } = await member()
  await page.askCode(await page.fillMembers(), email)
  house.clock.advance(10 * 60_000)
  assert.ok((await purgeMemberCodes(house.sql, house.clock)) > 0)
  assert.equal((await house.sql`select 1 from member_codes`).length, 0)
})
