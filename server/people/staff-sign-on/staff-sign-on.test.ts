import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mailsOf } from '../../../tests/builders/mails.ts'
import { unique } from '../../../tests/builders/rows.ts'
import { addStaff, asOwnPage } from '../../../tests/builders/staff.ts'
import { answerAt, openSignOnHouse } from '../../../tests/builders/staff-sign-on.ts'
import { CLIENT_SECRET } from '../../../tests/outside/oidc/staff-issuer.ts'
import { HOUR_MS } from '../../platform/values/durations.ts'

const { house, club, owner, issuer, setProvider, goThere, finish, signOn } = await openSignOnHouse()
const { sql, clock } = house
assert.equal((await setProvider()).status, 200)

type Headers = Record<string, string>
const codeOf = ({ status, body }: { status: number; body: { error?: { code: string } } }) =>
  body.error ? `${status} ${body.error.code}` : String(status)
const get = async (path: string, headers: Headers) => codeOf(await house.call('GET', path, { headers }))
const invite = (email_address: string, role: string) =>
  house.call('POST', '/v1/manage/team', { key: club.key, body: { email_address, role } })
const newPerson = () => {
  const sub = unique('person')
  return { sub, email: `${sub}@club.example`, email_verified: true, name: 'Ida Lund' }
}
/** A role, and what is trusted of it, is looked up anew after this. */
const afterTrust = () => clock.advance(5_000)

test('an invited person signs on, has the role of the invitation, and joins once', async () => {
  const ida = newPerson()
  await invite(ida.email, 'gates')
  const { status, body, here } = await signOn(ida)
  assert.equal(status, 200, JSON.stringify(body))
  assert.deepEqual(
    [
      body.email_address,
      body.signed_on_to,
      body.password,
      body.organisations.map(({ role }: { role: string }) => role),
    ],
    [ida.email, String(club.orgId), false, ['gates']],
  )
  assert.equal(await get('/v1/manage/venues', here), '200')
  assert.equal(await get('/v1/customers', here), '403 scope_missing')
  const again = await signOn({ ...ida, email: 'ida@elsewhere.example' })
  assert.equal(again.body.email_address, ida.email, 'who they are is the subject, whatever address is said later')
  const joined = await sql`
    select 1 as one
    from audit_log
    where org_id = ${club.orgId}
      and action = 'staff_member.joined'
      and actor_name = 'Ida Lund'`
  assert.equal(joined.length, 1)
})

test('a provider vouches for its own organisation alone, whatever address it says', async () => {
  // The same address is an owner elsewhere, with an account of their own.
  const ben = newPerson()
  const other = await house.organisation()
  await addStaff(house, other, { email: ben.email })
  await invite(ben.email, 'reader')
  const { body, here } = await signOn(ben)
  assert.deepEqual(
    body.organisations.map(({ org_id }: { org_id: string }) => org_id),
    [String(club.orgId)],
  )
  const named = (orgId: number) => ({ ...here, 'grandstand-organisation': String(orgId) })
  assert.equal(await get('/v1/manage/events', named(club.orgId)), '200')
  assert.equal(await get('/v1/manage/events', named(other.orgId)), '403 role_missing')
  // An invitation of another organisation to that address is not theirs either.
  const third = await house.organisation()
  const thirdOwner = await addStaff(house, third)
  await house.call('POST', '/v1/manage/team', {
    headers: thirdOwner.headers,
    body: { email_address: ben.email, role: 'owner' },
  })
  const token = /#(\S+)/.exec((await mailsOf(house, third)).at(-1)?.text ?? '')?.[1]
  const accepting = { headers: here, body: { token } }
  assert.equal(codeOf(await house.call('POST', '/v1/staff/invitations/accept', accepting)), '409 state_conflict')
  assert.equal(await get('/v1/manage/events', named(third.orgId)), '403 role_missing')
})

test('there is no password, passkey or proof by password in such a session, and no other session of that account', async () => {
  const person = newPerson()
  await invite(person.email, 'manager')
  const { here } = await signOn(person)
  const put = { headers: here, body: { new_password: 'nine green elephants' } }
  assert.equal(codeOf(await house.call('PUT', '/v1/staff/password', put)), '403 scope_missing')
  assert.equal(codeOf(await house.call('POST', '/v1/staff/passkeys/options', { headers: here })), '403 scope_missing')
  assert.equal(codeOf(await house.call('POST', '/v1/staff/prove', { headers: here, body: {} })), '403 scope_missing')
  assert.equal(await get('/v1/staff/me', here), '200')
  assert.equal(await get('/v1/staff/sessions', here), '200')
  // A password is asked for by the address, which the provider's account does not have.
  const reset = { headers: asOwnPage, body: { email_address: person.email } }
  await house.call('POST', '/v1/staff/password_resets', reset)
  const accounts = await sql`
    select 1 as one
    from staff_accounts
    where email_address = ${person.email}`
  assert.equal(accounts.length, 0)
  clock.advance(12 * HOUR_MS)
  assert.equal(await get('/v1/staff/me', here), '401 session_invalid')
  clock.advance(-12 * HOUR_MS)
})

test('an address that changed hands at the provider, is not verified or is in nobody’s domain opens nothing', async () => {
  const first = newPerson()
  await invite(first.email, 'manager')
  assert.equal((await signOn(first)).status, 200)
  const next = { ...first, sub: unique('successor') }
  assert.equal(codeOf(await signOn(next)), '403 sign_on_refused')
  const doubtful = newPerson()
  await invite(doubtful.email, 'manager')
  assert.equal(codeOf(await signOn({ ...doubtful, email_verified: false })), '403 sign_on_refused')
  assert.equal(codeOf(await signOn({ ...doubtful, email: undefined })), '403 sign_on_refused')
  const away = { sub: unique('away'), email: `${unique('away')}@other.example` }
  await invite(away.email, 'manager')
  assert.equal(codeOf(await signOn(away)), '403 sign_on_refused', 'the provider does not say that it verified it')
  assert.equal((await signOn({ ...doubtful, email_verified: undefined })).status, 200, 'in the club’s own domain')
})

test('a person without invitation and group is refused; one who was removed stays so until invited again', async () => {
  const person = newPerson()
  assert.equal(codeOf(await signOn(person)), '403 sign_on_refused')
  const { body: member } = await invite(person.email, 'gates')
  const { here } = await signOn(person)
  await house.call('DELETE', `/v1/manage/team/${member.staff_id}`, { headers: owner.headers })
  afterTrust()
  assert.equal(await get('/v1/manage/venues', here), '403 role_missing')
  assert.equal(codeOf(await signOn(person)), '403 sign_on_refused')
  await invite(person.email, 'reader')
  assert.equal((await signOn(person)).status, 200)
})

test('groups give roles, the first of the list; a role goes with its group, and one that was given by hand stays', async () => {
  const group_roles = [
    { group: 'office', role: 'manager' },
    { group: 'stewards', role: 'gates' },
  ]
  assert.equal((await setProvider({ group_roles })).status, 200)
  const person = newPerson()
  const roleOf = ({ body }: { body: { organisations?: { role: string }[] } }) => body.organisations?.[0]?.role
  assert.equal(roleOf(await signOn({ ...person, groups: ['stewards', 'office', 'choir'] })), 'manager')
  const changed = await signOn({ ...person, groups: 'stewards' })
  assert.equal(roleOf(changed), 'gates')
  assert.equal(codeOf(await signOn({ ...person, groups: ['choir'] })), '403 sign_on_refused')
  afterTrust()
  assert.equal(await get('/v1/manage/venues', changed.here), '403 role_missing')
  assert.equal(roleOf(await signOn({ ...person, groups: ['stewards'] })), 'gates', 'and comes back with it')
  const [member] = await sql<{ staff_id: number }[]>`
    select staff_id
    from staff_members
    where org_id = ${club.orgId}
      and email_address = ${person.email}`
  const path = `/v1/manage/team/${member?.staff_id}`
  await house.call('PATCH', path, { headers: owner.headers, body: { role: 'finance' } })
  assert.equal(roleOf(await signOn({ ...person, groups: [] })), 'finance')
  await house.call('DELETE', path, { headers: owner.headers })
  assert.equal(codeOf(await signOn({ ...person, groups: ['office'] })), '403 sign_on_refused', 'removed by hand')
  await setProvider()
})

test('an owner connects the provider in a browser where they are signed in; no provider makes itself one', async () => {
  const boss = await addStaff(house, club, { email: `${unique('olga')}@club.example` })
  const olga = { sub: unique('olga'), email: boss.email, email_verified: true }
  assert.equal(codeOf(await signOn(olga)), '403 sign_on_refused')
  const { status, body } = await signOn(olga, boss.headers.cookie)
  assert.deepEqual([status, body.organisations[0].role], [200, 'owner'])
  assert.equal((await signOn(olga)).status, 200, 'known from then on')
  assert.equal((await setProvider({ group_roles: [{ group: 'g', role: 'owner' }] })).status, 400)
})

test('an enforced domain is let in by the provider alone, and is told so; owners by password too', async () => {
  const clerk = await addStaff(house, club, { role: 'box_office', email: `${unique('clerk')}@club.example` })
  const guest = await addStaff(house, club, { role: 'box_office', email: `${unique('guest')}@agency.example` })
  const boss = await addStaff(house, club, { email: `${unique('boss')}@club.example` })
  assert.equal((await setProvider({ is_enforced: true, domains: [] }, boss.headers)).status, 400)
  assert.equal((await setProvider({ is_enforced: true }, boss.headers)).status, 200)
  afterTrust()
  assert.equal(await get('/v1/manage/events', clerk.headers), '403 sign_on_required')
  assert.equal(await get('/v1/manage/events', guest.headers), '200')
  assert.equal(await get('/v1/manage/events', boss.headers), '200')
  const { body } = await house.call('GET', '/v1/staff/me', { headers: clerk.headers })
  assert.equal(body.organisations[0].needs_sign_on, true)
  const { here } = await signOn({ sub: unique('clerk'), email: clerk.email })
  assert.equal(await get('/v1/manage/events', here), '200')
  await setProvider({}, boss.headers)
})

test('another issuer, or none, begins anew: who was linked is signed out, and links again', async () => {
  const person = newPerson()
  await invite(person.email, 'reader')
  const { here } = await signOn(person)
  const boss = await addStaff(house, club)
  const gone = await house.call('DELETE', '/v1/manage/staff_provider', { headers: boss.headers })
  assert.equal(gone.body.status, 'removed')
  afterTrust()
  assert.equal(await get('/v1/manage/events', here), '403 role_missing')
  assert.equal(await get('/v1/manage/staff_provider', boss.headers), '404 resource_missing')
  const begun = { headers: asOwnPage, body: { organisation: club.orgId } }
  assert.equal(codeOf(await house.call('POST', '/v1/staff/sign_on/begin', begun)), '404 resource_missing')
  await setProvider({}, boss.headers)
  assert.equal((await signOn({ ...person, sub: unique('anew') })).status, 200)
})

test('a proof is asked for at the provider, which must have asked the person just now', async () => {
  const person = newPerson()
  await invite(person.email, 'manager')
  const seconds = () => Math.floor(clock().getTime() / 1000)
  const long = await signOn({ ...person, auth_time: seconds() - 7_200 })
  assert.equal(long.body.proved_at, seconds() - 7_200, 'a browser that the provider knew proves nothing')
  const path = '/v1/manage/sso_providers'
  const body = { name: 'Fans', issuer: 'https://fans.example', audiences: ['shop'] }
  const add = (headers: Headers) => house.call('POST', path, { headers, body })
  assert.equal(codeOf(await add(long.here)), '403 proof_required')
  const lazy = await signOn({ ...person, auth_time: seconds() - 7_200 }, undefined, { again: true })
  assert.equal(codeOf(lazy), '401 sign_on_failed')
  const proved = await signOn({ ...person, auth_time: seconds() }, long.here.cookie, { again: true })
  assert.deepEqual([issuer.asked.get('prompt'), issuer.asked.get('max_age')], ['login', '0'])
  assert.equal(codeOf(await add(proved.here)), '201')
  assert.equal(await get('/v1/staff/me', long.here), '401 session_invalid', 'the session before is over')
})

test('an answer counts once, in the browser that asked, in time, and for the sign-on that it is to', async () => {
  issuer.claims = newPerson()
  await invite(String(issuer.claims.email), 'reader')
  const mine = await goThere()
  const theirs = await goThere()
  const refused = '401 sign_on_failed'
  const answer = answerAt(mine.back)
  assert.equal(codeOf(await finish('', answer)), refused)
  assert.equal(codeOf(await finish(theirs.cookies, answer)), refused)
  assert.equal(codeOf(await finish(mine.cookies, { ...answer, state: `${mine.state.slice(0, -1)}x` })), refused)
  const withTheirCode = { ...answer, code: theirs.code }
  assert.equal(codeOf(await finish(mine.cookies, withTheirCode)), refused, 'the code of another question')
  assert.equal(codeOf(await finish(mine.cookies, answer)), '200')
  assert.equal(codeOf(await finish(mine.cookies, answer)), refused, 'once')
  const late = await goThere()
  clock.advance(10 * 60_000)
  assert.equal(codeOf(await finish(late.cookies, answerAt(late.back))), refused)
})

for (const failing of ['other_nonce', 'other_audience', 'other_key'] as const) {
  test(`a token that is not for this sign-on is refused: ${failing}`, async () => {
    issuer.failing = failing
    const answer = await signOn(newPerson())
    issuer.failing = 'no'
    assert.equal(codeOf(answer), '401 sign_on_failed')
  })
}

test('a provider that fails, or knows another secret, is said; the secret is told to none but the provider', async () => {
  issuer.failing = 'error'
  assert.equal(codeOf(await signOn(newPerson())), '503 service_unavailable')
  issuer.failing = 'no'
  issuer.method = 'client_secret_post'
  const person = newPerson()
  await invite(person.email, 'reader')
  assert.equal((await signOn(person)).status, 200)
  issuer.method = 'client_secret_basic'
  const boss = await addStaff(house, club)
  const unchangedProvider = await setProvider({ client_secret: undefined }, boss.headers)
  assert.equal(unchangedProvider.body.has_client_secret, true, 'left out, it stays')
  assert.equal(unchangedProvider.text.includes(CLIENT_SECRET), false)
  assert.equal((await signOn(person)).status, 200)
  const rows = await sql<{ text: string }[]>`
    select coalesce(before::text, '') || coalesce(after::text, '') as text
    from audit_log
    where org_id = ${club.orgId}
      and object_type = 'staff_provider'`
  assert.ok(rows.length > 0 && rows.every(({ text }) => !text.includes('secret of')))
  await setProvider({ client_secret: 'wrong' }, boss.headers)
  assert.equal(codeOf(await signOn(person)), '503 service_unavailable')
  await setProvider({}, boss.headers)
})

test('only an owner who has proved to be there names the provider, and it must answer as one', async () => {
  const manager = await addStaff(house, club, { role: 'manager' })
  assert.equal(codeOf(await setProvider({}, manager.headers)), '403 scope_missing')
  const boss = await addStaff(house, club)
  for (const wrong of [
    'http://id.example',
    'https://u:p@id.example',
    `${issuer.issuer}/?a=1`,
    `${issuer.issuer}/other`,
  ]) {
    const { status, body } = await setProvider({ issuer: wrong }, boss.headers)
    assert.deepEqual([status, body.error.param], [400, 'issuer'], wrong)
  }
  await sql`
    update staff_sessions
    set proved_at = proved_at - interval '1 hour'
    where account_id = ${boss.accountId}`
  assert.equal(codeOf(await setProvider({}, boss.headers)), '403 proof_required')
})
