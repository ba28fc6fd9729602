import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { codeIn } from '../../../tests/builders/mails.ts'
import { openSsoHouse } from '../../../tests/builders/sso.ts'
import { awaitedLock } from '../../../tests/harness/awaited-lock.ts'
import type { Answer } from '../../../tests/harness/house.ts'

const { house, club, issuer, as, customer, mails } = await openSsoHouse()
after(() => issuer.stop())
const { sql } = house
await sql`update sso_providers set trust_email = true where org_id = ${club.orgId}`

const ask = (token: string, email: string) => as(token, 'POST', '/v1/sso/link', { email_address: email })
const confirm = async (token: string) =>
  as(token, 'POST', '/v1/sso/link/confirm', { code: codeIn((await mails()).at(-1) ?? { text: '' }) })

const linksOf = async (userId: number) =>
  (await sql`select subject from sso_identities where org_id = ${club.orgId} and user_id = ${userId}`).length

/** A fan links while the customer is being erased: everything but the end of the erasure has happened. */
async function whileErased(userId: number, link: () => Promise<Answer>): Promise<(number | undefined)[]> {
  const [row] = await sql`select org_customer_id from customers where org_id = ${club.orgId} and user_id = ${userId}`
  await sql`
    insert into sso_identities (org_id, issuer, subject, user_id, linked_by)
    values (${club.orgId}, ${issuer.issuer}, ${`first of ${userId}`}, ${userId}, 'code')`
  let erasing: Promise<Answer> | undefined
  let linking: Promise<Answer> | undefined
  await sql.begin(async (tx) => {
    await tx`select 1 from sso_identities where org_id = ${club.orgId} and user_id = ${userId} for update`
    erasing = house.call('POST', `/v1/manage/customers/${row?.org_customer_id}/erase`, { key: club.key })
    await awaitedLock(sql)
    linking = link()
    await awaitedLock(sql, 2)
  })
  return [(await erasing)?.status, (await linking)?.status]
}

test('a code that is confirmed while the customer is being erased links no fan to what is left', async () => {
  const userId = await customer('ada@example.org')
  const token = await issuer.sign({ sub: 'ada' })
  await ask(token, 'ada@example.org')
  assert.deepEqual(await whileErased(userId, () => confirm(token)), [200, 400])
  assert.equal(await linksOf(userId), 0)
})

test('a trusted address links no fan to a customer who is being erased', async () => {
  const userId = await customer('ben@example.org')
  const token = await issuer.sign({ sub: 'ben', email: 'ben@example.org', email_verified: true })
  assert.deepEqual(await whileErased(userId, () => as(token, 'GET', '/v1/sso/orders')), [200, 403])
  assert.equal(await linksOf(userId), 0)
})

test('who unlinks takes the code before the link, as who confirms does, so that the two cannot deadlock', async () => {
  await customer('cleo@example.org')
  const token = await issuer.sign({ sub: 'cleo' })
  for (const again of [false, true]) {
    await ask(token, 'cleo@example.org')
    if (!again) assert.equal((await confirm(token)).status, 200)
  }
  let unlinking: Promise<Answer> | undefined
  await sql.begin(async (tx) => {
    await tx`select 1 from sso_link_codes where org_id = ${club.orgId} and subject = 'cleo' for update`
    unlinking = as(token, 'DELETE', '/v1/sso/link')
    await awaitedLock(sql)
    // It waits for the code, and so has not taken the link.
    await tx`select 1 from sso_identities where org_id = ${club.orgId} and subject = 'cleo' for update nowait`
  })
  assert.equal((await unlinking)?.status, 200)
})
