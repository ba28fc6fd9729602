import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readPayouts } from '../../server/payments/payouts/read-payouts.ts'
import { HOUR_MS } from '../../server/platform/values/durations.ts'
import { addOffer } from '../builders/prices.ts'
import { ACCOUNT, openStripeHouse } from '../builders/stripe.ts'
import { grandstand } from '../harness/program.ts'

const { house, club, stripe, buy, payments } = await openStripeHouse()
const settings = { DATABASE_URL: house.url, GRANDSTAND_SECRET: 's'.repeat(32) }
const sums = (...args: string[]) => grandstand(['sums', ...args], settings)
const read = async (...args: string[]) => {
  const { code, stdout, stderr } = await sums('--json', ...args)
  assert.equal(code, 0, stderr)
  return stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
}
const readAll = () => {
  house.clock.advance(HOUR_MS)
  return readPayouts({ sql: house.sql, clock: house.clock, systemClock: house.clock, payments })
}
/** All that has happened so far was in this month of the club's, in Sydney. */
const moveTo = async (at: string) => {
  await house.sql`
    update payments
    set succeeded_at = ${at}
    where org_id = ${club.orgId}
      and succeeded_at > '2026-06-01'`
}
await house.sql`
  update organisations
  set timezone = 'Australia/Sydney', operator_fee_thousandths = 1000, operator_fee_fixed_minor = 10
  where org_id = ${club.orgId}`
const WIDE = ['--from', '2026-01', '--to', '2099-12'] as const

test('what was taken, the fees and what was paid out are added up by month, organisation and currency', async () => {
  await readAll()
  const first = await buy('pm_card_visa')
  await buy('pm_card_visa')
  // Still March in London, and April in Sydney.
  await moveTo('2026-03-31T13:30:00Z')
  await buy('pm_card_visa')
  await house.call('POST', `/v1/manage/orders/${first.body.order_id}/refunds`, { key: club.key, body: { amount: 5 } })
  stripe.payouts.issue(ACCOUNT)
  await readAll()
  const { body } = await house.call('GET', '/v1/manage/payouts', { key: club.key })
  const [payout] = body.data
  const months = await read(...WIDE, '--org', String(club.orgId))
  const [april, later] = months
  assert.deepEqual(
    [april.month, april.taken, april.online, april.operator_fee, april.paid_out],
    ['2026-04', 54.4, 54.4, 0.74, 0],
  )
  assert.deepEqual(
    [
      later.org_id,
      later.currency,
      later.taken,
      later.returned,
      later.provider_fees,
      later.operator_fee,
      later.paid_out,
    ],
    [String(club.orgId), 'AUD', 27.2, 5, payout.fees, 0.37, payout.amount],
  )
  assert.deepEqual(
    (await read('--from', '2026-04', '--to', '2026-04')).map(({ month, taken }) => [month, taken]),
    [['2026-04', 54.4]],
  )
  stripe.payouts.fail([...stripe.payouts.all.keys()].at(-1) ?? '')
  await readAll()
  const after = await read(...WIDE, '--org', String(club.orgId))
  assert.equal(
    after.reduce((sum, { paid_out }) => sum + paid_out, 0),
    0,
    'it came back',
  )
})

test('organisations are added up by month and currency, cash is no online payment, and sandboxes are left out', async () => {
  const other = await house.organisation({ mode: 'live' })
  const sandbox = await house.organisation({ mode: 'test' })
  for (const tenant of [other, sandbox]) {
    const { priceId } = await addOffer(house, tenant, {})
    const paid = await house.call('POST', `/v1/manage/orders`, {
      key: tenant.key,
      body: { items: [{ price_id: priceId, quantity: 1 }], payment_method: 'cash', customer: { first_name: 'Ada' } },
    })
    assert.ok(paid.status < 300, paid.text)
  }
  const rows = await read(...WIDE)
  const live = rows.filter(({ org_id }) => org_id !== null)
  assert.deepEqual([...new Set(live.map(({ org_id }) => org_id))], [String(club.orgId), String(other.orgId)])
  const cash = live.find(({ org_id }) => org_id === String(other.orgId))
  assert.deepEqual([cash.online, cash.operator_fee, cash.taken > 0], [0, 0, true])
  const total = rows.find(({ org_id, month }) => org_id === null && month === cash.month)
  const ofMonth = live.filter(({ month }) => month === cash.month)
  assert.equal(
    total.taken,
    ofMonth.reduce((sum, { taken }) => sum + taken, 0),
  )
  await house.sql`
    insert into organisation_moves (org_id, move_id, move_state, address)
    values (${other.orgId}, gen_random_uuid(), 'moved', 'https://two.example')`
  assert.ok(
    (await read(...WIDE)).every(({ org_id }) => org_id !== String(other.orgId)),
    'its new cell has its money',
  )
  const pretended = await read(...WIDE, '--sandboxes')
  assert.ok(pretended.some(({ org_id }) => org_id === String(sandbox.orgId)))
})

test('people get a table, and are told what is wrong with what they asked for', async () => {
  const { stdout } = await sums(...WIDE)
  const [heading = '', first = ''] = stdout.split('\n')
  assert.match(heading, /^month +org +currency +taken +online +returned +provider fees +operator fee +paid out +name$/)
  assert.match(first, /^2026-04 +\d+ +AUD +54\.40 +54\.40 +0\.00 /)
  for (const [args, words] of [
    [['--from', '2026-13'], /is a month such as/],
    [['--from', '2026-05', '--to', '2026-04'], /is after/],
    [['--org', '999999'], /there is no organisation/],
  ] as const) {
    const { code, stderr } = await sums(...args)
    assert.deepEqual([code, words.test(stderr)], [2, true], stderr)
  }
})
