import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addStaff, addTotp, asOwnPage, cookiesOf } from '../../../tests/builders/staff.ts'
import { openHouse } from '../../../tests/harness/house.ts'
import { MINUTE_MS } from '../../platform/values/durations.ts'
import { addDemoOwner, demoConsoleLink } from './demo-owner.ts'

const house = await openHouse()
const { sql, clock } = house
const club = await house.organisation()
const signIn = (link = '') =>
  house.call('POST', '/v1/staff/sign_in/link', { body: { token: link.split('#')[1] }, headers: asOwnPage })

test('without the demo’s owner there is no link', async () => {
  assert.equal(await demoConsoleLink(sql, clock, 'http://here'), undefined)
})

test('the link of a start signs the demo’s owner into the console, once, and only that of the last start', async () => {
  await addDemoOwner(club.orgId, sql, clock())
  const earlier = await demoConsoleLink(sql, clock, 'http://here')
  const link = await demoConsoleLink(sql, clock, 'http://here')
  assert.match(link ?? '', /^http:\/\/here\/console\/sign-in#[0-9A-Za-z]{40}$/)
  assert.equal((await signIn(earlier)).status, 400)
  const { status, body } = await signIn(link)
  assert.equal(status, 200)
  const works = body.organisations.map(({ org_id, role }: { org_id: string; role: string }) => [org_id, role])
  assert.deepEqual(works, [[String(club.orgId), 'owner']])
  assert.equal((await signIn(link)).status, 400)
})

test('the demo’s owner, who has no password, chooses the first one where a proof is asked for, and is then asked for it', async () => {
  const link = await demoConsoleLink(sql, clock, 'http://here')
  const signedIn = await signIn(link)
  assert.equal(signedIn.body.password, false)
  let headers = { ...asOwnPage, cookie: cookiesOf(signedIn.headers['set-cookie'] ?? '') }
  const call = (method: string, path: string, body: object) => house.call(method, path, { headers, body })
  const newKey = () => call('POST', '/v1/manage/api_keys', { type: 'sk', name: 'website', scopes: ['events:read'] })
  const setPassword = (body: object) => call('PUT', '/v1/staff/password', body)
  clock.advance(10 * MINUTE_MS)
  assert.equal((await newKey()).body.error.code, 'proof_required')
  const chosen = await setPassword({ new_password: 'nine green elephants' })
  assert.equal(chosen.status, 200, chosen.text)
  headers = { ...asOwnPage, cookie: cookiesOf(chosen.headers['set-cookie'] ?? '') }
  assert.equal((await newKey()).status, 201)
  assert.equal((await setPassword({ new_password: 'ten green elephants' })).body.error.param, 'current_password')
  const wrong = { current_password: 'another', new_password: 'ten green elephants' }
  assert.equal((await setPassword(wrong)).body.error.code, 'sign_in_failed')
})

test('a person with an authenticator app and no password proves it by the app before they choose one', async () => {
  const person = await addStaff(house, club)
  await addTotp(house, person)
  const set = () =>
    house.call('PUT', '/v1/staff/password', {
      headers: person.headers,
      body: { new_password: 'nine green elephants' },
    })
  clock.advance(10 * MINUTE_MS)
  assert.equal((await set()).body.error.code, 'proof_required')
})
