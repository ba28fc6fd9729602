import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addStaff, asOwnPage } from '../../../tests/builders/staff.ts'
import { openHouse } from '../../../tests/harness/house.ts'
import { hashPassword } from './passwords.ts'
import { newSignInToken } from './sign-in-by-link.ts'
import { stepOfCode, toRfcBase32, totpAt, totpStepAt } from './totp.ts'

const PASSWORD = 'nine green elephants'
const passwordHash = await hashPassword(PASSWORD)
const house = await openHouse()
const club = await house.organisation()

const codeOf = ({ status, body }: { status: number; body: { error?: { code: string } } }) =>
  body.error ? `${status} ${body.error.code}` : String(status)
const post = (path: string, body: object, headers: Record<string, string> = asOwnPage) =>
  house.call('POST', `/v1/staff/${path}`, { body, headers })
const signIn = (email: string, code?: string) =>
  post('sign_in', { email_address: email, password: PASSWORD, ...(code === undefined ? {} : { code }) })

const fromBase32 = (text: string): Buffer => {
  const bits = [...text].map((character) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(character).toString(2).padStart(5, '0'),
  )
  return Buffer.from((bits.join('').match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

/** A member of staff with an app set up: the secret as the app has it, and the recovery codes. */
async function withApp() {
  const person = await addStaff(house, club, { passwordHash })
  const begun = await post('totp', {}, person.headers)
  assert.equal(begun.status, 201)
  const secret = fromBase32(begun.body.secret)
  assert.equal(codeOf(await signIn(person.email)), '200', 'not asked before it is confirmed')
  const code = () => totpAt(secret, totpStepAt(house.clock()))
  assert.equal(codeOf(await post('totp/confirm', { code: '000000' }, person.headers)), '401 code_invalid')
  const { body } = await post('totp/confirm', { code: code() }, person.headers)
  assert.equal(body.recovery_codes.length, 10)
  house.clock.advance(60_000)
  return { ...person, code, recoveryCodes: body.recovery_codes as string[] }
}

test('the digits are those of RFC 6238', () => {
  const secret = Buffer.from('12345678901234567890')
  const at = (seconds: number) => totpAt(secret, totpStepAt(new Date(seconds * 1000)))
  assert.deepEqual([59, 1111111109, 1111111111, 1234567890, 20000000000].map(at), [
    '287082',
    '081804',
    '050471',
    '005924',
    '353130',
  ])
  assert.equal(toRfcBase32(secret), 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ')
  const now = new Date(59_000)
  assert.equal(stepOfCode(secret, at(89), now), 2)
  assert.equal(stepOfCode(secret, at(119), now), undefined)
})

test('with an app, sign-in asks for a code, takes each once, and does not tell a caller without the password that there is one', async () => {
  const { email, code } = await withApp()
  assert.equal(codeOf(await signIn(email)), '401 code_required')
  assert.equal(codeOf(await signIn(email, '123')), '401 code_invalid')
  const answers = await Promise.all([signIn(email, code()), signIn(email, code())])
  assert.deepEqual(answers.map(codeOf).sort(), ['200', '401 code_invalid'], 'of two with one code, one is let in')
  house.clock.advance(30_000)
  assert.equal((await signIn(email, code())).status, 200)
  assert.equal(codeOf(await signIn(email, code())), '401 code_invalid', 'a code that was seen is worth nothing')
  const wrong = await post('sign_in', { email_address: email, password: 'a guess' })
  assert.equal(codeOf(wrong), '401 sign_in_failed')
})

test('a recovery code works once, also for two at once; new ones replace all', async () => {
  const { email, headers, recoveryCodes } = await withApp()
  const [first = '', second = ''] = recoveryCodes
  const answers = await Promise.all([signIn(email, first), signIn(email, first.toLowerCase().replaceAll('-', ''))])
  assert.deepEqual(answers.map(codeOf).sort(), ['200', '401 code_invalid'])
  const { body } = await post('recovery_codes', {}, headers)
  assert.equal(codeOf(await signIn(email, second)), '401 code_invalid')
  const answer = await signIn(email, body.recovery_codes[0])
  assert.deepEqual([answer.body.totp, answer.body.recovery_codes_left], [true, 9])
})

test('an app is set up and removed with a proof only, and proves too; guesses at it have to wait', async () => {
  const { email, headers, code } = await withApp()
  house.clock.advance(10 * 60_000)
  const remove = () => house.call('DELETE', '/v1/staff/totp', { headers })
  for (const answer of [await remove(), await post('totp', {}, headers), await post('recovery_codes', {}, headers)])
    assert.equal(codeOf(answer), '403 proof_required')
  assert.equal(codeOf(await post('prove', { code: '000000' }, headers)), '401 code_invalid')
  assert.equal(codeOf(await post('prove', {}, headers)), '401 code_required')
  assert.equal((await post('prove', { code: code() }, headers)).status, 200)
  assert.equal(codeOf(await post('totp', {}, headers)), '409 state_conflict')
  for (let n = 0; n < 5; n += 1) assert.equal(codeOf(await signIn(email, '000000')), '401 code_invalid')
  assert.equal(codeOf(await signIn(email, '000000')), '429 sign_in_delayed')
  house.clock.advance(60_000)
  assert.equal((await remove()).status, 200)
  assert.equal((await signIn(email)).status, 200)
})

test('a link of the program signs in once, for an hour', async () => {
  const { accountId, email } = await addStaff(house, club)
  const token = await newSignInToken(house.sql, house.clock, accountId)
  const answers = await Promise.all([post('sign_in/link', { token }), post('sign_in/link', { token })])
  assert.deepEqual(answers.map(codeOf).sort(), ['200', '400 parameter_invalid'])
  assert.equal(answers.find(({ status }) => status === 200)?.body.email_address, email)
  const late = await newSignInToken(house.sql, house.clock, accountId)
  house.clock.advance(3_600_000)
  assert.equal(codeOf(await post('sign_in/link', { token: late })), '400 parameter_invalid')
})
