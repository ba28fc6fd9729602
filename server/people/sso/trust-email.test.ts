import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openSsoHouse } from '../../../tests/builders/sso.ts'
import { AUDIENCE } from '../../../tests/outside/oidc/issuer.ts'

const { house, club, issuer, as, customer } = await openSsoHouse()
after(() => issuer.stop())
const trust = (value: boolean) =>
  house.sql`update sso_providers set trust_email = ${value} where org_id = ${club.orgId}`
const orders = async (claims: object, key?: string) =>
  (await as(await issuer.sign(claims), 'GET', '/v1/sso/orders', undefined, key)).status

await trust(true)
await customer('Ada@example.org')
await customer('kim@example.org')

const refused: [what: string, claims: object][] = [
  ['an address that is not verified', { email: 'ada@example.org', email_verified: false }],
  ['an address of which nothing is said', { email: 'ada@example.org' }],
  ['an address that is verified in words only', { email: 'ada@example.org', email_verified: 'true' }],
  ['an unknown address', { email: 'ben@example.org', email_verified: true }],
  [
    'an address that only another alphabet folds to a customer’s',
    { email: '\u{212a}im@example.org', email_verified: true },
  ],
  ['an address with a Turkish İ for an i', { email: 'kİm@example.org', email_verified: true }],
  ['no address', { email_verified: true }],
  ['a list of addresses', { email: ['ada@example.org'], email_verified: true }],
]
for (const [what, claims] of refused) {
  test(`a trusted provider does not link by ${what}`, async () => {
    assert.equal(await orders({ sub: what, ...claims }), 403)
  })
}

test('a trusted provider links by a verified address, at once and for good, however many requests come together', async () => {
  const claims = { sub: 'ada', email: 'ADA@example.org', email_verified: true }
  assert.deepEqual(await Promise.all(Array.from({ length: 8 }, () => orders(claims))), Array(8).fill(200))
  assert.equal(await orders({ sub: 'ada' }), 200, 'the identity is what counts from then on')
  assert.equal(await orders({ sub: 'ada', email: 'ben@example.org', email_verified: true }), 200)
})

test('an address that has changed hands does not take the link along', async () => {
  const claims = { sub: 'eve', email: 'eve@example.org', email_verified: true }
  const first = await customer('eve@example.org')
  assert.equal(await orders(claims), 200)
  await house.sql`update customers set email_address = 'old@example.org' where org_id = ${club.orgId} and user_id = ${first}`
  await customer('eve@example.org')
  assert.equal(await orders(claims), 200)
  const [row] = await house.sql`select user_id from sso_identities where org_id = ${club.orgId} and subject = 'eve'`
  assert.equal(row?.user_id, first)
})

test('who has unlinked is not linked again by an address', async () => {
  const claims = { sub: 'fay', email: 'fay@example.org', email_verified: true }
  await customer('fay@example.org')
  assert.equal(await orders(claims), 200)
  await as(await issuer.sign(claims), 'DELETE', '/v1/sso/link')
  assert.equal(await orders(claims), 403)
})

test('without trust a verified address makes no link, and another organisation’s customer is none of ours', async () => {
  const other = await house.organisation({ name: 'Other Club' })
  await customer('gil@example.org', other)
  const claims = { sub: 'gil', email: 'gil@example.org', email_verified: true }
  assert.equal(await orders(claims), 403)
  const body = { name: 'Same issuer', issuer: issuer.issuer, audiences: [AUDIENCE] }
  assert.equal((await house.call('POST', '/v1/manage/sso_providers', { key: other.key, body })).status, 201)
  assert.equal(await orders(claims, other.key), 403)
})
