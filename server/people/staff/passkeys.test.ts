import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addStaff, asOwnPage, cookiesOf } from '../../../tests/builders/staff.ts'
import { openHouse } from '../../../tests/harness/house.ts'
import { openAuthenticator } from '../../../tests/outside/authenticator.ts'

const house = await openHouse()
const club = await house.organisation()
type Headers = Record<string, string>
const post = (path: string, body: object, headers: Headers = asOwnPage) =>
  house.call('POST', `/v1/staff${path}`, { body, headers })
const ask = async () => (await post('/sign_in/passkey/options', {})).body
const signIn = (credential: object) => post('/sign_in/passkey', { credential })

/** A member of staff with a passkey. */
async function withPasskey(device = openAuthenticator()) {
  const person = await addStaff(house, club)
  const options = await post('/passkeys/options', {}, person.headers)
  assert.equal(options.status, 201, options.text)
  const added = await post('/passkeys', { name: 'Phone', credential: device.register(options.body) }, person.headers)
  return { ...person, device, added }
}

test('a passkey is registered, and signs its owner in without a name', async () => {
  const { device, added, email } = await withPasskey()
  assert.deepEqual([added.status, added.body.name, added.body.last_used_at], [201, 'Phone', null], added.text)
  const answer = await signIn(device.answer(await ask()))
  assert.deepEqual([answer.status, answer.body.email_address], [200, email], answer.text)
  const headers = { ...asOwnPage, cookie: cookiesOf(answer.headers['set-cookie'] ?? '') }
  const { body } = await house.call('GET', '/v1/staff/passkeys', { headers })
  assert.equal(body.data.length, 1)
  assert.notEqual(body.data[0].last_used_at, null)
})

test('an answer works once, also when it is sent twice at once', async () => {
  const { device } = await withPasskey()
  const credential = device.answer(await ask())
  const answers = await Promise.all([signIn(credential), signIn(credential)])
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 401])
  assert.equal((await signIn(credential)).status, 401)
})

test('a question is forgotten after five minutes, and a caller cannot bring their own', async () => {
  const { device } = await withPasskey()
  const options = await ask()
  house.clock.advance(5 * 60_000 + 1)
  assert.equal((await signIn(device.answer(options))).status, 401)
  assert.equal((await signIn(device.answer({ challenge: 'bXkgb3duIHF1ZXN0aW9u' }))).status, 401)
})

test('what was answered at another site, by another device or by a copy is refused alike', async () => {
  const { device } = await withPasskey()
  await signIn(device.answer(await ask()))
  const elsewhere = await withPasskey()
  const forged = { ...elsewhere.device.answer(await ask()), id: device.register({}).id }
  const stranger = openAuthenticator()
  const phished = openAuthenticator('http://grandstand.test.evil.example')
  device.rewind()
  for (const credential of [
    forged,
    stranger.answer(await ask()),
    phished.answer(await ask()),
    device.answer(await ask()),
  ]) {
    const { status, body } = await signIn(credential)
    assert.deepEqual(
      [status, body.error.code, body.error.message],
      [401, 'sign_in_failed', 'The passkey was not accepted.'],
    )
  }
})

test('a question for one person registers nothing for another, nor at another site', async () => {
  const [ada, bo] = [await addStaff(house, club), await addStaff(house, club)]
  const { body: options } = await post('/passkeys/options', {}, ada.headers)
  const credential = openAuthenticator().register(options)
  assert.equal((await post('/passkeys', { name: 'Mine', credential }, bo.headers)).status, 400)
  const phished = openAuthenticator('http://evil.example').register(options)
  assert.equal((await post('/passkeys', { name: 'Mine', credential: phished }, ada.headers)).status, 400)
})

test('one renames and removes one’s own, and no one else’s; a removed one does not sign in', async () => {
  const { device, added, headers } = await withPasskey()
  const other = await addStaff(house, club)
  const path = `/v1/staff/passkeys/${added.body.passkey_id}`
  assert.equal((await house.call('PATCH', path, { headers: other.headers, body: { name: 'x' } })).status, 404)
  assert.equal((await house.call('DELETE', path, { headers: other.headers })).status, 404)
  assert.equal((await house.call('PATCH', path, { headers, body: { name: 'Laptop' } })).body.name, 'Laptop')
  assert.equal((await house.call('DELETE', path, { headers })).status, 200)
  assert.equal((await signIn(device.answer(await ask()))).status, 401)
})

test('a passkey proves again who one is, of one’s own account only', async () => {
  const { device, headers } = await withPasskey()
  house.clock.advance(11 * 60_000)
  assert.equal((await post('/passkeys/options', {}, headers)).body.error.code, 'proof_required')
  const colleague = await withPasskey()
  assert.equal((await post('/prove', { passkey: colleague.device.answer(await ask()) }, headers)).status, 401)
  const proved = await post('/prove', { passkey: device.answer(await ask()) }, headers)
  assert.equal(proved.status, 200, proved.text)
  assert.equal((await post('/passkeys/options', {}, headers)).status, 201)
})

test('a page of another site gets no question', async () => {
  assert.equal((await post('/sign_in/passkey/options', {}, { 'sec-fetch-site': 'cross-site' })).status, 403)
})
