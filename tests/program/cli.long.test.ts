import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { orgIdOf } from '../../server/access/principal.ts'
import { addPaidFee, operator } from '../builders/operator-invoices.ts'
import { openHouse } from '../harness/house.ts'
import { grandstand } from '../harness/program.ts'

const house = await openHouse()
const settings = { DATABASE_URL: house.url, GRANDSTAND_SECRET: 's'.repeat(32) }
const folder = await mkdtemp(join(tmpdir(), 'grandstand-cli-'))
after(() => rm(folder, { recursive: true, force: true }))

const say = (line: string) => grandstand(line.split(' '), settings)

async function json(line: string) {
  const { code, stdout, stderr } = await say(`${line} --json`)
  assert.equal(code, 0, stderr)
  return JSON.parse(stdout)
}

const org = await json('org create --name Club --country NZ --timezone Pacific/Auckland --currency NZD --sandbox')

test('an organisation comes with a first secret key that may do everything', async () => {
  const { body } = await house.call('GET', '/v1/organisation', { key: org.secret_key })
  assert.deepEqual([body.org_id, body.country_name], [org.org_id, 'New Zealand'])
  assert.equal((await house.call('GET', '/v1/manage/api_keys', { key: org.secret_key })).status, 200)
})

test('an organisation is live unless it is made as a sandbox, and made-up data is for sandboxes', async () => {
  assert.deepEqual([org.mode, org.secret_key.slice(0, 11)], ['test', 'gs_sk_test_'])
  const live = await json('org create --name Live --country NZ --timezone Pacific/Auckland --currency NZD')
  assert.deepEqual([live.mode, live.secret_key.slice(0, 11)], ['live', 'gs_sk_live_'])
  const { code, stderr } = await say(`demo --org ${live.org_id} --customers 1`)
  assert.deepEqual([code, stderr.includes('is live')], [2, true])
})

test('a key has the scopes and limits that were asked for; it can be rolled and revoked', async () => {
  const made = await json(
    `key create --org ${org.org_id} --type sk --scopes organisation:read --per-minute 2 --per-day 9`,
  )
  const ask = () => house.call('GET', '/v1/organisation', { key: made.secret })
  assert.equal((await ask()).headers['x-ratelimit-limit'], '2')
  assert.equal((await ask()).status, 200)
  assert.equal((await ask()).body.error.code, 'rate_limit_minute')
  const rolled = await json(`key roll --org ${org.org_id} --key ${made.key_id} --overlap 0`)
  const log = `/v1/manage/audit_log?object_type=api_key&object_id=${made.key_id}`
  const { action, after: said } = (await house.call('GET', log, { key: org.secret_key })).body.data[0]
  assert.deepEqual([action, said], ['api_key.rolled', { rolled_to: rolled.key_id, overlap_seconds: 0 }])
  // The command goes by the clock on the wall, which the house's may have fallen far behind.
  house.clock.set(new Date(Date.now() + 60_000))
  assert.equal((await ask()).body.error.code, 'api_key_expired')
  assert.notEqual((await json(`key revoke --org ${org.org_id} --key ${rolled.key_id}`)).revoked_at, null)
  const list = await say(`key list --org ${org.org_id} --json`)
  assert.equal(list.stdout.trim().split('\n').length, 3)
  assert.equal(list.stdout.includes(made.secret), false)
})

test('the operator says which Stripe account is whose: one is one organisation’s, and a sandbox has none', async () => {
  const create = 'org create --country NZ --timezone Pacific/Auckland --currency NZD --name'
  const [one, two] = [await json(`${create} One`), await json(`${create} Two`)]
  const account = (organisation: { org_id: string }, rest = '') =>
    json(`org payment-account --org ${organisation.org_id}${rest}`)
  assert.equal((await account(one, ' acct_1A')).payment_account_id, 'acct_1A')
  assert.equal((await account(one)).payment_account_id, 'acct_1A')
  for (const [organisation, rest, words] of [
    [two, 'acct_1A', /another organisation is paid into acct_1A/],
    [two, 'pi_1', /is written acct_/],
    [org, 'acct_2B', /is a sandbox/],
    [one, 'acct_2B --clear', /not both/],
  ] as const) {
    const { code, stderr } = await say(`org payment-account --org ${organisation.org_id} ${rest}`)
    assert.equal(code, 2)
    assert.match(stderr, words)
  }
  assert.equal((await account(one, ' --clear')).payment_account_id, null)
  assert.equal((await account(two, ' acct_1A')).payment_account_id, 'acct_1A')
  const log = await house.call('GET', '/v1/manage/audit_log?object_type=organisation', { key: two.secret_key })
  assert.deepEqual([log.body.data[0].action, log.body.data[0].actor_kind], ['payment_account.connected', 'cli'])
})

test('what the operator takes of each payment is shown and set, and the organisation sees it', async () => {
  const club = await json('org create --name Tolled --country KW --timezone UTC --currency KWD')
  const fee = (rest = '') => json(`org fee --org ${club.org_id}${rest}`)
  const seen = async () =>
    (await house.call('GET', '/v1/manage/payment_account', { key: club.secret_key })).body.operator_fee
  const none = { org_id: club.org_id, percentage: 0, fixed: 0, currency: 'KWD' }
  assert.deepEqual([await fee(), await seen()], [none, null])
  assert.deepEqual(await fee(' --percentage 1.125 --fixed 0.075'), { ...none, percentage: 1.125, fixed: 0.075 })
  assert.deepEqual(await seen(), { percentage: 1.125, fixed: 0.075, currency: 'KWD' })
  assert.deepEqual(await fee(' --fixed 0'), { ...none, percentage: 1.125 })
  for (const [rest, words] of [
    ['--percentage 51', /50 at most/],
    ['--percentage 1.2345', /not a number/],
    ['--percentage=-1', /not a number/],
    ['--fixed 100000', /1000 at most/],
  ] as const) {
    const { code, stderr } = await say(`org fee --org ${club.org_id} ${rest}`)
    assert.deepEqual([code, words.test(stderr)], [2, true], stderr)
  }
  const log = await house.call('GET', '/v1/manage/audit_log?object_type=organisation', { key: club.secret_key })
  assert.deepEqual([log.body.data[0].action, log.body.data[0].actor_kind], ['organisation.fee_set', 'cli'])
})

test('the operator bills what was kept of payments, once, and the organisation reads it', async () => {
  const club = await json('org create --name Billed --country AU --timezone UTC --currency AUD')
  const orgId = orgIdOf(Number(club.org_id))
  const file = join(folder, 'issuer.json')
  await writeFile(file, JSON.stringify(operator))
  await addPaidFee(house, { orgId, key: club.secret_key }, { at: '2025-01-31T23:59:59Z', feeMinor: 120 })
  const bill = (month: string, issuer = file) =>
    say(`org fee-invoices --org ${orgId} --month ${month} --issuer ${issuer} --json`)
  const [invoice] = (await bill('2025-01')).stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  assert.deepEqual([invoice.number, invoice.total, invoice.tax], [`TS-${orgId}-0001`, 1.2, 0.2])
  assert.equal((await bill('2025-01')).stdout, '')
  const { data } = (await house.call('GET', '/v1/manage/operator_invoices', { key: club.secret_key })).body
  assert.equal(data.length, 1)
  await writeFile(join(folder, 'bad.json'), JSON.stringify({ ...operator, tax_percentage: 0 }))
  for (const [month, issuer, words] of [
    ['2099-01', file, /not over/],
    ['2025-13', file, /not a month/],
    ['2025-01', join(folder, 'none.json'), /cannot be read/],
    ['2025-01', join(folder, 'bad.json'), /untaxed_reason/],
    [`2025-01 --org ${org.org_id}`, file, /sandbox/],
  ] as const) {
    const { code, stderr } = await bill(month, issuer)
    assert.deepEqual([code, words.test(stderr)], [2, true], stderr)
  }
})

test('limits of an organisation are shown and set', async () => {
  assert.equal((await json(`org limits --org ${org.org_id}`)).requests_per_day, 50_000)
  assert.equal((await json(`org limits --org ${org.org_id} --per-day 70000`)).requests_per_day, 70_000)
  const gates = await json(
    `org limits --org ${org.org_id} --publishable-per-day 9 --gate-per-minute 8 --gate-per-day 7`,
  )
  assert.deepEqual(
    [gates.publishable_requests_per_day, gates.gate_key_requests_per_minute, gates.gate_key_requests_per_day],
    [9, 8, 7],
  )
  const shop = await json(`org limits --org ${org.org_id} --address-per-minute 6 --address-per-day 5`)
  assert.deepEqual([shop.address_requests_per_minute, shop.address_requests_per_day], [6, 5])
})

test('an organisation is suspended and resumed, and the log says so once each', async () => {
  const club = await json('org create --name Idle --country AU --timezone UTC --currency AUD')
  for (const command of ['suspend', 'suspend', 'resume', 'resume']) {
    assert.equal((await json(`org ${command} --org ${club.org_id}`)).suspended, command === 'suspend')
  }
  const log = '/v1/manage/audit_log?object_type=organisation'
  const { data } = (await house.call('GET', log, { key: club.secret_key })).body
  assert.deepEqual(
    data.map(({ action }: { action: string }) => action),
    ['organisation.resumed', 'organisation.suspended', 'organisation.created'],
  )
})

test('demo data comes in bulk; import and export speak the same files', async () => {
  assert.match((await say(`demo --org ${org.org_id} --customers 1000`)).stdout, /1000 customers/)
  const file = join(folder, 'customers.csv')
  assert.equal((await say(`export customers --org ${org.org_id} --file ${file}`)).code, 0)
  const second = await json('org create --name Two --country AU --timezone UTC --currency AUD')
  const imported = await say(`import customers --org ${second.org_id} --file ${file}`)
  assert.match(imported.stdout, /^1000 of 1000 customers imported, 0 rejected/)
  assert.equal((await say(`export customers --org ${second.org_id}`)).stdout, await readFile(file, 'utf8'))
  await writeFile(file, 'org_customer_id,email_address\nnew,nonsense\n')
  const refused = await say(`import customers --org ${second.org_id} --file ${file}`)
  assert.deepEqual(
    [refused.code, refused.stderr.split('\n')[0]],
    [1, 'line 2: email_address must be an e-mail address.'],
  )
})

test('the doctor finds nothing wrong here', async () => {
  const { code, stdout } = await say('doctor')
  assert.equal(code, 0, stdout)
  assert.match(stdout, /ok {4}migrations {3}current/)
})

test('bad arguments are one line and exit 2, help is everywhere', async () => {
  for (const line of [
    'key create --type sk',
    'key create --org 1 --type zz',
    `key create --org ${org.org_id} --type pk --scopes manage`,
    'org create --name X --country ZZ --timezone UTC --currency AUD',
    'org limits --org 999999',
    'demo --org 1 --customers -5',
    'import customers --org 1 --file /nowhere',
    `key revoke --org ${org.org_id} --key 999999`,
    `key roll --org ${org.org_id} --key 999999`,
    `export customers --org ${org.org_id} --file /nowhere/customers.csv`,
    'fly',
  ]) {
    const { code, stderr } = await say(line)
    assert.deepEqual([line, code], [line, 2], stderr)
    assert.match(stderr, /^grandstand: [^\n]+\n$/, line)
  }
  for (const command of ['', 'start ', 'key roll ']) {
    const { code, stdout } = await say(`${command}--help`)
    assert.equal(code, 0)
    assert.match(stdout, /^Usage: grandstand/)
  }
})

test('a command about an organisation that has not arrived yet is refused', async () => {
  const guest = await json('org create --name Guest --country NZ --timezone Pacific/Auckland --currency NZD --sandbox')
  const place = (state: string) => house.sql`
    insert into organisation_moves (org_id, move_id, move_state, address)
    values (${guest.org_id}, gen_random_uuid(), ${state}, 'https://two.example.org')
    on conflict (org_id) do update
    set move_state = excluded.move_state`
  await place('arriving')
  const { code, stderr } = await say(`key create --org ${guest.org_id} --type pk`)
  assert.deepEqual([code, stderr.includes('on its way from another cell')], [2, true], stderr)
})

test('the first owner is invited by the operator, who sees the link; it works at the API', async () => {
  const { link, role } = await json(`staff invite --org ${org.org_id} --email Ada@club.example --role owner`)
  assert.equal(role, 'owner')
  const token = new URL(link).hash.slice(1)
  const body = { token, name: 'Ada', password: 'nine green elephants' }
  const headers = { 'sec-fetch-site': 'same-origin' }
  const { body: me } = await house.call('POST', '/v1/staff/invitations/accept', { body, headers })
  assert.deepEqual([me.email_address, me.organisations[0].org_id], ['ada@club.example', org.org_id])
  assert.equal((await say(`staff invite --org ${org.org_id} --email nobody --role owner`)).code, 2)
  assert.equal((await say(`staff invite --org ${org.org_id} --email a@b.example --role king`)).code, 2)
})

test('a sandbox’s clock is shown and moved, and a live one’s is the real one', async () => {
  const before = await json(`clock --org ${org.org_id}`)
  assert.deepEqual([before.ahead_seconds, before.advancing_to], [0, null])
  const after = await json(`clock --org ${org.org_id} --advance-days 30`)
  assert.equal(Math.round((Date.parse(after.advancing_to) - Date.parse(before.now)) / 86_400_000), 30)
  assert.notEqual((await say(`clock --org ${org.org_id} --advance-days 1`)).code, 0, 'it is still on its way')
  assert.equal((await say(`clock --org ${org.org_id} --advance-days 731`)).code, 2)
  const live = await json('org create --name Real --country NZ --timezone Pacific/Auckland --currency NZD')
  const { code, stderr } = await say(`clock --org ${live.org_id} --advance-days 1`)
  assert.deepEqual([code, stderr.includes('real time')], [2, true], stderr)
})
