import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { buyer } from '../builders/baskets.ts'
import { addOffer } from '../builders/prices.ts'
import { openHouse, TEST_SECRET } from '../harness/house.ts'
import { grandstand, startServer } from '../harness/program.ts'

const house = await openHouse()
const club = await house.organisation()
const settings = { DATABASE_URL: house.url, GRANDSTAND_SECRET: TEST_SECRET, PORT: '0', LOG_LEVEL: 'warn' }
const wrongBy = (minutes: number) => ({
  ...settings,
  WRONG_BY_MS: String(minutes * 60_000),
  NODE_OPTIONS: `--import ${join(import.meta.dirname, '..', 'harness', 'wrong-clock.mjs')}`,
})

async function send(url: string, method: string, path: string, body?: object) {
  const headers = { authorization: `Bearer ${club.key}`, ...(body ? { 'content-type': 'application/json' } : {}) }
  const answer = await fetch(`${url}${path}`, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) })
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
}

test('two processes whose clocks differ by 20 minutes agree about a hold; the wrong one says so', async () => {
  const { priceId } = await addOffer(house, club)
  const [right, ahead] = await Promise.all([startServer(settings), startServer(wrongBy(20))])
  const opened = await send(right.url, 'POST', '/v1/baskets', { items: [{ price_id: priceId, quantity: 1 }] })
  assert.equal(opened.status, 201, JSON.stringify(opened.body))
  const path = `/v1/baskets/${opened.body.id}`
  for (const { url } of [right, ahead]) assert.equal((await send(url, 'GET', path)).body.status, 'open')
  const paid = await send(ahead.url, 'POST', `${path}/checkout`, { payment_method: 'pm_test_ok', customer: buyer })
  assert.equal(paid.status, 200, JSON.stringify(paid.body))

  assert.deepEqual((await send(right.url, 'GET', '/readyz')).body, { status: 'ok' })
  const readiness = (await send(ahead.url, 'GET', '/readyz')).body
  assert.ok(Math.abs(Number(readiness.clock_ahead_seconds) - 1200) < 2, JSON.stringify(readiness))
  for (const { child } of [right, ahead]) child.kill('SIGTERM')
  const logs = await Promise.all([right.ended, ahead.ended])
  assert.deepEqual(
    logs.map(({ stdout }) => /clock_ahead_seconds":(\d+)/.test(stdout)),
    [false, true],
  )
})

test('doctor says by how much a clock is wrong', async () => {
  const { code, stdout } = await grandstand(['doctor'], wrongBy(-20))
  assert.match(stdout, /^FAIL {2}clock +this machine’s clock is 1200(\.\d)? s behind the database’s/m)
  assert.equal(code, 1)
})
