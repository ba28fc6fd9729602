import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type IncomingMessage, request, type ServerResponse } from 'node:http'
import { test } from 'node:test'
import { openHouse } from '../../../tests/harness/house.ts'
import { statementsOf } from '../../../tests/rules/statements.ts'
import { plainSizeOf } from '../../platform/postgres/database.ts'
import { memberStatus } from '../../programme/statuses.ts'

const house = await openHouse()
const club = await house.organisation()
const large = await house.organisation({ name: 'Large Club' })
const POOL_SIZE = 5

const NASTY = [
  '"q" \\b\\sl\\',
  '\\N',
  't\tb\nn\rr',
  '\b\f\v\u0001\u001f\u007f',
  '\u2028 \u2029 🎟️',
  'Łukasz O’Brien',
  '{"a":[null]}',
]

/** Of two, no and three decimals. */
const CURRENCIES = ['AUD', 'JPY', 'KWD']
const OWING = [memberStatus.unpaid, memberStatus.instalments, memberStatus.cancelled]

/** Every text of a member, of the type, the season, the category and the seat is a nasty one; every third member has none at all. */
async function addNastyMembers() {
  const [row] = await house.sql`
    with fan as (
      insert into customers (org_id, org_customer_id)
      values (${club.orgId}, 'fan')
      returning user_id
    ), map as (
      insert into seat_maps (org_id, title)
      values (${club.orgId}, 'Ground')
      returning seat_map_id
    ), category as (
      insert into membership_categories (org_id, title)
      values (${club.orgId}, ${NASTY[0] ?? ''})
      returning membership_category_id
    )
    select * from fan, map, category`
  const { user_id, seat_map_id, membership_category_id } = row as Record<string, number>
  for (const [n, text] of NASTY.entries()) {
    const [made] = await house.sql`
      with season as (
        insert into seasons (org_id, title, first_day, last_day)
        values (${club.orgId}, ${text}, '2026-01-01', '2026-12-31')
        returning season_id
      ), type as (
        insert into membership_types (org_id, membership_category_id, title, price_minor, season_id)
        select ${club.orgId}, ${membership_category_id ?? 0}, ${text}, 100, season_id
        from season
        returning membership_type_id
      ), section as (
        insert into seat_sections (org_id, seat_map_id, title, sub_section_title)
        values (${club.orgId}, ${seat_map_id ?? 0}, ${text}, ${text})
        returning seat_section_id
      ), booking as (
        insert into orders (org_id, user_id, currency, price_minor, total_minor)
        values (${club.orgId}, ${user_id ?? 0}, 'AUD', 0, 0)
        returning order_id as membership_order_id
      ), debt as (
        insert into debts (org_id, owed_by, kind, order_id, currency, amount_minor, due_at)
        select ${club.orgId}, 'fan', 'invoice', membership_order_id, ${CURRENCIES[n % 3] ?? ''}, ${10 ** n + 10 * n},
          '1969-12-31T23:59:58.500Z'
        from booking
      )
      select * from type, section, booking`
    const [seat] = await house.sql`
      insert into seats ${house.sql({
        org_id: club.orgId,
        seat_map_id: seat_map_id ?? 0,
        seat_section_id: made?.seat_section_id,
        seat_aisle: text,
        seat_row: text,
        seat_level: text,
        seat_gate: text,
        seat_title: text,
        row_position: n,
        seat_position: n,
      })}
      returning seat_id`
    const required = { org_id: club.orgId, user_id: user_id ?? 0, first_name: text, last_name: text }
    await house.sql`
      insert into members ${house.sql({
        ...required,
        person_id: text,
        member_number: text,
        barcode: text,
        membership_type_id: made?.membership_type_id,
        membership_seat_id: seat?.seat_id,
        membership_member_status_id: OWING[n % 3],
        membership_order_id: made?.membership_order_id,
        date_of_birth: '1990-02-28',
        expires: new Date('2030-06-30T12:34:56.789Z'),
        auto_renew: n % 2 === 0,
        gender: text,
        company_name: text,
        address: text,
        address2: text,
        suburb: text,
        state: text,
        postcode: text,
        country_id: 36,
        mobile_number: text,
        email_address: text,
        marketing_emails: n % 2 === 0,
        fulfilled_at: n % 2 === 0 ? null : new Date(),
        fulfillment_tracking_code: text,
        instalments: n % 2 === 1,
        created_at: new Date('1969-12-31T23:59:58.500Z'),
      })}`
    await house.sql`
      insert into members ${house.sql({
        ...required,
        member_number: `plain ${n}`,
        barcode: `plain ${n}`,
        membership_member_status_id: memberStatus.paid,
      })}`
  }
}

const MANY = 24_000
const BLOCKS = 7

/** Bodies of 90 MB, far beyond what sockets keep, which may be 36. */
async function addManyMembers() {
  await house.sql`
    insert into customers (org_id, user_id, org_customer_id)
    values (${large.orgId}, 1000000, 'fan')`
  await house.sql`
    insert into members (org_id, user_id, member_number, barcode, first_name, last_name, company_name, address, address2)
    select ${large.orgId}, 1000000, 'M' || n, 'B' || n, 'Ada', 'Okafor', repeat(chr(1), 200), repeat(chr(1), 200), repeat(chr(1), 200)
    from generate_series(1, ${MANY}::int) n`
}

await addNastyMembers()
await addManyMembers()
const address = await house.app.listen({ port: 0, host: '127.0.0.1' })

/** The answer as it begins to arrive, with the server's side of it. */
async function ask(): Promise<{ response: IncomingMessage; served: ServerResponse }> {
  const handled = once(house.app.server, 'request')
  const sent = request(`${address}/v1/members`, { headers: { authorization: `Bearer ${large.key}` } }).end()
  const [[response], [, served]] = await Promise.all([once(sent, 'response'), handled])
  return { response, served }
}

/** Waits until every connection of the pool is idle, which is for ever if one is kept. */
async function everyConnection(): Promise<void> {
  const { sql } = house
  const pool = Array.from({ length: POOL_SIZE }, () => sql.reserve())
  const plain = Array.from({ length: plainSizeOf(POOL_SIZE) }, () => sql.plain.reserve())
  const reserved = await Promise.all([...pool, ...plain])
  for (const connection of reserved) connection.release()
}

test('the whole list says the same as its pages, field by field, whatever the texts are', async () => {
  const whole = await house.call('GET', '/v1/members', { key: club.key })
  const paged = await house.call('GET', '/v1/members?limit=500', { key: club.key })
  assert.equal(whole.body.data.length, 2 * NASTY.length)
  assert.deepEqual(whole.body, paged.body)
  const filled = whole.body.data.filter((_: unknown, n: number) => n % 2 === 0)
  for (const name of Object.keys(filled[0])) {
    assert.ok(
      filled.every((member: Record<string, unknown>) => member[name] !== null),
      `${name} was not tried`,
    )
  }
  assert.equal(whole.text, paged.text)
})

test('a long list arrives whole, over several blocks', async () => {
  const { body } = await house.call('GET', '/v1/members', { key: large.key })
  assert.equal(body.data.length, MANY)
  assert.equal(new Set(body.data.map((m: { member_number: string }) => m.member_number)).size, MANY)
})

test('a client that stops reading keeps no connection of the database', async () => {
  const { response, served } = await ask()
  response.pause()
  await everyConnection()
  assert.equal(served.writableEnded, false, 'the list was sent although no client read it')
  response.destroy()
  await once(served, 'close')
})

test('a client that goes away ends the list, and its connection is free', async () => {
  const statements = await statementsOf(house, async () => {
    const { response, served } = await ask()
    await once(response, 'data')
    response.destroy()
    await once(served, 'close')
    // Long enough to read the other list to its end as well, if the server still did.
    await house.call('GET', '/v1/members', { key: large.key })
    await everyConnection()
  })
  const blocks = statements.filter(({ text }) => text.includes('order by t.membership_member_id'))
  assert.ok(blocks.length < 2 * BLOCKS, 'it was read to its end although the client is gone')
})

test('four whole lists are sent at once to one organisation; a fifth is told to come again, and pages are not', async () => {
  const asked = []
  for (let n = 0; n < 4; n += 1) asked.push(await ask())
  for (const { response } of asked) response.pause()
  const refused = await house.call('GET', '/v1/members', { key: large.key })
  assert.deepEqual([refused.status, refused.body.error?.code], [503, 'service_unavailable'])
  assert.ok(Number(refused.headers['retry-after']) > 0)
  assert.equal((await house.call('GET', '/v1/members?limit=1', { key: large.key })).status, 200)
  assert.equal((await house.call('GET', '/v1/members', { key: club.key })).status, 200, 'another organisation')
  for (const { response, served } of asked) {
    response.destroy()
    if (!served.closed) await once(served, 'close')
  }
  assert.equal((await house.call('GET', '/v1/members', { key: large.key })).status, 200, 'given back')
})

test('a failure half way breaks the answer off, so that the client does not take half a list for the whole', async () => {
  const { response, served } = await ask()
  response.pause()
  await everyConnection()
  await house.sql`alter table members rename to gone`
  try {
    const pieces: Buffer[] = []
    await assert.rejects(async () => {
      for await (const piece of response) pieces.push(piece)
    }, /aborted/)
    assert.equal(response.complete, false)
    assert.throws(() => JSON.parse(Buffer.concat(pieces).toString()))
    assert.equal(served.writableFinished, false)
  } finally {
    await house.sql`alter table gone rename to members`
  }
})

test('a failure before the first byte is an error like any other', async () => {
  await house.sql`alter table members rename to gone`
  const { status, body } = await house.call('GET', '/v1/members', { key: club.key })
  await house.sql`alter table gone rename to members`
  assert.deepEqual([status, body.error.code], [500, 'internal_error'])
})

test('a HEAD reads no members', async () => {
  const statements = await statementsOf(house, async () => {
    const { status, text, headers } = await house.call('HEAD', '/v1/members', { key: club.key })
    assert.deepEqual([status, text, headers['content-length']], [200, '', undefined], 'nor says that there are none')
  })
  assert.deepEqual(
    statements.filter(({ text }) => text.includes('members')),
    [],
  )
})
