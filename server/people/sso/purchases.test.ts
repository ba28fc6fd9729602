import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { codeIn } from '../../../tests/builders/mails.ts'
import { addOrderOf } from '../../../tests/builders/orders.ts'
import { openSsoHouse } from '../../../tests/builders/sso.ts'
import { linkCreatedCustomers, notePurchases } from './purchases.ts'

const { house, club, issuer, as, customer, mails } = await openSsoHouse()
after(() => issuer.stop())
const identityOf = (subject: string) => ({ issuer: issuer.issuer, subject })
const shown = async (claims: object) => {
  const { status, body } = await as(await issuer.sign(claims), 'GET', '/v1/sso/orders')
  return status === 200 ? body.data.map(({ order_id }: { order_id: string }) => Number(order_id)) : status
}
const ticketsShown = async (subject: string, orderId: number) =>
  (await as(await issuer.sign({ sub: subject }), 'GET', `/v1/sso/orders/${orderId}/tickets`)).body.data.length

/** An order that a signed-in fan has bought, for this customer. */
async function bought(subject: string, userId: number, created: boolean): Promise<number> {
  const orderId = await addOrderOf(house, club, userId)
  await notePurchases(club.orgId, house.sql, house.clock(), [{ orderId, identity: identityOf(subject) }])
  if (created) await linkCreatedCustomers(club.orgId, house.sql, house.clock(), [{ orderId, userId }])
  return orderId
}

test('a fan who bought as a new customer is linked, and sees what they bought; of that customer no more until the address is proved', async () => {
  const victim = await customer('victim@example.org')
  const mine = await bought('eve', victim, true)
  const theirs = await addOrderOf(house, club, victim)
  assert.deepEqual(await shown({ sub: 'eve' }), [mine])
  assert.deepEqual([await ticketsShown('eve', mine), await ticketsShown('eve', theirs)], [2, 0])
  const token = await issuer.sign({ sub: 'eve' })
  await as(token, 'POST', '/v1/sso/link', { email_address: 'victim@example.org' })
  const code = codeIn((await mails()).at(-1) ?? { text: '' })
  assert.equal((await as(token, 'POST', '/v1/sso/link/confirm', { code })).status, 200)
  assert.deepEqual((await shown({ sub: 'eve' })).toSorted(), [mine, theirs].toSorted())
})

test('a trusted address proves it too, if it is that customer’s', async () => {
  const userId = await customer('fay@example.org')
  const mine = await bought('fay', userId, true)
  const before = await addOrderOf(house, club, userId)
  await house.sql`update sso_providers set trust_email = true where org_id = ${club.orgId}`
  house.clock.advance(5_000)
  await customer('gil@example.org')
  assert.deepEqual(await shown({ sub: 'fay', email: 'gil@example.org', email_verified: true }), [mine])
  assert.deepEqual(await shown({ sub: 'fay', email: 'nobody@example.org', email_verified: true }), [mine])
  const all = await shown({ sub: 'fay', email: 'fay@example.org', email_verified: true })
  assert.deepEqual(all.toSorted(), [mine, before].toSorted())
})

test('a purchase links no fan who is linked already, and none to a customer who was there before', async () => {
  const [first, second] = [await customer('hal@example.org'), await customer('ida@example.org')]
  const earlier = await bought('hal', first, true)
  await addOrderOf(house, club, first)
  const later = await bought('hal', second, true)
  assert.deepEqual((await shown({ sub: 'hal' })).toSorted(), [earlier, later].toSorted(), 'their own, and no others')
  const mine = await bought('ida', second, false)
  assert.deepEqual(await shown({ sub: 'ida' }), [mine])
})

test('a purchase links again a fan who had unlinked', async () => {
  const userId = await customer('jan@example.org')
  await as(await issuer.sign({ sub: 'jan' }), 'DELETE', '/v1/sso/link')
  assert.equal(await shown({ sub: 'jan' }), 403)
  const mine = await bought('jan', userId, true)
  assert.deepEqual(await shown({ sub: 'jan' }), [mine])
})
