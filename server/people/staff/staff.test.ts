import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mailsOf } from '../../../tests/builders/mails.ts'
import { addStaff, asOwnPage, cookiesOf } from '../../../tests/builders/staff.ts'
import { openHouse, type Tenant } from '../../../tests/harness/house.ts'
import { DAY_MS, HOUR_MS } from '../../platform/values/durations.ts'
import { hashPassword } from './passwords.ts'

const PASSWORD = 'nine green elephants'
const passwordHash = await hashPassword(PASSWORD)
const house = await openHouse()
const club = await house.organisation()

type Headers = Record<string, string>
const post = (path: string, body: object, headers: Headers = asOwnPage, remoteAddress?: string) =>
  house.call('POST', path, { body, headers, ...(remoteAddress ? { remoteAddress } : {}) })
const me = (headers: Headers) => house.call('GET', '/v1/staff/me', { headers })
const codeOf = ({ status, body }: { status: number; body: { error?: { code: string } } }) =>
  body.error ? `${status} ${body.error.code}` : String(status)

const withPassword = (tenant: Tenant = club) => addStaff(house, tenant, { passwordHash })
const signIn = (email: string, password = PASSWORD, headers: Headers = asOwnPage, address?: string) =>
  post('/v1/staff/sign_in', { email_address: email, password }, headers, address)

test('a member of staff signs in, calls what a key calls, is named in the audit log, and signs out', async () => {
  const { email, staffId } = await withPassword()
  const answer = await signIn(email.toUpperCase())
  assert.equal(answer.status, 200)
  const [{ may_read, may_change, needs_sign_on, ...organisation }] = answer.body.organisations
  assert.deepEqual(organisation, { org_id: String(club.orgId), name: 'Test Club', mode: 'test', role: 'owner' })
  assert.equal(needs_sign_on, false)
  assert.ok(may_read.includes('orders:read') && may_change.includes('keys:manage'))
  const setCookie = answer.headers['set-cookie'] ?? ''
  assert.match(setCookie, /gs=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=604800/)
  const headers = { ...asOwnPage, cookie: cookiesOf(setCookie) }
  const venue = await post(
    '/v1/manage/venues',
    { name: 'Ground', country: 'AU', timezone: 'Australia/Sydney' },
    headers,
  )
  assert.equal(venue.status, 201)
  const { body } = await house.call('GET', '/v1/manage/audit_log?limit=1', { headers })
  const [{ actor_kind, actor_id, actor_name }] = body.data
  assert.deepEqual([actor_kind, actor_id, actor_name], ['staff', String(staffId), 'Sam Staff'])
  assert.equal((await post('/v1/staff/sign_out', {}, headers)).status, 200)
  assert.equal(codeOf(await me(headers)), '401 session_invalid')
})

test('over https the cookie is one that no other host can set, and that goes nowhere in clear', async () => {
  const secure = await openHouse({ publicUrl: 'https://grandstand.test' })
  const { email } = await addStaff(secure, await secure.organisation(), { passwordHash })
  const body = { email_address: email, password: PASSWORD }
  const { headers } = await secure.call('POST', '/v1/staff/sign_in', { body, headers: asOwnPage })
  assert.match(headers['set-cookie'] ?? '', /__Host-gs=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Secure/)
  const plain = cookiesOf(headers['set-cookie'] ?? '').replace('__Host-gs=', 'gs=')
  const answer = await secure.call('GET', '/v1/staff/me', { headers: { ...asOwnPage, cookie: plain } })
  assert.equal(answer.body.error.code, 'session_missing')
})

test('an unknown address is answered as a wrong password is, byte for byte', async () => {
  const { email } = await withPassword()
  const scrub = (text: string) => text.replace(/req_\w+/, '')
  const [wrong, unknown] = [await signIn(email, 'not the password'), await signIn('nobody@club.test')]
  assert.equal(codeOf(wrong), '401 sign_in_failed')
  assert.equal(scrub(unknown.text), scrub(wrong.text))
  assert.deepEqual(Object.keys(unknown.headers).sort(), Object.keys(wrong.headers).sort())
})

test('guesses have to wait, longer and longer; the browser that has signed in before does not', async () => {
  const { email } = await withPassword()
  const cookie = cookiesOf((await signIn(email)).headers['set-cookie'] ?? '')
  const device = cookie.split('; ').find((part) => part.startsWith('gs_device=')) ?? ''
  for (let n = 0; n < 5; n += 1)
    assert.equal(codeOf(await signIn(email, 'a guess', asOwnPage, `10.0.0.${n}`)), '401 sign_in_failed')
  const delayed = await signIn(email, PASSWORD, asOwnPage, '10.0.1.1')
  assert.equal(codeOf(delayed), '429 sign_in_delayed')
  assert.equal(delayed.headers['retry-after'], '1')
  assert.equal((await signIn(email, PASSWORD, { ...asOwnPage, cookie: device }, '10.0.1.2')).status, 200)
  house.clock.advance(1000)
  assert.equal(codeOf(await signIn(email, 'a guess', asOwnPage, '10.0.1.3')), '401 sign_in_failed')
  assert.equal((await signIn(email, PASSWORD, asOwnPage, '10.0.1.4')).headers['retry-after'], '2')
  house.clock.advance(2000)
  assert.equal((await signIn(email, PASSWORD, asOwnPage, '10.0.1.5')).status, 200, 'a person who waits is let in')
})

test('many guesses at once count as many', async () => {
  const { email } = await withPassword()
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, n) => signIn(email, 'a guess', asOwnPage, `10.1.0.${n}`)),
  )
  assert.equal(answers.filter(({ status }) => status === 401).length, 5)
  assert.equal(answers.filter(({ status }) => status === 429).length, 7)
})

test('a browser’s name is the person’s: on another account it is a stranger’s', async () => {
  const [one, other] = [await withPassword(), await withPassword()]
  const cookie = cookiesOf((await signIn(one.email)).headers['set-cookie'] ?? '')
  for (let n = 0; n < 5; n += 1) await signIn(other.email, 'a guess', { ...asOwnPage, cookie }, `10.2.0.${n}`)
  assert.equal(codeOf(await signIn(other.email, PASSWORD, { ...asOwnPage, cookie }, '10.2.1.1')), '429 sign_in_delayed')
})

test('the token changes at sign-in: one that was put into the browser before is worth nothing', async () => {
  const [attacker, victim] = [await withPassword(), await withPassword()]
  const answer = await signIn(victim.email, PASSWORD, attacker.headers)
  assert.equal(answer.body.email_address, victim.email)
  assert.equal(codeOf(await me(attacker.headers)), '401 session_invalid')
  const made = { ...asOwnPage, cookie: `gs=${'A'.repeat(43)}` }
  await signIn(victim.email, PASSWORD, made)
  assert.equal(codeOf(await me(made)), '401 session_invalid')
})

test('a session ends after twelve hours without use, and after seven days however much it is used', async () => {
  const idle = await withPassword()
  house.clock.advance(12 * HOUR_MS - 1)
  assert.equal((await me(idle.headers)).status, 200)
  house.clock.advance(12 * HOUR_MS)
  assert.equal(codeOf(await me(idle.headers)), '401 session_invalid')
  const busy = await withPassword()
  for (let hours = 0; hours < 7 * 24 - 10; hours += 10) {
    house.clock.advance(10 * HOUR_MS)
    assert.equal((await me(busy.headers)).status, 200, `after ${hours + 10} hours`)
  }
  house.clock.advance(10 * HOUR_MS)
  assert.equal(codeOf(await me(busy.headers)), '401 session_invalid')
})

test('what comes from another site gets nothing, reads neither; nor is it let read', async () => {
  const { headers } = await withPassword()
  const { cookie } = headers
  const sites: [headers: Headers, isOurs: boolean][] = [
    [{ 'sec-fetch-site': 'same-origin' }, true],
    [{ 'sec-fetch-site': 'none' }, true],
    [{ origin: 'http://grandstand.test' }, true],
    [{ 'sec-fetch-site': 'same-origin', host: '127.0.0.1:8080', origin: 'http://127.0.0.1:8080' }, true],
    [{ host: 'evil.test', origin: 'http://evil.test' }, false],
    [{ 'sec-fetch-site': 'cross-site' }, false],
    [{ 'sec-fetch-site': 'same-site' }, false],
    [{ origin: 'http://evil.test' }, false],
    [{ origin: 'null' }, false],
    [{ 'sec-fetch-site': 'same-origin', origin: 'http://evil.test' }, false],
  ]
  for (const [site, isOurs] of sites) {
    for (const path of ['/v1/staff/me', '/v1/manage/venues']) {
      const answer = await house.call('GET', path, { headers: { cookie, ...site } })
      assert.equal(codeOf(answer), isOurs ? '200' : '403 cross_site_request', JSON.stringify(site))
      assert.equal(answer.headers['access-control-allow-origin'], undefined)
    }
  }
  const venue = { name: 'Ground', country: 'AU', timezone: 'UTC' }
  for (const site of [{}, { 'sec-fetch-site': 'none' }, { 'sec-fetch-site': 'cross-site' }] as Headers[])
    assert.equal(codeOf(await post('/v1/manage/venues', venue, { cookie, ...site })), '403 cross_site_request')
  const login = await post(
    '/v1/staff/sign_in',
    { email_address: 'a@b.test', password: 'x' },
    { 'sec-fetch-site': 'cross-site' },
  )
  assert.equal(codeOf(login), '403 cross_site_request', 'another site signs no person in')
})

test('two cookies of one name, and tokens of any other form, are no session', async () => {
  const { token } = await withPassword()
  for (const cookie of [
    `gs=${token}; gs=${token}`,
    `gs=${token}x`,
    'gs=',
    `gs="${token}"`,
    `gs=${'a'.repeat(5000)}`,
    `xgs=${token}`,
  ])
    assert.match(codeOf(await me({ ...asOwnPage, cookie })), /^401 session_(missing|invalid)$/)
})

test('one sees one’s own sessions and ends them, within five seconds everywhere, and no one else’s', async () => {
  const mine = await withPassword()
  const other = await withPassword()
  const elsewhere = { ...asOwnPage, cookie: cookiesOf((await signIn(mine.email)).headers['set-cookie'] ?? '') }
  const { body } = await house.call('GET', '/v1/staff/sessions', { headers: elsewhere })
  assert.deepEqual(
    body.data.map(({ current }: { current: boolean }) => current),
    [true, false],
  )
  const end = (id: number) => house.call('DELETE', `/v1/staff/sessions/${id}`, { headers: elsewhere })
  assert.equal(codeOf(await end(other.sessionId)), '404 resource_missing')
  assert.equal((await me(mine.headers)).status, 200)
  assert.equal((await end(mine.sessionId)).status, 200)
  house.clock.advance(4_999)
  assert.equal(codeOf(await me(mine.headers)), '401 session_invalid')
  assert.equal((await me(other.headers)).status, 200)
})

test('a new password ends all other sessions and gives this one a new token', async () => {
  const { email, headers } = await withPassword()
  const other = { ...asOwnPage, cookie: cookiesOf((await signIn(email)).headers['set-cookie'] ?? '') }
  const put = (current_password: string, new_password: string) =>
    house.call('PUT', '/v1/staff/password', { headers, body: { current_password, new_password } })
  assert.equal(codeOf(await put('not the password', 'ten blue elephants')), '401 sign_in_failed')
  for (const bad of ['password123', 'abcabcabcabc', email, 'short'])
    assert.match(codeOf(await put(PASSWORD, bad)), /^400 parameter_invalid$/, bad)
  const answer = await put(PASSWORD, 'ten blue elephants')
  assert.equal(answer.status, 200)
  house.clock.advance(4_999)
  assert.equal(codeOf(await me(other)), '401 session_invalid')
  assert.equal(codeOf(await me(headers)), '401 session_invalid')
  assert.equal((await me({ ...asOwnPage, cookie: cookiesOf(answer.headers['set-cookie'] ?? '') })).status, 200)
  assert.equal((await signIn(email, 'ten blue elephants')).status, 200)
})

test('a forgotten password is set anew by a mailed link, once, which ends all sessions; strangers are answered alike', async () => {
  const office = await house.organisation()
  const { email, headers } = await withPassword(office)
  const ask = (address: string) => post('/v1/staff/password/forgotten', { email_address: address })
  assert.equal((await ask('nobody@club.test')).text, (await ask(email)).text)
  const [mail] = await mailsOf(house, office)
  assert.ok(mail, 'it is written when the answer comes')
  assert.equal(mail.to, email)
  const token = /#(\w+)/.exec(mail.text)?.[1] ?? ''
  const reset = (password: string) => post('/v1/staff/password/reset', { token, password })
  assert.equal(codeOf(await reset('password1234')), '400 parameter_invalid')
  const answers = await Promise.all([reset('ten blue elephants'), reset('six red elephants')])
  assert.deepEqual(answers.map(codeOf).sort(), ['200', '400 parameter_invalid'])
  house.clock.advance(4_999)
  assert.equal(codeOf(await me(headers)), '401 session_invalid')
  assert.equal(codeOf(await signIn(email)), '401 sign_in_failed')
})

test('a known and an unknown address are both answered after the same fixed wait, however little there was to do', async () => {
  const { email } = await withPassword()
  for (const address of [email, 'nobody-at-all@club.test']) {
    const began = performance.now()
    const { status } = await post('/v1/staff/password/forgotten', { email_address: address })
    // A timer may be a millisecond early by another clock.
    assert.deepEqual([status, performance.now() - began >= 248], [200, true], address)
  }
})

test('a link for a new password works for an hour', async () => {
  const office = await house.organisation()
  const { email } = await withPassword(office)
  await post('/v1/staff/password/forgotten', { email_address: email })
  const token = /#(\w+)/.exec((await mailsOf(house, office))[0]?.text ?? '')?.[1] ?? ''
  house.clock.advance(HOUR_MS)
  assert.equal(
    codeOf(await post('/v1/staff/password/reset', { token, password: 'ten blue elephants' })),
    '400 parameter_invalid',
  )
})

test('the organisation is the only one, or the one that the header names, and never one without a role', async () => {
  const [one, other, strange] = [await house.organisation(), await house.organisation(), await house.organisation()]
  const { email, headers } = await withPassword(one)
  const named = (orgId: number | string) =>
    house.call('GET', '/v1/organisation', { headers: { ...headers, 'grandstand-organisation': String(orgId) } })
  assert.equal((await house.call('GET', '/v1/organisation', { headers })).body.org_id, String(one.orgId))
  await addStaff(house, other, { email, role: 'reader' })
  house.clock.advance(5000)
  assert.equal(codeOf(await house.call('GET', '/v1/organisation', { headers })), '400 organisation_unnamed')
  assert.equal((await named(one.orgId)).body.org_id, String(one.orgId))
  assert.equal((await named(other.orgId)).body.org_id, String(other.orgId))
  for (const nobodys of [strange.orgId, 999_999_999, 'x', '', '-1', `${one.orgId}, ${other.orgId}`])
    assert.equal(codeOf(await named(nobodys)), '403 role_missing')
  const create = { 'grandstand-organisation': String(other.orgId), ...headers }
  const venue = { name: 'Ground', country: 'AU', timezone: 'UTC' }
  assert.equal(
    codeOf(await post('/v1/manage/venues', venue, create)),
    '403 scope_missing',
    'a reader there, an owner here',
  )
})

test('an open dashboard uses up a budget of its own and nothing of the organisation’s', async () => {
  const office = await house.organisation()
  const { headers } = await withPassword(office)
  const remaining = async () =>
    Number((await house.call('GET', '/v1/organisation', { key: office.key })).headers['x-ratelimit-remaining'])
  const before = await remaining()
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => house.call('GET', '/v1/organisation', { headers })),
  )
  assert.ok(answers.every(({ status }) => status === 200))
  assert.equal(Number(answers[0]?.headers['x-ratelimit-limit']), 1200)
  assert.equal(await remaining(), before - 1)
})

test('a suspended organisation shuts its people out too', async () => {
  const office = await house.organisation()
  const { headers } = await withPassword(office)
  await house.sql`update organisations set suspended_at = now() where org_id = ${office.orgId}`
  assert.equal(codeOf(await house.call('GET', '/v1/organisation', { headers })), '403 organisation_suspended')
  assert.equal((await me(headers)).status, 200)
})

test('hostile words are words: nothing but a refusal comes of them', async () => {
  for (const email_address of ["' or 1=1 --@x.test", `${'a'.repeat(240)}@x.test`, '\u0000@x.test', '{{7*7}}@x.test'])
    for (const password of ['\u0000', '💥'.repeat(100), "'; drop table staff_accounts; --"])
      assert.match(
        codeOf(await post('/v1/staff/sign_in', { email_address, password }, asOwnPage, '10.9.9.9')),
        /^(400|401|429) /,
      )
  house.clock.advance(DAY_MS)
})
