import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openDatabase } from '../../server/platform/postgres/database.ts'
import { shopOf } from '../builders/baskets.ts'
import { addOffer } from '../builders/prices.ts'
import { openHouse } from '../harness/house.ts'
import { launch, startServer } from '../harness/program.ts'
import { pgbouncerMissing, startPgBouncer } from '../outside/pgbouncer.ts'

/** docs/operating.md, "Behind PgBouncer". */
const behind = { skip: pgbouncerMissing }
const house = await openHouse()
const club = await house.organisation()
const offer = await addOffer(house, club)
const settings = { GRANDSTAND_SECRET: 'a secret for tests of 32 characters', PORT: '0', LOG_LEVEL: 'info' }

test(
  'behind sessions of PgBouncer the program has its own settings, and sells and hears as without it',
  behind,
  async () => {
    const bouncer = await startPgBouncer(house.url, 'session')
    after(() => bouncer.stop())
    const sql = openDatabase(bouncer.url, { poolSize: 2 })
    const [said] = await sql`
    select current_setting('statement_timeout') as timeout, current_setting('TimeZone') as zone, current_setting('application_name') as name`
    assert.deepEqual({ ...said }, { timeout: '30s', zone: 'UTC', name: 'grandstand' })
    await sql.end()

    const server = await startServer({ ...settings, DATABASE_URL: bouncer.url })
    after(() => server.child.kill('SIGKILL'))
    const call = async (path: string, body: object, key: string) => {
      const answer = await fetch(server.url + path, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      return { status: answer.status, body: await answer.json() }
    }
    const opened = await call('/v1/baskets', { items: [{ price_id: offer.priceId }] }, club.key)
    assert.equal(opened.status, 201, JSON.stringify(opened.body))
    const sold = await call(
      `/v1/baskets/${opened.body.id}/checkout`,
      { payment_method: 'pm_test_ok', customer: { email: 'ada@example.org', first_name: 'Ada', last_name: 'Okafor' } },
      club.key,
    )
    assert.equal(sold.body.status, 'confirmed', JSON.stringify(sold.body))
    // Whole lists come by a cursor, and what another process does is heard by a notification.
    const list = await fetch(`${server.url}/v1/manage/exports/orders.csv`, {
      headers: { authorization: `Bearer ${club.key}` },
    })
    assert.equal((await list.text()).trim().split('\n').length, 2)
    assert.equal((await shopOf(house, club).open({ items: [{ price_id: offer.priceId }] })).status, 201)
  },
)

for (const mode of ['transaction', 'statement'] as const) {
  test(`a PgBouncer that shares sessions by the ${mode} is refused in one line`, behind, async () => {
    const bouncer = await startPgBouncer(house.url, mode)
    try {
      const { code, stderr } = await launch(['start'], { ...settings, DATABASE_URL: bouncer.url }).ended
      assert.equal(code, 1)
      assert.match(stderr, /^grandstand: DATABASE_URL leads to a pooler .* set pool_mode = session\n$/)
    } finally {
      await bouncer.stop()
    }
  })
}
