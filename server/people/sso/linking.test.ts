import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { codeIn } from '../../../tests/builders/mails.ts'
import { openSsoHouse } from '../../../tests/builders/sso.ts'
import { statementsOf } from '../../../tests/rules/statements.ts'
import { purgeLinkCodes } from './purge-link-codes.ts'

const { house, club, issuer, as, customer, mails } = await openSsoHouse()
after(() => issuer.stop())
const orders = (token: string) => as(token, 'GET', '/v1/sso/orders')
const ask = (token: string, email: string) => as(token, 'POST', '/v1/sso/link', { email_address: email })
const confirm = (token: string, code: string) => as(token, 'POST', '/v1/sso/link/confirm', { code })
const unlink = (token: string) => as(token, 'DELETE', '/v1/sso/link')
const lastCode = async () => codeIn((await mails()).at(-1) ?? { text: '' })
const otherThan = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

let fans = 0
/** A customer and a token of a fan who is not linked; a new one each time. */
async function fan(claims: object = {}) {
  fans += 1
  const email = `Fan-${fans}@Example.org`
  return { email, userId: await customer(email), token: await issuer.sign({ sub: `sub-${fans}`, ...claims }) }
}

test('a code goes to the address on file, confirms once, and links', async () => {
  const { email, token } = await fan()
  assert.equal((await orders(token)).body.error.code, 'sso_account_not_linked')
  const asked = await ask(token, email.toUpperCase())
  assert.deepEqual([asked.status, asked.body.status], [200, 'code_sent'])
  const mail = (await mails()).at(-1)
  assert.deepEqual([mail?.to, mail?.from_name, mail?.sendable], [email, 'Harbour City FC', true])
  const code = await lastCode()
  assert.match(code, /^[0-9]{6}$/)
  assert.deepEqual((await confirm(token, code)).body, { status: 'linked' })
  assert.deepEqual((await orders(token)).body, { object: 'sso_orders', data: [] })
  assert.equal((await confirm(token, code)).status, 400, 'the code is used up')
})

test('the answer for an unknown address is the same, byte by byte, and its code is not mailed', async () => {
  const { email, token } = await fan()
  const known = await ask(token, email)
  const unknown = await ask(token, 'nobody@example.org')
  assert.equal(unknown.text, known.text)
  assert.deepEqual(
    Object.keys(unknown.headers).filter((name) => name !== 'request-id'),
    Object.keys(known.headers).filter((name) => name !== 'request-id'),
  )
  const mail = (await mails()).at(-1)
  assert.equal(mail?.sendable, false)
  assert.equal((await confirm(token, await lastCode())).status, 400, 'not even the right code')
})

test('the work for an unknown address is the same: the same statements with values of the same length', async () => {
  const { email, token } = await fan()
  const stranger = email.replace('Fan', 'Man')
  const work = async (address: string) => {
    const statements = await statementsOf(house, () => ask(token, address))
    return statements.map(({ text, parameters }) => ({
      text: text.replaceAll(/\s+/g, ' '),
      sizes: parameters.map((value) => (value instanceof Uint8Array ? value.length : String(value).length)),
    }))
  }
  // The first request of all reads the provider too.
  await work(email)
  assert.deepEqual(await work(stranger), await work(email))
})

test('five wrong codes use a code up, and guesses at once all count', async () => {
  const { email, token } = await fan()
  await ask(token, email)
  const code = await lastCode()
  const guesses = await Promise.all(Array.from({ length: 8 }, () => confirm(token, otherThan(code))))
  assert.ok(guesses.every(({ status, body }) => status === 400 && body.error.param === 'code'))
  const [row] =
    await house.sql`select tries from sso_link_codes where org_id = ${club.orgId} and subject = ${`sub-${fans}`}`
  assert.equal(row?.tries, 5)
  const right = await confirm(token, code)
  assert.deepEqual(right.body.error.message, guesses[0]?.body.error.message)
  assert.equal(right.status, 400)
  await ask(token, email)
  assert.equal((await confirm(token, await lastCode())).status, 200, 'a new code has new tries')
})

test('a wrong code that is sent again under its Idempotency-Key costs no second try', async () => {
  const { email, token } = await fan()
  await ask(token, email)
  const code = await lastCode()
  for (let n = 0; n < 9; n += 1) {
    const headers = { 'x-sso-token': token, 'idempotency-key': 'the-same-guess' }
    const body = { code: otherThan(code) }
    assert.equal((await house.call('POST', '/v1/sso/link/confirm', { key: club.key, headers, body })).status, 400)
  }
  const headers = { 'x-sso-token': token, 'idempotency-key': 'the-same-guess' }
  const other = await house.call('POST', '/v1/sso/link/confirm', { key: club.key, headers, body: { code } })
  assert.deepEqual(
    [other.status, other.body.error.code],
    [422, 'idempotency_key_reused'],
    'another code is another request',
  )
  assert.equal((await confirm(token, code)).status, 200)
})

test('a code lasts ten minutes, and a new one replaces the one before', async () => {
  const { email, token } = await fan({ exp: Math.floor(house.clock().getTime() / 1000) + 7200 })
  await ask(token, email)
  const first = await lastCode()
  house.clock.advance(600_000)
  assert.equal((await confirm(token, first)).status, 400)
  await ask(token, email)
  const second = await lastCode()
  await ask(token, email)
  if (second !== (await lastCode())) assert.equal((await confirm(token, second)).status, 400)
  house.clock.advance(599_000)
  assert.equal((await confirm(token, await lastCode())).status, 200)
})

test('a code is the identity’s own: another one cannot confirm it', async () => {
  const [asking, thief] = [await fan(), await fan()]
  await ask(asking.token, asking.email)
  assert.equal((await confirm(thief.token, await lastCode())).status, 400)
  assert.equal((await orders(thief.token)).status, 403)
})

test('an identity asks for five codes an hour, and an address is asked for five times, known or not', async () => {
  const late = { exp: Math.floor(house.clock().getTime() / 1000) + 7200 }
  const { token } = await fan(late)
  for (let n = 0; n < 5; n += 1) assert.equal((await ask(token, `nobody-${n}@example.org`)).status, 200)
  const refused = await ask(token, 'nobody-6@example.org')
  assert.deepEqual([refused.status, refused.body.error.code], [429, 'rate_limit_sso_link'])
  assert.equal(refused.headers['retry-after'], '3600')
  const { email } = await fan()
  for (const address of [email, 'stranger@example.org']) {
    for (let n = 0; n < 5; n += 1) assert.equal((await ask((await fan()).token, address)).status, 200)
    assert.equal((await ask((await fan()).token, address.toUpperCase())).body.error.code, 'rate_limit_sso_link')
  }
  const written = (await mails()).length
  await ask(token, email)
  assert.equal((await mails()).length, written, 'what is refused mails nothing')
  house.clock.advance(3_600_000)
  assert.equal((await ask(token, email)).status, 200)
})

test('an address that only another alphabet folds to a customer’s gets no mail, and so passes no limit by', async () => {
  await customer('kim@example.org')
  for (const address of ['\u{212a}im@example.org', 'kİm@example.org', 'KIM@example.org']) {
    assert.equal((await ask((await fan()).token, address)).status, 200)
    const { to, sendable } = (await mails()).at(-1) ?? {}
    const expected = address === 'KIM@example.org' ? ['kim@example.org', true] : [address, false]
    assert.deepEqual([to, sendable], expected)
  }
})

test('an Idempotency-Key is the fan’s own: a renewed token gets the answer again, another fan gets none of it', async () => {
  const [own, other] = [await fan(), await fan()]
  const renewed = await issuer.sign({ sub: `sub-${fans - 1}`, jti: 'renewed' })
  const send = (token: string) =>
    house.call('DELETE', '/v1/sso/link', {
      key: club.key,
      headers: { 'x-sso-token': token, 'idempotency-key': 'one-key-for-two' },
    })
  assert.equal((await send(own.token)).status, 200)
  const again = await send(renewed)
  assert.deepEqual([again.status, again.headers['idempotent-replayed']], [200, 'true'])
  const refused = await send(other.token)
  assert.equal(refused.body.error?.code, 'idempotency_key_reused', refused.text)
})

test('unlinking holds, even against a trusted address; a code links again', async () => {
  const { email, token } = await fan()
  await ask(token, email)
  await confirm(token, await lastCode())
  assert.deepEqual((await unlink(token)).body, { status: 'unlinked' })
  assert.equal((await orders(token)).status, 403)
  assert.equal((await unlink(token)).status, 200, 'again, with the same end')
  await ask(token, email)
  await confirm(token, await lastCode())
  assert.equal((await orders(token)).status, 200)
})

test('a customer who is erased is linked no more', async () => {
  const { email, token, userId } = await fan()
  await ask(token, email)
  await confirm(token, await lastCode())
  const [row] =
    await house.sql`select org_customer_id from customers where org_id = ${club.orgId} and user_id = ${userId}`
  const erased = await house.call('POST', `/v1/manage/customers/${row?.org_customer_id}/erase`, { key: club.key })
  assert.equal(erased.status, 200)
  assert.equal((await orders(token)).status, 403)
})

test('codes and counts whose time is over are cleared away', async () => {
  house.clock.advance(3_600_000)
  assert.ok((await purgeLinkCodes(house.sql, house.clock)) > 0)
  const [left] =
    await house.sql`select (select count(*) from sso_link_codes) + (select count(*) from sso_link_limits) as n`
  assert.equal(left?.n, 0)
})
