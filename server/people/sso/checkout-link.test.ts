import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { shopOf } from '../../../tests/builders/baskets.ts'
import { addMember } from '../../../tests/builders/members.ts'
import { addMembershipType } from '../../../tests/builders/membership-catalogue.ts'
import { addOffer } from '../../../tests/builders/prices.ts'
import { openSsoHouse } from '../../../tests/builders/sso.ts'
import { createSettleDeps } from '../../checkout/answers/settle-deps.ts'
import { settlePayment } from '../../checkout/answers/settle-payment.ts'
import { createPayments } from '../../payments/payments/providers.ts'

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
  assert.deepEqual(await shown('eve'), [bought.body.order_id], 'what they bought themselves, and nothing of ben’s')
  const rows = await house.sql`select from sso_identities where org_id = ${club.orgId} and subject = 'eve'`
  assert.equal(rows.length, 0)
})

test('nothing that the fan is answered afterwards tells whether the address was known', async () => {
  const before = await buy('known@example.org')
  const answers = async (subject: string, email: string) => {
    const { body } = await buy(email, await withToken({ sub: subject }))
    const token = await issuer.sign({ sub: subject })
    const read = async (path: string) => {
      const answer = await as(token, 'GET', `/v1/sso${path}`)
      return [answer.status, answer.body.data?.length]
    }
    const own = [await read('/orders'), await read(`/orders/${body.order_id}/tickets`)]
    const other = await read(`/orders/${before.body.order_id}/tickets`)
    await house.sql`
      update orders set order_status = 'refunded' where org_id = ${club.orgId} and order_id = ${body.order_id}`
    const refunded = await read('/orders')
    await as(token, 'DELETE', '/v1/sso/link')
    return [...own, other, refunded, await read('/orders'), await read(`/orders/${body.order_id}/tickets`)]
  }
  const known = await answers('kay', 'known@example.org')
  assert.deepEqual(known, await answers('lou', 'unknown@example.org'))
  assert.deepEqual(known, [
    [200, 1],
    [200, 1],
    [200, 0],
    [200, 0],
    [403, undefined],
    [403, undefined],
  ])
})

test('of several who come with one new address at once, only the one whose order creates the customer is linked', async () => {
  const subjects = ['jo-1', 'jo-2', 'jo-3', 'jo-4', 'jo-5', 'jo-6']
  const baskets = await Promise.all(subjects.map(() => shop.fill(priceId, 1)))
  const tokens = await Promise.all(subjects.map((sub) => withToken({ sub })))
  const paying = { ...named('jo@example.org'), payment_method: 'pm_test_requires_action' }
  const bought = await Promise.all(baskets.map((basket, at) => shop.checkOut(basket, paying, tokens[at] ?? {})))
  const payments = await house.sql<{ payment_id: number; order_id: number; basket_id: string }[]>`
    select p.payment_id, p.order_id, o.basket_id
    from payments p
    join orders o on o.org_id = p.org_id and o.order_id = p.order_id
    where p.org_id = ${club.orgId}
      and p.order_id = any (${bought.map(({ body }) => body.order_id)}::bigint[])`
  const deps = createSettleDeps({
    sql: house.sql,
    clock: house.clock,
    systemClock: house.clock,
    seal: house.seal,
    payments: createPayments({ stripe: undefined }),
  })
  // The money of all of them comes in one moment, so that they are confirmed in one batch.
  const settled = await Promise.all(
    payments.map(({ payment_id: paymentId, order_id: orderId, basket_id: basketId }) => {
      const result = { kind: 'succeeded' as const, reference: `pay_test_ok.${orderId}` }
      return settlePayment(deps, { orgId: club.orgId, paymentId, orderId, basketId }, result)
    }),
  )
  assert.deepEqual([...new Set(settled.map(({ kind }) => kind))], ['confirmed'])
  const seen = await Promise.all(subjects.map((subject) => shown(subject)))
  assert.deepEqual(
    seen,
    bought.map(({ body }) => [body.order_id]),
    'each sees their own',
  )
  const linked = await house.sql`
    select subject
    from sso_identities
    where org_id = ${club.orgId}
      and subject = any (${subjects}::text[])`
  assert.equal(linked.length, 1)
})

test('the link waits for the money, and is made when the order is confirmed, whichever process confirms it', async () => {
  const basket = await shop.fill(priceId, 1)
  const paying = { ...named('fay@example.org'), payment_method: 'pm_test_requires_action' }
  const pending = await shop.checkOut(basket, paying, await withToken({ sub: 'fay' }))
  assert.equal(pending.body.status, 'pending', pending.text)
  assert.equal(await shown('fay'), 403)
  const confirmed = await shop.checkOut(basket, paying)
  assert.equal(confirmed.body.status, 'confirmed', confirmed.text)
  assert.deepEqual(await shown('fay'), [confirmed.body.order_id])
})

test('a payment that was declined and then made by a buyer who is not signed in makes no link', async () => {
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

test('the answer to one fan’s checkout is not replayed to another, nor to a buyer who is not signed in', async () => {
  const basket = await shop.fill(priceId, 1)
  const key = { 'idempotency-key': 'checkout-of-jo' }
  const send = async (headers: Record<string, string>) =>
    shop.checkOut(basket, named('jo@example.org'), { ...headers, ...key })
  const bought = await send(await withToken({ sub: 'jo' }))
  assert.equal(bought.body.status, 'confirmed', bought.text)
  assert.deepEqual((await send(await withToken({ sub: 'jo', jti: 'renewed' }))).body, bought.body)
  for (const headers of [await withToken({ sub: 'not-jo' }), {}])
    assert.equal((await send(headers)).body.error?.code, 'idempotency_key_reused')
})

test('a members-only price is sold to a fan who is signed in as a paid member, whichever address they type', async () => {
  const type = await addMembershipType(house, club)
  const gold = await addOffer(house, club, { price: { membership_type_id: type } })
  const userId = await customer('gold@example.org')
  await addMember(house, club, { user_id: userId, membership_type_id: type, membership_member_status_id: 1 })
  await house.sql`
    insert into sso_identities (org_id, issuer, subject, user_id, linked_by)
    values (${club.orgId}, ${issuer.issuer}, 'ida', ${userId}, 'code')`
  const attempt = async (headers: Record<string, string>) =>
    shop.checkOut(await shop.fill(gold.priceId, 1), named('other@example.org'), headers)
  assert.equal((await attempt({})).body.error.code, 'member_proof_required')
  assert.equal((await attempt(await withToken({ sub: 'nobody' }))).body.error.code, 'member_proof_required')
  assert.equal((await attempt(await withToken({ sub: 'ida' }))).body.status, 'confirmed')
})
