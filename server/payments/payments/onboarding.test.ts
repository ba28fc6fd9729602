import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openStripeHouse } from '../../../tests/builders/stripe.ts'
import type { Tenant } from '../../../tests/harness/house.ts'
import { DAY_MS } from '../../platform/values/durations.ts'

const { house, stripe } = await openStripeHouse()
const urls = { return_url: 'https://club.example/paid?tab=2', refresh_url: 'https://club.example/again' }

const at = (club: Tenant) => {
  const call = (method: string, path: string, body?: object) =>
    house.call(method, `/v1/manage/payment_account${path}`, { key: club.key, ...(body ? { body } : {}) })
  return {
    read: async () => (await call('GET', '')).body,
    start: (body: object = urls) => call('POST', '/onboarding', body),
    complete: (state: string) => call('POST', '/onboarding/complete', { state }),
  }
}

/** Asks for a link, fills in Stripe's pages as far as told, and comes back with the state. */
async function visit(club: Tenant, done?: Parameters<typeof stripe.accounts.visit>[1]): Promise<string> {
  const { status, body, text } = await at(club).start()
  assert.equal(status, 201, text)
  const returned = stripe.accounts.visit(body.url, done)
  assert.equal(returned.origin + returned.pathname, 'https://club.example/paid')
  assert.equal(returned.searchParams.get('tab'), '2')
  return returned.searchParams.get('state') ?? ''
}

test('a changed profile cannot name a payment account: it is no field of it', async () => {
  const club = await house.organisation({ mode: 'live' })
  const { status, body } = await house.call('PATCH', '/v1/manage/organisation', {
    key: club.key,
    body: { payment_account_id: 'acct_of_somebody_else' },
  })
  assert.deepEqual([status, body.error.code, body.error.param], [400, 'parameter_unknown', 'payment_account_id'])
  assert.equal((await at(club).read()).payment_account_id, null)
})

test('an account that Stripe has vouched for is connected, and the audit log says by whom', async () => {
  const club = await house.organisation({ mode: 'live' })
  const { read, start, complete } = at(club)
  assert.deepEqual(await read(), {
    mode: 'live',
    payment_account_id: null,
    status: 'not_connected',
    accepts_payments: false,
    operator_fee: null,
  })
  const state = await visit(club)
  assert.equal((await read()).status, 'onboarding')
  const { body } = await complete(state)
  const { payment_account_id: account } = body
  assert.deepEqual([body.status, body.accepts_payments], ['connected', true])
  assert.deepEqual(stripe.accounts.all.get(account)?.metadata, { grandstand_org_id: String(club.orgId) })
  assert.equal((await house.call('GET', '/v1/organisation', { key: club.key })).body.payment_account_id, account)
  const log = await house.call('GET', '/v1/manage/audit_log?object_type=organisation', { key: club.key })
  const { action, actor_kind, after } = log.body.data[0]
  assert.deepEqual([action, actor_kind, after.payment_account_id], ['payment_account.connected', 'api_key', account])
  const again = await start()
  assert.deepEqual([again.status, again.body.error.code], [409, 'state_conflict'])
})

test('an account that Stripe does not let take payments yet is not connected; the state goes on counting until it is', async () => {
  const club = await house.organisation({ mode: 'live' })
  const state = await visit(club, { details_submitted: true })
  const { complete, read } = at(club)
  assert.deepEqual((await complete(state)).body, {
    mode: 'live',
    payment_account_id: null,
    status: 'onboarding',
    accepts_payments: false,
    operator_fee: null,
  })
  assert.equal((await read()).payment_account_id, null)
  for (const account of stripe.accounts.all.values()) account.charges_enabled = true
  assert.equal((await complete(state)).body.status, 'connected')
})

test('a state connects once, for its own organisation, and not after a day', async () => {
  const [club, other] = [await house.organisation({ mode: 'live' }), await house.organisation({ mode: 'live' })]
  const isRefused = async (who: Tenant, state: string) => {
    const { status, body } = await at(who).complete(state)
    assert.deepEqual([status, body.error.param], [400, 'state'])
  }
  const outdated = await visit(club)
  const state = await visit(club)
  assert.equal(
    [...stripe.accounts.all.values()].filter((a) => a.metadata.grandstand_org_id === `${club.orgId}`).length,
    1,
  )
  await isRefused(club, outdated)
  await isRefused(other, state)
  await isRefused(club, 'made-up')
  assert.equal((await at(club).complete(state)).body.status, 'connected')
  await isRefused(club, state)
  const late = await visit(other)
  house.clock.advance(DAY_MS)
  await isRefused(other, late)
})

test('two organisations that come for one account at the same time: it is one’s, and the other is refused', async () => {
  const clubs = [await house.organisation({ mode: 'live' }), await house.organisation({ mode: 'live' })]
  const states = await Promise.all(clubs.map((club) => visit(club)))
  const [account] = [...stripe.accounts.all.keys()].slice(-1)
  await house.sql`
    update payment_account_onboardings
    set payment_account_id = ${account ?? ''}
    where org_id = any (${clubs.map(({ orgId }) => orgId)}::bigint[])`
  const answers = await Promise.all(clubs.map((club, index) => at(club).complete(states[index] ?? '')))
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409])
  const [row] = await house.sql<{ owners: number }[]>`
    select count(*)::integer as owners
    from organisations
    where payment_account_id = ${account ?? ''}`
  assert.equal(row?.owners, 1)
})

test('requests at the same time open one account at Stripe, and the newest link counts', async () => {
  const club = await house.organisation({ mode: 'live' })
  const answers = await Promise.all([1, 2, 3].map(() => at(club).start()))
  const links = answers.flatMap(({ status, body }) => (status === 201 ? [body.url as string] : []))
  assert.ok(links.length >= 1)
  const opened = [...stripe.accounts.all.values()].filter((a) => a.metadata.grandstand_org_id === `${club.orgId}`)
  assert.equal(opened.length, 1)
})

test('where the browser comes back to is https', async () => {
  const club = await house.organisation({ mode: 'live' })
  for (const url of [
    'http://club.example/',
    'javascript:alert(1)',
    '/paid',
    'https://user@club.example/',
    'https://',
  ]) {
    const { status, body } = await at(club).start({ return_url: url, refresh_url: url })
    assert.equal(status, 400, url)
    assert.deepEqual(
      body.error.errors.map(({ param }: { param: string }) => param),
      ['return_url', 'refresh_url'],
    )
  }
})

test('where the browser comes back to may be a page of the service itself, whatever its address begins with', async () => {
  const club = await house.organisation({ mode: 'live' })
  const { status, body, text } = await at(club).start({
    return_url: 'http://grandstand.test/console/settings/payments',
  })
  assert.equal(status, 201, text)
  assert.equal(stripe.accounts.visit(body.url).origin, 'http://grandstand.test')
  for (const near of ['http://grandstand.test.evil.example/', 'http://sub.grandstand.test/'])
    assert.equal((await at(club).start({ return_url: near })).status, 400, near)
})

test('while Stripe’s answer is lost nothing is connected, and the next try opens no second account', async () => {
  const club = await house.organisation({ mode: 'live' })
  const before = stripe.accounts.all.size
  stripe.trouble('hang')
  const lost = await at(club).start()
  assert.deepEqual([lost.status, lost.body.error.code], [502, 'payment_provider_error'])
  assert.equal((await at(club).complete(await visit(club))).body.status, 'connected')
  assert.equal(stripe.accounts.all.size, before + 1)
})

test('a 500 of Stripe’s, which it keeps for the key, is no dead end', async () => {
  const club = await house.organisation({ mode: 'live' })
  stripe.trouble('error_500_at_start', 'error_500_at_start')
  assert.equal((await at(club).start()).status, 502)
  assert.equal((await at(club).complete(await visit(club))).body.status, 'connected')
})

test('a sandbox goes the same way without Stripe: the link leads straight back', async () => {
  const sandbox = await house.organisation()
  const calls = stripe.calls.length
  const { body } = await at(sandbox).start({ return_url: urls.return_url })
  const state = new URL(body.url).searchParams.get('state') ?? ''
  assert.equal((await at(sandbox).complete(state)).body.status, 'connected')
  assert.equal(stripe.calls.length, calls)
})
