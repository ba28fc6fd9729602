import assert from 'node:assert/strict'
import { test } from 'node:test'
import { membersOf } from '../../../tests/builders/members.ts'
import { type Answer, openHouse } from '../../../tests/harness/house.ts'
import { encodeCursor } from '../../platform/http/cursor.ts'

const house = await openHouse()
const club = await house.organisation()
const { call, member, step, change, type, seatMap } = membersOf(house, club)
const other = await house.organisation({ name: 'Other Club' })
const empty = await house.organisation({ name: 'Empty Club' })

const START = 1_800_000_000
const at = (seconds: number) => house.clock.set(new Date((START + seconds) * 1000))

const ground = await seatMap(['1', '2'])
const seated = await type(
  { title: 'Seated', season_id: ground.season_id },
  { membership_seat_map_id: ground.seat_map_id },
)
const standing = await type({ title: 'Standing' })

/** One a second from START on: paid and seated, changed later, cancelled, plain, plain. */
const rows: Answer['body'][] = []
for (const fields of [
  { membership_type_id: seated.membership_type_id, membership_seat_id: ground.seatId(0) },
  { membership_type_id: standing.membership_type_id },
  { membership_type_id: seated.membership_type_id },
  {},
  {},
]) {
  at(rows.length)
  rows.push(await member(fields))
}
at(100)
await step(rows[0] ?? {}, 'mark_paid')
at(200)
await change(rows[1] ?? {}, { first_name: 'Grace' })
at(300)
await step(rows[2] ?? {}, 'cancel')
const codePath = `/v1/members/${rows[3]?.membership_member_id}/fulfillment_tracking_code`
await call('PUT', codePath, { body: { fulfillment_tracking_code: 'AP-1' } })

const list = (query: string, tenant = club) => call('GET', `/v1/members?${query}`, {}, tenant)
const places = ({ body }: Answer): number[] =>
  body.data.map(({ membership_member_id: id }: { membership_member_id: number }) =>
    rows.findIndex(({ membership_member_id }) => membership_member_id === id),
  )

test('a page is in the envelope of the contract, in the order of ids, each member as it is retrieved', async () => {
  const { status, body } = await list('limit=2')
  assert.equal(status, 200)
  assert.deepEqual(Object.keys(body), ['object', 'url', 'has_more', 'next_cursor', 'data'])
  assert.deepEqual([body.object, body.url, body.has_more], ['members', '/v1/members', true])
  for (const listed of body.data) {
    assert.deepEqual(listed, (await call('GET', `/v1/members/${listed.membership_member_id}`)).body)
  }
})

test('without limit every member is in one answer, and nothing follows', async () => {
  const answer = await list('')
  assert.deepEqual(places(answer), [0, 1, 2, 3, 4])
  assert.deepEqual([answer.body.has_more, answer.body.next_cursor], [false, null])
  assert.deepEqual(answer.body, { ...(await list('limit=500')).body })
})

test('next_cursor leads through all pages and is null on the last, exactly when has_more is false', async () => {
  for (const limit of [1, 2, 4, 5, 6]) {
    const seen: number[] = []
    for (let cursor = ''; ; ) {
      const answer = await list(`limit=${limit}${cursor === '' ? '' : `&cursor=${cursor}`}`)
      seen.push(...places(answer))
      assert.equal(answer.body.next_cursor === null, !answer.body.has_more)
      if (!answer.body.has_more) break
      cursor = answer.body.next_cursor
    }
    assert.deepEqual(seen, [0, 1, 2, 3, 4], `limit ${limit}`)
  }
})

test('page_number pages by offset, and a page beyond the last is empty', async () => {
  assert.deepEqual(places(await list('limit=2&page_number=1')), [0, 1])
  assert.deepEqual(places(await list('limit=2&page_number=3')), [4])
  const { status, body } = await list('limit=500&page_number=10000000')
  assert.deepEqual([status, body.data, body.has_more, body.next_cursor], [200, [], false, null])
})

test('page_number without limit, or beside a cursor, is refused', async () => {
  const { body: page } = await list('limit=1')
  for (const query of ['page_number=1', `limit=1&page_number=1&cursor=${page.next_cursor}`]) {
    const { status, body } = await list(query)
    assert.deepEqual([status, body.error.code, body.error.param], [400, 'parameter_invalid', 'page_number'], query)
  }
  const { body } = await list(`page_number=2&cursor=${page.next_cursor}`)
  assert.equal(body.error.errors.length, 2)
})

test('a cursor without limit leads to everybody who is left', async () => {
  const { body } = await list('limit=2')
  assert.deepEqual(places(await list(`cursor=${body.next_cursor}`)), [2, 3, 4])
})

test('a cursor belongs to its filters and to this list', async () => {
  const { body } = await list('limit=1&membership_member_status_id=0')
  assert.equal((await list(`limit=1&membership_member_status_id=0&cursor=${body.next_cursor}`)).status, 200)
  const foreign = encodeCursor({ list: 'venues' }, [1])
  for (const query of [
    `limit=1&cursor=${body.next_cursor}`,
    `limit=1&membership_member_status_id=1&cursor=${body.next_cursor}`,
    `limit=1&cursor=${foreign}`,
    'limit=1&cursor=x',
  ]) {
    const { status, body: refusal } = await list(query)
    assert.deepEqual([status, refusal.error.code, refusal.error.param], [400, 'cursor_invalid', 'cursor'], query)
  }
})

for (const [sentence, query, expected] of [
  ['updated_since has who changed after it', `updated_since=${START + 100}`, [1, 2, 3]],
  ['updated_since has who was created after it and never changed', `updated_since=${START + 3}`, [0, 1, 2, 3, 4]],
  ['updated_until has who last changed before it', `updated_until=${START + 200}`, [0, 4]],
  ['updated_until compares who never changed by creation', `updated_until=${START + 4}`, []],
  ['created_since has who was created after it, changed or not', `created_since=${START + 1}`, [2, 3, 4]],
  ['created_until has who was created before it', `created_until=${START + 1}`, [0]],
  ['both ends of a span are open', `created_since=${START}&created_until=${START + 4}`, [1, 2, 3]],
  ['membership_fulfilled=yes', 'membership_fulfilled=yes', [3]],
  ['membership_fulfilled=no', 'membership_fulfilled=no', [0, 1, 2, 4]],
  ['membership_member_status_id=0', 'membership_member_status_id=0', [1, 3, 4]],
  ['membership_member_status_id=1', 'membership_member_status_id=1', [0]],
  ['membership_member_status_id=2', 'membership_member_status_id=2', []],
  ['membership_member_status_id=3', 'membership_member_status_id=3', [2]],
  ['membership_type_id', `membership_type_id=${standing.membership_type_id}`, [1]],
  ['a type that no member has', 'membership_type_id=999999', []],
  ['membership_seat_map_id has the types of categories on it', `membership_seat_map_id=${ground.seat_map_id}`, [0, 2]],
  ['a seat map that does not exist', 'membership_seat_map_id=999999', []],
  ['filters narrow each other', `membership_seat_map_id=${ground.seat_map_id}&updated_since=${START + 250}`, [2]],
] as const) {
  test(`filter: ${sentence}`, async () => {
    assert.deepEqual(places(await list(query)), expected)
    assert.deepEqual(places(await list(`${query}&limit=500`)), expected)
  })
}

test('times are compared with the full precision that is stored', async () => {
  house.clock.set(new Date((START + 1000) * 1000 + 500))
  const { membership_member_id: id } = await member()
  const has = async (query: string) =>
    (await list(query)).body.data.some((m: Answer['body']) => m.membership_member_id === id)
  assert.equal(await has(`created_since=${START + 1000}`), true)
  assert.equal(await has(`created_until=${START + 1000}`), false)
  assert.equal(await has(`created_until=${START + 1001}`), true)
})

for (const [name, values] of Object.entries({
  limit: ['0', '501', '-1', '1.5', 'x', ''],
  page_number: ['0', '10000001', 'x'],
  cursor: ['', 'x'.repeat(501), '%00'],
  updated_since: ['-1', '253402300800', '2026-01-01', ''],
  updated_until: ['x'],
  created_since: ['1e9'],
  created_until: ['0x10'],
  membership_fulfilled: ['', 'YES', 'true', '1'],
  membership_member_status_id: ['4', '-1', 'paid'],
  membership_type_id: ['0', 'x'],
  membership_seat_map_id: ['0', ''],
})) {
  test(`${name} is refused where it is out of bounds or badly written`, async () => {
    for (const value of values) {
      const { status, body } = await list(`${name === 'limit' ? '' : 'limit=1&'}${name}=${value}`)
      assert.deepEqual([status, body.error?.code, body.error?.param], [400, 'parameter_invalid', name], value)
    }
  })
}

test('an organisation without members has an empty list, paged or not', async () => {
  const expected = { object: 'members', url: '/v1/members', has_more: false, next_cursor: null, data: [] }
  for (const query of ['', 'limit=10', 'limit=10&membership_fulfilled=no', 'membership_fulfilled=no']) {
    assert.deepEqual((await list(query, empty)).body, expected)
  }
})

test('another organisation’s members, types and seat maps are not there', async () => {
  await house.sql`
    insert into customers (org_id, user_id, org_customer_id)
    values (${other.orgId}, 900001, 'x')`
  const { body: theirs } = await call(
    'POST',
    '/v1/members',
    { body: { user_id: 900001, first_name: 'Eve', last_name: 'Other' } },
    other,
  )
  const ids = (answer: Answer) => answer.body.data.map((m: Answer['body']) => m.membership_member_id)
  assert.deepEqual(ids(await list('', other)), [theirs.membership_member_id])
  assert.ok(!ids(await list('')).includes(theirs.membership_member_id))
  assert.deepEqual(ids(await list(`membership_seat_map_id=${ground.seat_map_id}`, other)), [])
  assert.deepEqual(ids(await list(`membership_type_id=${seated.membership_type_id}`, other)), [])
})
