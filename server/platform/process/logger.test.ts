import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { openHouse } from '../../../tests/harness/house.ts'
import type { Operation } from '../operation.ts'
import { createLoggers, REDACTED } from './logger.ts'

const lines: string[] = []
const loggers = createLoggers('trace', { write: (line: string) => void lines.push(line) })
const logged = () => lines.map((line) => JSON.parse(line))
beforeEach(() => void lines.splice(0))

const EMAIL = 'ann.lee@fans.example.org'
const TOKEN = 'eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJhbm4ifQ.c2lnbmF0dXJl'

const careless: Operation = (app, { sql }) => {
  const config = { scope: 'customers:read', shows: 'nothing' } as const
  app.get('/v1/careless/bug', { config }, async ({ headers }) => {
    throw Object.assign(new Error(`no account for ${EMAIL} with ${headers.authorization} and ${TOKEN}`), {
      headers,
      email_address: EMAIL,
      details: { first_name: 'Annabel' },
    })
  })
  app.get('/v1/careless/cast', { config }, async () => sql`select ${'Annabel 0400 111 222'}::text::bigint`)
  app.get('/v1/careless/clash', { config }, async ({ orgId }) => {
    for (const id of ['one', 'two']) {
      await sql`
        insert into customers (org_id, org_customer_id, first_name, email_address)
        values (${orgId}, ${id}, ${'Annabel'}, ${EMAIL})`
    }
  })
}

const house = await openHouse({ loggers, extraOperations: [careless] })
const { orgId, key } = await house.organisation()

const secrets = {
  authorization: `Bearer ${key}`,
  cookie: 'session=tuck-shop',
  'x-sso-token': TOKEN,
  'idempotency-key': 'order-of-annabel',
}
const isKeptOut = () => {
  const text = lines.join('')
  for (const secret of [key, key.slice(11), EMAIL, TOKEN, 'Annabel', '0400 111 222', 'tuck-shop', 'order-of-annabel']) {
    assert.ok(!text.includes(secret), `${secret} is in the log: ${text}`)
  }
}

test('the log of an answer has the route, never the address as it was sent', async () => {
  await house.call('GET', `/v1/customers?search=${EMAIL}`, { headers: secrets })
  await house.call('GET', `/v1/customers/${EMAIL}`, { headers: secrets })
  await house.call('GET', `/v1/${EMAIL}`, { headers: secrets })
  const routes = logged().map(({ method, route, status, org_id }) => [method, route, status, org_id])
  assert.deepEqual(routes, [
    ['GET', '/v1/customers', 200, orgId],
    ['GET', '/v1/customers/:customer_id', 404, orgId],
    ['GET', 'unknown', 404, orgId],
  ])
  isKeptOut()
})

test('a refused body is not in the log', async () => {
  const body = { first_name: 'Annabel', email_address: EMAIL, key }
  await house.call('POST', '/v1/customers', { body, headers: secrets })
  await house.call('GET', '/v1/customers', { headers: { ...secrets, authorization: `Bearer ${key}x ${EMAIL}` } })
  assert.ok(lines.length >= 2)
  isKeptOut()
})

for (const path of ['bug', 'cast', 'clash']) {
  test(`a failure that carries personal data and secrets (${path}) is logged without them, and still of use`, async () => {
    const { status } = await house.call('GET', `/v1/careless/${path}`, { headers: secrets })
    assert.equal(status, 500)
    const failure = logged().find(({ msg }) => msg === 'request failed')
    assert.ok(failure.err.message && failure.err.stack && failure.request_id)
    isKeptOut()
  })
}

test('a database’s refusal is logged with its code, its constraint and the statement without its values', async () => {
  await house.call('GET', '/v1/careless/clash', { key })
  const { err } = logged().find(({ msg }) => msg === 'request failed')
  assert.deepEqual([err.code, err.constraint], ['23505', 'customers_org_id_org_customer_id_key'])
  assert.match(err.query, /insert into customers/)
})

test('a field that holds a secret or a person is blacked out wherever it stands', () => {
  for (const name of REDACTED) {
    loggers.logger.info({ [name]: 'Annabel', one: { [name]: 'Annabel' }, two: { deep: { [name]: 'Annabel' } } })
  }
  assert.equal(lines.length, REDACTED.length)
  isKeptOut()
})

test('a line has its time in ISO 8601 and neither the host nor the process', () => {
  loggers.logger.info('hello')
  const [line] = logged()
  assert.deepEqual(Object.keys(line).toSorted(), ['level', 'msg', 'time'])
  assert.equal(new Date(line.time).toISOString(), line.time)
})

test('health checks that go well are not logged', async () => {
  await house.call('GET', '/healthz')
  await house.call('GET', '/readyz')
  assert.deepEqual(lines, [])
})
