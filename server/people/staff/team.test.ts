import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addCustomer } from '../../../tests/builders/customers.ts'
import { openGround } from '../../../tests/builders/grounds.ts'
import { mailsOf } from '../../../tests/builders/mails.ts'
import { sellOrder } from '../../../tests/builders/orders.ts'
import { unique } from '../../../tests/builders/rows.ts'
import { addStaff, asOwnPage, cookiesOf } from '../../../tests/builders/staff.ts'
import { openHouse, type Tenant } from '../../../tests/harness/house.ts'
import { DAY_MS } from '../../platform/values/durations.ts'
import { hashPassword } from './passwords.ts'

const house = await openHouse()
type Headers = Record<string, string>

const call = (method: string, path: string, headers: Headers, body?: object) =>
  house.call(method, path, { headers, ...(body ? { body } : {}) })
const codeOf = ({ status, body }: { status: number; body: { error?: { code: string } } }) =>
  body.error ? `${status} ${body.error.code}` : String(status)
const newAddress = () => `${unique('new')}@club.test`

async function open() {
  const club = await house.organisation()
  const owner = await addStaff(house, club)
  const invite = (email_address: string, role = 'gates') =>
    call('POST', '/v1/manage/team', owner.headers, { email_address, role })
  return { club, owner, invite }
}

/** What stands behind the # of the newest link. */
async function tokenOf(club: Tenant): Promise<string> {
  const mail = (await mailsOf(house, club)).at(-1)
  return /#(\S+)/.exec(mail?.text ?? '')?.[1] ?? ''
}
const accept = (
  token: string,
  more: object = { name: 'Ida', password: 'nine green elephants' },
  headers: Headers = asOwnPage,
) => call('POST', '/v1/staff/invitations/accept', headers, { token, ...more })

test('a person is invited, looks at the link, accepts it and works in their role', async () => {
  const { club, owner, invite } = await open()
  const email = newAddress()
  const invited = await invite(email)
  assert.equal(invited.status, 201)
  const token = await tokenOf(club)
  assert.ok(token.length > 32 && !invited.text.includes(token), 'the inviter does not get to see the link')
  const look = await call('POST', '/v1/staff/invitations/look', asOwnPage, { token })
  assert.deepEqual([look.body.organisation, look.body.role, look.body.has_account], ['Test Club', 'gates', false])
  const accepted = await accept(token)
  assert.equal(accepted.body.organisations[0].role, 'gates')
  const headers = { ...asOwnPage, cookie: cookiesOf(accepted.headers['set-cookie'] ?? '') }
  assert.equal((await call('GET', '/v1/manage/devices', headers)).status, 200)
  assert.equal(codeOf(await call('GET', '/v1/manage/api_keys', headers)), '403 scope_missing')
  assert.equal(
    codeOf(await call('POST', '/v1/manage/venues', headers, { name: 'x', country: 'AU', timezone: 'UTC' })),
    '403 scope_missing',
  )
  const { body } = await call('GET', '/v1/manage/team', owner.headers)
  assert.deepEqual(
    body.data.map(({ status }: { status: string }) => status),
    ['active', 'active'],
  )
})

test('of two who accept one invitation at once, one is let in; used, replaced and old links are worth nothing', async () => {
  const { club, invite } = await open()
  const email = newAddress()
  await invite(email)
  const first = await tokenOf(club)
  await invite(email, 'reader')
  const second = await tokenOf(club)
  assert.equal(codeOf(await accept(first)), '400 parameter_invalid')
  const answers = await Promise.all([accept(second), accept(second, { name: 'Eve', password: 'ten blue elephants' })])
  const codes = answers.map(codeOf).sort()
  assert.equal(codes[0], '200')
  assert.match(codes[1] ?? '', /^(400 parameter_invalid|409 state_conflict)$/)
  assert.equal(codeOf(await accept(second)), '400 parameter_invalid')
  await invite(newAddress())
  const old = await tokenOf(club)
  house.clock.advance(7 * DAY_MS)
  assert.equal(codeOf(await accept(old)), '400 parameter_invalid')
  for (const token of ['x', `${club.orgId}-${'a'.repeat(32)}`, `0-${'a'.repeat(32)}`])
    assert.equal(codeOf(await accept(token)), '400 parameter_invalid')
})

test('a person with an account joins with it, and only signed in: a link alone does not make one that person', async () => {
  const { club, invite } = await open()
  const elsewhere = await addStaff(house, await house.organisation())
  const stranger = await addStaff(house, await house.organisation())
  await invite(elsewhere.email, 'finance')
  const token = await tokenOf(club)
  assert.equal(codeOf(await accept(token)), '409 state_conflict')
  assert.equal(codeOf(await accept(token, {}, stranger.headers)), '409 state_conflict')
  const accepted = await accept(token, {}, elsewhere.headers)
  assert.equal(accepted.status, 200)
  assert.equal(accepted.body.organisations.length, 2)
})

test('there is always an owner left, also when two remove each other at once', async () => {
  const { club, owner } = await open()
  const remove = (id: number, headers: Headers) => call('DELETE', `/v1/manage/team/${id}`, headers)
  const demote = (id: number) => call('PATCH', `/v1/manage/team/${id}`, owner.headers, { role: 'reader' })
  assert.equal(codeOf(await remove(owner.staffId, owner.headers)), '409 state_conflict')
  assert.equal(codeOf(await demote(owner.staffId)), '409 state_conflict')
  for (let round = 0; round < 5; round += 1) {
    const [one, other] = [await addStaff(house, club), await addStaff(house, club)]
    await house.sql`update staff_members set role = 'reader' where org_id = ${club.orgId} and staff_id not in (${one.staffId}, ${other.staffId})`
    const answers = await Promise.all([remove(one.staffId, other.headers), remove(other.staffId, one.headers)])
    // Who comes a moment later may have lost the role, or the session, already.
    const [first, second] = answers.map(codeOf).sort()
    assert.equal(first, '200')
    assert.match(second ?? '', /^(409 state_conflict|403 role_missing|401 session_invalid)$/)
    const [owners] = await house.sql`
      select count(*)::integer as count
      from staff_members
      where org_id = ${club.orgId}
        and role = 'owner'
        and staff_status = 'active'`
    assert.equal(owners?.count, 1)
  }
})

test('a role that is taken away is gone within five seconds, and with the last one the session; streams end', async () => {
  const { club, owner } = await open()
  const { eventId } = await openGround(house, club)
  const guard = await addStaff(house, club, { role: 'gates' })
  const url = `/v1/manage/events/${eventId}/live`
  const live = (await house.app.inject({ url, headers: guard.headers, payloadAsStream: true })).stream()
  const change = await call('PATCH', `/v1/manage/team/${guard.staffId}`, owner.headers, { role: 'finance' })
  assert.equal(change.status, 200)
  house.clock.advance(4_999)
  assert.equal(codeOf(await call('GET', '/v1/manage/devices', guard.headers)), '403 scope_missing')
  for await (const _chunk of live);
  assert.equal((await call('DELETE', `/v1/manage/team/${guard.staffId}`, owner.headers)).status, 200)
  house.clock.advance(4_999)
  assert.equal(codeOf(await call('GET', '/v1/staff/me', guard.headers)), '401 session_invalid')
})

test('a key that can do less than an owner makes none, nor takes one away', async () => {
  const { club, owner } = await open()
  const key = await house.key(club.orgId, { scopes: ['team:manage', 'gates:manage'] })
  const body = { email_address: newAddress(), role: 'owner' }
  assert.equal(codeOf(await house.call('POST', '/v1/manage/team', { key, body })), '403 scope_missing')
  assert.equal(codeOf(await house.call('DELETE', `/v1/manage/team/${owner.staffId}`, { key })), '403 scope_missing')
  assert.equal((await house.call('POST', '/v1/manage/team', { key: club.key, body })).status, 201)
})

test('keys, the team and large refunds want a proof of the last ten minutes; a key is not asked', async () => {
  const club = await house.organisation()
  const owner = await addStaff(house, club, { passwordHash: await hashPassword('nine green elephants') })
  const { orderId } = await sellOrder(house, club)
  const invitation = () =>
    call('POST', '/v1/manage/team', owner.headers, { email_address: newAddress(), role: 'reader' })
  const key = () => call('POST', '/v1/manage/api_keys', owner.headers, { type: 'sk', name: 'till', scopes: ['manage'] })
  const customer = await addCustomer(house, club)
  const erasure = () => call('POST', `/v1/manage/customers/${customer.customerId}/erase`, owner.headers)
  const refund = (amount: number) => call('POST', `/v1/manage/orders/${orderId}/refunds`, owner.headers, { amount })
  const limit = (refund_proof_amount: number) =>
    house.call('PATCH', '/v1/manage/organisation', { key: club.key, body: { refund_proof_amount } })
  assert.equal((await limit(2)).body.refund_proof_amount, 2)
  house.clock.advance(10 * 60_000 - 1)
  assert.deepEqual([(await invitation()).status, (await key()).status], [201, 201])
  house.clock.advance(1)
  for (const answer of [await invitation(), await key(), await refund(2.01), await erasure()])
    assert.equal(codeOf(answer), '403 proof_required')
  assert.equal((await refund(2)).status, 201, 'a small one passes')
  assert.equal(
    (await house.call('POST', `/v1/manage/orders/${orderId}/refunds`, { key: club.key, body: { amount: 3 } })).status,
    201,
  )
  const prove = (password: string) => call('POST', '/v1/staff/prove', owner.headers, { password })
  assert.equal(codeOf(await prove('not the password')), '401 sign_in_failed')
  assert.equal(codeOf(await invitation()), '403 proof_required')
  assert.equal((await prove('nine green elephants')).status, 200)
  assert.deepEqual(
    [(await invitation()).status, (await refund(2.01)).status, (await erasure()).status],
    [201, 201, 200],
  )
})

test('the amount over which refunds want a proof is not raised without one, nor is a sign-on provider set up', async () => {
  const club = await house.organisation()
  const owner = await addStaff(house, club)
  const limit = (refund_proof_amount: number, name?: string) =>
    call('PATCH', '/v1/manage/organisation', owner.headers, { refund_proof_amount, ...(name && { name }) })
  const providers = '/v1/manage/sso_providers'
  const provider = () =>
    call('POST', providers, owner.headers, {
      name: 'Sign-on',
      issuer: `https://${unique('issuer')}.example`,
      audiences: ['shop'],
      trust_email: true,
    })
  assert.equal((await limit(20)).body.refund_proof_amount, 20)
  const { sso_provider_id: id } = (await provider()).body
  house.clock.advance(10 * 60_000)
  assert.equal(codeOf(await limit(20.01)), '403 proof_required')
  assert.equal((await limit(20, 'Another name')).status, 200, 'a page that sends all fields is not asked')
  assert.equal((await limit(10)).status, 200, 'to lower it is no danger')
  assert.equal(codeOf(await limit(20)), '403 proof_required')
  assert.equal(codeOf(await provider()), '403 proof_required')
  assert.equal(
    codeOf(await call('PATCH', `${providers}/${id}`, owner.headers, { trust_email: false })),
    '403 proof_required',
  )
  assert.equal(codeOf(await call('POST', `${providers}/${id}/archive`, owner.headers)), '403 proof_required')
  assert.equal((await call('GET', providers, owner.headers)).status, 200)
})

test('a session that another process has ended is told so, not asked for a proof that it cannot give', async () => {
  const { club, owner, invite } = await open()
  assert.equal((await invite(newAddress())).status, 201)
  await house.sql`
    delete from staff_sessions
    where account_id in (select account_id from staff_accounts where email_address = ${owner.email})`
  assert.equal(codeOf(await invite(newAddress())), '401 session_invalid')
  assert.equal((await house.call('GET', '/v1/manage/team', { key: club.key })).status, 200)
})
