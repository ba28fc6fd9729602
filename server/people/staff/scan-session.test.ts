import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addStaff, asOwnPage, cookiesOf } from '../../../tests/builders/staff.ts'
import { openHouse } from '../../../tests/harness/house.ts'
import { HOUR_MS } from '../../platform/values/durations.ts'
import { hashPassword } from './passwords.ts'

const PASSWORD = 'nine green elephants'
const house = await openHouse()
const club = await house.organisation()
const onScanner = { ...asOwnPage, 'grandstand-surface': 'scan' }

/** A supervisor who signs in on a steward's phone: an owner, who may do everything elsewhere. */
async function signIn() {
  const { email } = await addStaff(house, club, { role: 'owner', passwordHash: await hashPassword(PASSWORD) })
  const body = { email_address: email, password: PASSWORD, surface: 'scan' }
  const { headers, ...answer } = await house.call('POST', '/v1/staff/sign_in', { body, headers: onScanner })
  const setCookie = headers['set-cookie'] ?? ''
  return { answer, setCookie, cookie: cookiesOf(setCookie) }
}

const asked = async (path: string, headers: Record<string, string>, method = 'GET') => {
  const { status, body } = await house.call(method, path, { headers, ...(method === 'GET' ? {} : { body: {} }) })
  return body.error ? `${status} ${body.error.code}` : String(status)
}

test('a supervisor’s session on a scanner opens what its page needs, and nothing else', async () => {
  const { answer, setCookie, cookie } = await signIn()
  assert.match(setCookie, /gs_scan=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=43200/)
  assert.doesNotMatch(setCookie, /\bgs=/)
  const [organisation] = answer.body.organisations
  assert.deepEqual(organisation.may_read.toSorted(), ['events:read', 'gates:manage', 'organisation:read', 'scans:read'])
  const here = { ...onScanner, cookie }
  for (const path of ['/v1/staff/me', '/v1/events', '/v1/manage/scan_conflicts', '/v1/manage/devices'])
    assert.equal(await asked(path, here), '200', path)
  for (const path of [
    '/v1/customers',
    '/v1/manage/tickets',
    '/v1/manage/team',
    '/v1/staff/sessions',
    '/v1/staff/passkeys',
  ])
    assert.equal(await asked(path, here), '403 scope_missing', path)
})

test('no other page has it, whatever its cookie is called', async () => {
  const { cookie } = await signIn()
  assert.equal(await asked('/v1/staff/me', { ...asOwnPage, cookie }), '401 session_missing')
  const renamed = { ...asOwnPage, cookie: cookie.replace('gs_scan=', 'gs=') }
  assert.equal(await asked('/v1/customers', renamed), '403 scope_missing')
  assert.equal(await asked('/v1/staff/sessions', renamed), '403 scope_missing')
})

test('it is over after a shift, or when they sign out, and leaves the browser’s own session alone', async () => {
  const { token } = await addStaff(house, club)
  const { cookie } = await signIn()
  const here = { ...onScanner, cookie: `${cookie}; gs=${token}` }
  assert.equal(await asked('/v1/staff/sign_out', here, 'POST'), '200')
  assert.equal(await asked('/v1/staff/me', { ...asOwnPage, cookie: `gs=${token}` }), '200')
  assert.equal(await asked('/v1/staff/me', { ...onScanner, cookie }), '401 session_invalid')
  const later = await signIn()
  house.clock.advance(11 * HOUR_MS)
  assert.equal(await asked('/v1/staff/me', { ...onScanner, cookie: later.cookie }), '200')
  house.clock.advance(HOUR_MS)
  assert.equal(await asked('/v1/staff/me', { ...onScanner, cookie: later.cookie }), '401 session_invalid')
})
