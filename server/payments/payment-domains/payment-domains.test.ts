import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ACCOUNT, openStripeHouse } from '../../../tests/builders/stripe.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../platform/values/durations.ts'
import { createPayments } from '../payments/providers.ts'
import { publicHost, registerDomains } from './register-domains.ts'

const { house, club, stripe, payments } = await openStripeHouse()
const { sql, clock } = house
const OURS = 'tickets.service.example'
const HOST = 'tickets.harbour-city.example'
const registerAll = (publicUrl = `https://${OURS}/`) =>
  registerDomains({ sql, systemClock: clock, payments, publicUrl })
const manage = async () => {
  const { body } = await house.call('GET', '/v1/manage/payment_account/domains', { key: club.key })
  return body.data as { host: string; status: string; ready_wallets: string[]; problem: string | null }[]
}
const domainOf = async (host: string) => (await manage()).find((domain) => domain.host === host)
const prove = (host: string, orgId = club.orgId) => sql`
  insert into shop_domains (org_id, host, proof_token, proven_at, proven_by)
  values (${orgId}, ${host}, ${'t'.repeat(32)}, ${clock()}, 'dns')`
const ALL = ['apple_pay', 'google_pay', 'link']
await sql`
  update organisations
  set account_methods = '{card,apple_pay,google_pay,link}'
  where org_id = ${club.orgId}`
const expressAt = async (headers: Record<string, string>) => {
  const { body } = await house.call('GET', '/v1/storefront', { key: club.key, headers })
  return body.payments.express
}

test('the service’s host and each proven host of a live shop are registered on its own account, once', async () => {
  await prove(HOST)
  await sql`
    insert into shop_domains (org_id, host, proof_token)
    values (${club.orgId}, 'unproven.harbour-city.example', ${'u'.repeat(32)})`
  await Promise.all([registerAll(), registerAll()])
  await registerAll()
  assert.deepEqual(
    [...stripe.domains.all.values()].map(({ account, domain_name, enabled }) => [account, domain_name, enabled]).sort(),
    [
      [ACCOUNT, HOST, true],
      [ACCOUNT, OURS, true],
    ],
  )
  assert.deepEqual(
    (await manage()).map(({ host, status, ready_wallets, problem }) => [host, status, ready_wallets, problem]),
    [
      [HOST, 'registered', ALL, null],
      [OURS, 'registered', ALL, null],
    ],
  )
  const asked = stripe.calls.length
  assert.equal(await registerAll(), 0)
  assert.equal(stripe.calls.length, asked)
})

test('what was switched off at Stripe, or is there already, is found and switched on', async () => {
  stripe.domains.create(ACCOUNT, { domain_name: 'old.harbour-city.example', enabled: false })
  await prove('old.harbour-city.example')
  await registerAll()
  const [old] = stripe.domains.list(ACCOUNT, { domain_name: 'old.harbour-city.example' })
  assert.equal(old?.enabled, true)
  stripe.domains.update(ACCOUNT, old?.id ?? '', { enabled: false })
  clock.advance(7 * DAY_MS)
  await registerAll()
  assert.equal(stripe.domains.find(ACCOUNT, old?.id ?? '').enabled, true)
})

test('a wallet that is not ready is said so, is not offered at that host, and is tried again until it is', async () => {
  const host = 'slow.harbour-city.example'
  stripe.domains.problems.set(`${host} apple_pay`, 'Apple could not verify the domain.')
  await prove(host)
  await registerAll()
  const { status, ready_wallets, problem } = (await domainOf(host)) ?? {}
  assert.deepEqual(
    [status, ready_wallets, problem],
    ['registered', ['google_pay', 'link'], 'Apple could not verify the domain.'],
  )
  assert.deepEqual(await expressAt({ host }), ['google_pay', 'link'])
  assert.deepEqual(await expressAt({ host: OURS, origin: `https://${host}` }), ['google_pay', 'link'])
  assert.deepEqual(await expressAt({ host: HOST }), ALL)
  assert.deepEqual(
    await expressAt({ host: HOST, origin: 'https://elsewhere.example' }),
    ALL,
    'of which nothing is known',
  )
  stripe.domains.problems.clear()
  clock.advance(5 * MINUTE_MS)
  await registerAll()
  assert.deepEqual((await domainOf(host))?.ready_wallets, ALL)
  assert.deepEqual(await expressAt({ host }), ALL)
})

test('a failure is kept with what Stripe says, and tried again later and later', async () => {
  const host = 'down.harbour-city.example'
  await prove(host)
  stripe.trouble('error_500')
  await assert.rejects(registerAll())
  assert.deepEqual([(await domainOf(host))?.status, (await domainOf(host))?.problem], ['failed', null])
  assert.deepEqual(await expressAt({ host }), ALL)
  clock.advance(5 * MINUTE_MS - 1000)
  assert.equal(await registerAll(), 0)
  clock.advance(1000)
  stripe.trouble('rate_limit')
  await assert.rejects(registerAll())
  clock.advance(5 * MINUTE_MS)
  assert.equal(await registerAll(), 0)
  clock.advance(HOUR_MS)
  await registerAll()
  assert.deepEqual((await domainOf(host))?.status, 'registered')
  clock.advance(7 * DAY_MS)
  stripe.trouble('error_500')
  await assert.rejects(registerAll())
  assert.deepEqual((await domainOf(host))?.status, 'registered', 'what was known goes on')
  // One that Stripe never takes.
  const odd = 'refused.harbour-city.example'
  stripe.domains.refused.add(odd)
  await prove(odd)
  await assert.rejects(registerAll())
  assert.match((await domainOf(odd))?.problem ?? '', /not a valid domain name/)
})

test('a host that is the shop’s no more goes, another account begins anew, and a sandbox has none', async () => {
  await sql`
    delete from shop_domains
    where org_id = ${club.orgId}
      and host <> ${HOST}`
  await registerAll()
  assert.deepEqual(
    (await manage()).map(({ host }) => host),
    [HOST, OURS],
  )
  await sql`
    update organisations
    set payment_account_id = 'acct_second'
    where org_id = ${club.orgId}`
  await registerAll()
  assert.equal(stripe.domains.list('acct_second', {}).length, 2)
  const sandbox = await house.organisation({ mode: 'test' })
  await prove('sandbox.example.org', sandbox.orgId)
  await registerAll()
  const { body } = await house.call('GET', '/v1/manage/payment_account/domains', { key: sandbox.key })
  assert.deepEqual(body.data, [])
})

test('a service without Stripe looks for no organisation', async () => {
  clock.advance(30 * DAY_MS)
  const unconfigured = createPayments({ stripe: undefined })
  const [before] = await sql<
    { looks: number }[]
  >`select count(*)::int as looks from payment_domains where due_at < ${clock()}`
  assert.ok((before?.looks ?? 0) > 0)
  const refusing = new Proxy(sql, {
    apply() {
      throw new Error('the database was asked')
    },
  })
  assert.equal(
    await registerDomains({ sql: refusing, systemClock: clock, payments: unconfigured, publicUrl: `https://${OURS}/` }),
    0,
  )
})

test('only a name that is reached by https is a host for wallets', () => {
  assert.deepEqual(
    ['https://tickets.example.org', 'https://tickets.example.org:8443/x', 'http://tickets.example.org'].map(publicHost),
    ['tickets.example.org', 'tickets.example.org', null],
  )
  assert.deepEqual(['https://localhost:3000', 'https://192.0.2.7', 'https://[::1]'].map(publicHost), [null, null, null])
})
