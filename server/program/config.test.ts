import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { readConfig, SettingError, settings } from './config.ts'
import { misspelt } from './misspelt.ts'

const refusal = (environment: Record<string, string>): string => {
  try {
    readConfig(environment)
  } catch (error) {
    assert.ok(error instanceof SettingError)
    return error.message
  }
  return assert.fail('was not refused')
}

test('nothing has to be set', () => {
  const config = readConfig({})
  assert.deepEqual(
    [config.PORT, config.HOST, config.DATA_DIR, config.LOG_LEVEL, config.TRUST_PROXY],
    [3000, '127.0.0.1', './data', 'info', false],
  )
  assert.equal(config.DATABASE_URL, undefined)
})

test('an empty value counts as unset, and other variables are ignored', () => {
  const empty = Object.fromEntries(Object.keys(settings).map((name) => [name, '']))
  assert.deepEqual(readConfig({ ...empty, PATH: '/bin', HOME: '/' }), readConfig({}))
})

test('a value is read as its setting means it', () => {
  const config = readConfig({ PORT: '0', TRUST_PROXY: '10.0.0.0/8, ::1', LOG_LEVEL: 'debug', DRAIN_MS: '5000' })
  assert.deepEqual(
    [config.PORT, config.TRUST_PROXY, config.LOG_LEVEL, config.DRAIN_MS],
    [0, ['10.0.0.0/8', '::1'], 'debug', 5000],
  )
  assert.equal(readConfig({ TRUST_PROXY: '2' }).TRUST_PROXY, 2)
  assert.equal(readConfig({ TRUST_PROXY: 'false' }).TRUST_PROXY, false)
})

for (const [name, values] of Object.entries({
  PORT: ['-1', '65536', '3000.5', '0x10', '1e3', ' 3000', 'http'],
  DATABASE_POOL: ['1', '201'],
  DRAIN_MS: ['60001', '-1'],
  ADDRESS_LIMIT: ['0', '1000001'],
  LOG_LEVEL: ['verbose', 'INFO'],
  STRIPE_API_URL: ['stripe.example.org'],
  PUBLIC_URL: [
    'tickets.example.org',
    'ftp://tickets.example.org',
    'https://example.org/tickets',
    'https://example.org?x',
  ],
  TRUST_PROXY: [
    'true',
    '0',
    '10',
    'loopback',
    '10.0.0.0/33',
    '::1/129',
    '1.2.3',
    'abc.def',
    '10.0.0.1,',
    '10.0.0.0/8/8',
    '::1/',
  ],
})) {
  test(`a wrong ${name} is refused by one line that names it and what was given`, () => {
    for (const value of values) {
      const message = refusal({ [name]: value })
      assert.ok(message.startsWith(`${name} must be `), message)
      assert.ok(message.includes(JSON.stringify(value)), message)
      assert.doesNotMatch(message, /\n/)
    }
  })
}

test('a wrong secret or database address is refused without being shown', () => {
  const secret = 'too short'
  assert.doesNotMatch(refusal({ GRANDSTAND_SECRET: secret }), new RegExp(secret))
  assert.doesNotMatch(refusal({ DATABASE_URL: 'mysql://root:hunter2@db' }), /hunter2/)
  assert.doesNotMatch(refusal({ SHOP_KEY: 'gs_sk_live_hunter2' }), /hunter2/)
  for (const wrong of ['pk_live_hunter2', 'sk_hunter2', 'sk_live_hunter2 ']) {
    assert.doesNotMatch(refusal({ STRIPE_SECRET_KEY: wrong }), /hunter2/)
    assert.doesNotMatch(refusal({ STRIPE_WEBHOOK_SECRET: wrong }), /hunter2/)
  }
})

test('Stripe’s secret, restricted and test keys are taken, and its signing secret', () => {
  for (const key of ['sk_live_1a', 'sk_test_1a', 'rk_live_1a']) {
    assert.equal(readConfig({ STRIPE_SECRET_KEY: key }).STRIPE_SECRET_KEY, key)
  }
  assert.equal(readConfig({ STRIPE_WEBHOOK_SECRET: 'whsec_1a' }).STRIPE_WEBHOOK_SECRET, 'whsec_1a')
})

test('a database of one’s own needs a secret of one’s own', () => {
  const environment = { DATABASE_URL: 'postgres://db/grandstand' }
  assert.match(refusal(environment), /^GRANDSTAND_SECRET is required/)
  const config = readConfig({ ...environment, GRANDSTAND_SECRET: 's'.repeat(32) })
  assert.equal(config.DATABASE_URL, 'postgres://db/grandstand')
})

test('a name that is one slip away from a setting that is not set is named; others are ignored', () => {
  const slips = ['DATABSE_URL', 'DATABASE_URLS', 'DATABASE_ULR', 'DATABASE_URI', 'database_url']
  for (const name of slips)
    assert.match(misspelt({ [name]: 'x' }).join(), new RegExp(`^${name} is no setting.* DATABASE_URL`))
  assert.deepEqual(misspelt({ STRIPE_SECERT_KEY: 'x' }).length, 1)
  assert.deepEqual(misspelt({ DATABSE_URL: 'x', DATABASE_URL: 'postgres://db' }), [])
  assert.deepEqual(misspelt({ DATABASE: 'x', PGPORT: '1', HOSTS: 'x', PORTS: '1', DATABSE_URL: '' }), [])
})

test('docs/operating.md lists every setting, with its default, and no other', async () => {
  const text = await readFile(join(import.meta.dirname, '..', '..', 'docs', 'operating.md'), 'utf8')
  const rows = [...text.matchAll(/^\| `([A-Z_]+)` \| ([^|]*) \|/gm)]
  assert.deepEqual(rows.map(([, name]) => name).toSorted(), Object.keys(settings).toSorted())
  for (const [, name = '', shown = ''] of rows) {
    const { default: value } = settings[name as keyof typeof settings]
    if (value !== undefined) assert.equal(shown.replaceAll(/[`,]/g, ''), String(value), name)
  }
})
