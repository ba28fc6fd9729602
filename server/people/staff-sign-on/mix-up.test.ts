import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { mailsOf } from '../../../tests/builders/mails.ts'
import { unique } from '../../../tests/builders/rows.ts'
import { addStaff, asOwnPage, cookiesOf } from '../../../tests/builders/staff.ts'
import { answerAt, openSignOnHouse } from '../../../tests/builders/staff-sign-on.ts'
import { startRelayingIssuer } from '../../../tests/outside/oidc/relaying-issuer.ts'
import { newSignInToken } from '../staff/sign-in-by-link.ts'

const { house, club, issuer, setProvider, goThere, finish } = await openSignOnHouse()
const hostile = await startRelayingIssuer()
after(() => hostile.stop())

const { body: provider } = await setProvider()
issuer.redirectUris = [provider.redirect_uri]
const attackersClub = await house.organisation({ name: 'A club of the attacker' })
const attacker = await addStaff(house, attackersClub)
const set = await house.call('PUT', '/v1/manage/staff_provider', {
  headers: attacker.headers,
  body: { name: 'Ours', issuer: hostile.issuer, client_id: 'any', client_secret: null },
})
assert.equal(set.status, 200, set.text)

const codeOf = ({ status, body }: { status: number; body: { error?: { code: string } } }) =>
  body.error ? `${status} ${body.error.code}` : String(status)

/** A manager of the honest club, whom its provider knows. */
async function addManager(): Promise<void> {
  const sub = unique('manager')
  issuer.claims = { sub, email: `${sub}@club.example`, email_verified: true, name: 'Ida Lund' }
  const invitation = { email_address: `${sub}@club.example`, role: 'manager' }
  await house.call('POST', '/v1/manage/team', { key: club.key, body: invitation })
}

const begin = (organisation: number, cookie = '') =>
  house.call('POST', '/v1/staff/sign_on/begin', { headers: { ...asOwnPage, cookie }, body: { organisation } })

test('a provider of one club that relays its visitors to another club’s provider learns no code of theirs', async () => {
  await addManager()
  const attackersOwn = await begin(club.orgId)
  const question = new URL(attackersOwn.body.location)
  hostile.relayed = question
  // The manager opens the sign-on of the attacker's club, and arrives at the provider that they trust.
  const victims = await begin(attackersClub.orgId)
  const relay = await fetch(victims.body.location, { redirect: 'manual' })
  const honest = await fetch(relay.headers.get('location') ?? '', { redirect: 'manual' })
  const back = new URL(honest.headers.get('location') ?? '')
  const victim = await finish(cookiesOf(victims.headers['set-cookie'] ?? ''), answerAt(back))
  assert.deepEqual(hostile.codes, [], 'the code of the manager went to the attacker')
  assert.equal(codeOf(victim), '401 sign_on_failed')
  const redirected = new URL(back)
  redirected.searchParams.set('state', question.searchParams.get('state') ?? '')
  redirected.searchParams.set('code', hostile.codes[0] ?? 'none')
  const attack = await finish(cookiesOf(attackersOwn.headers['set-cookie'] ?? ''), answerAt(redirected))
  assert.equal(codeOf(attack), '401 sign_on_failed')
})

test('no two organisations have one callback address', async () => {
  assert.notEqual(set.body.redirect_uri, provider.redirect_uri)
  assert.ok(set.body.redirect_uri.endsWith(`/${attackersClub.orgId}`))
  const { back } = await goThere()
  assert.ok(back.pathname.endsWith(`/${club.orgId}`))
})

/** The sign-on of a manager up to the callback address, and what the browser has by then. */
async function arrive(cookie = '', ends_session = false) {
  await addManager()
  return goThere(cookie, { ends_session })
}

test('an answer that names another issuer, or none where the provider promises to name itself, is refused', async () => {
  const foreign = await arrive()
  foreign.back.searchParams.set('iss', hostile.issuer)
  assert.equal(codeOf(await finish(foreign.cookies, answerAt(foreign.back))), '401 sign_on_failed')
  for (const [namesItself, expected] of [
    ['no', '200'],
    ['unpromised', '200'],
    ['promised', '200'],
    ['promised_only', '401 sign_on_failed'],
  ] as const) {
    issuer.namesItself = namesItself
    const { cookies, back } = await arrive()
    assert.equal(codeOf(await finish(cookies, answerAt(back))), expected, namesItself)
  }
  issuer.namesItself = 'no'
})

test('an answer that arrives at the callback address of another organisation is refused', async () => {
  const { cookies, back } = await arrive()
  const elsewhere = { ...answerAt(back), organisation: attackersClub.orgId }
  assert.equal(codeOf(await finish(cookies, elsewhere)), '401 sign_on_failed')
})

test('a code is not sent to a provider that was entered after its owner had left', async () => {
  const { cookies, back } = await arrive()
  assert.equal((await setProvider({ issuer: hostile.issuer })).status, 200)
  hostile.codes.length = 0
  assert.equal(codeOf(await finish(cookies, answerAt(back))), '401 sign_on_failed')
  assert.deepEqual(hostile.codes, [])
  await setProvider()
})

test('no link signs another person in while one is signed in, unless that person was asked', async () => {
  const manager = await addStaff(house, attackersClub, { role: 'manager' })
  const { cookie } = manager.headers
  const isSignedIn = async () =>
    (await house.call('GET', '/v1/staff/me', { headers: manager.headers })).body.email_address === manager.email
  const followed = await arrive(cookie)
  assert.equal(codeOf(await finish(followed.cookies, answerAt(followed.back))), '409 session_running')
  assert.ok(await isSignedIn())

  const token = await newSignInToken(house.sql, house.clock, attacker.accountId)
  const byLink = (fields: object = {}) =>
    house.call('POST', '/v1/staff/sign_in/link', { headers: manager.headers, body: { token, ...fields } })
  assert.equal(codeOf(await byLink()), '409 session_running')
  assert.ok(await isSignedIn())

  const stranger = { email_address: `${unique('stranger')}@other.example`, role: 'reader' }
  await house.call('POST', '/v1/manage/team', { key: attackersClub.key, body: stranger })
  const invitation = /#(\S+)/.exec((await mailsOf(house, attackersClub)).at(-1)?.text ?? '')?.[1]
  const accept = { token: invitation, name: 'Sam', password: 'nine green elephants' }
  const accepted = { headers: manager.headers, body: accept }
  assert.equal(codeOf(await house.call('POST', '/v1/staff/invitations/accept', accepted)), '409 session_running')
  assert.ok(await isSignedIn())

  assert.equal(codeOf(await byLink({ ends_session: true })), '200', 'refused, the link was not used up')
})

test('an agreement to end one session is none to end another that began meanwhile', async () => {
  const first = await addStaff(house, attackersClub)
  const second = await addStaff(house, attackersClub)
  const agreed = await arrive(first.headers.cookie, true)
  const swapped = agreed.cookies.replace(first.token, second.token)
  assert.equal(codeOf(await finish(swapped, answerAt(agreed.back))), '409 session_running')
  const again = await arrive(second.headers.cookie, true)
  assert.equal(codeOf(await finish(again.cookies, answerAt(again.back))), '200')
})
