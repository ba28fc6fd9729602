import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addCustomer, addCustomersWithTies } from '../../../tests/builders/customers.ts'
import { type Answer, openHouse } from '../../../tests/harness/house.ts'
import { addDemoCustomers } from '../../operator/demo/customers.ts'
import { findCustomers } from './list-customers.ts'

const house = await openHouse()
const club = await house.organisation()
const other = await house.organisation({ name: 'Other Club' })
const empty = await house.organisation({ name: 'Empty Club' })
await addCustomersWithTies(house, club, { times: 4, apart: '1 day' })
await addDemoCustomers(other.orgId, house.sql, 3)
// Rows that lie in the order of their ids would hide a tie that nothing breaks.
await house.sql`create index shuffled on customers (md5(user_id::text))`
await house.sql`cluster customers using shuffled`
await house.sql`drop index shuffled`

type Listed = Record<'add_date' | 'updated_at' | 'first_name' | 'last_name' | 'email_address', unknown> & {
  user_id: number
}
const list = (query: string, key = club.key) => house.call('GET', `/v1/customers?${query}`, { key })
const ids = ({ body }: Answer): number[] => body.data.map(({ user_id }: Listed) => user_id)

/** Every page of a list, one after the other. */
async function pages(query: string, limit: number): Promise<number[][]> {
  const found: number[][] = []
  for (let page = 1; ; page += 1) {
    const answer = await list(`${query}&limit=${limit}&page_number=${page}`)
    assert.equal(answer.status, 200)
    found.push(ids(answer))
    assert.equal(answer.body.has_more, found.flat().length < 45)
    if (!answer.body.has_more) return found
  }
}

test('the first page has 20 customers, newest first, in the envelope of the contract', async () => {
  const { status, body } = await list('')
  assert.equal(status, 200)
  assert.deepEqual(
    { object: body.object, url: body.url, has_more: body.has_more, org_id: body.org_id, count: body.data.length },
    { object: 'customers', url: '/v1/customers', has_more: true, org_id: String(club.orgId), count: 20 },
  )
  assert.deepEqual(Object.keys(body).toSorted(), ['data', 'has_more', 'next_cursor', 'object', 'org_id', 'url'])
  const dates: number[] = body.data.map(({ add_date }: Listed) => add_date)
  assert.deepEqual(
    dates,
    dates.toSorted((a, b) => b - a),
  )
})

test('page_number, limit, sort_field and sort_direction have the defaults of the contract', async () => {
  const spelt = await list('page_number=1&limit=20&sort_field=add_date&sort_direction=desc')
  assert.deepEqual((await list('')).body, spelt.body)
})

test('every page has all its customers once, and has_more is true on all but the last', async () => {
  for (const limit of [1, 7, 9, 15, 44, 45, 46, 100]) {
    const found = await pages('', limit)
    assert.deepEqual(
      found.map((page) => page.length),
      [...Array(Math.ceil(45 / limit) - 1).fill(limit), 45 % limit || Math.min(45, limit)],
    )
    assert.equal(new Set(found.flat()).size, 45)
  }
})

for (const field of ['add_date', 'updated_at', 'first_name', 'last_name', 'email_address'] as const) {
  test(`sorted by ${field}, either direction is the exact reverse of the other, ties by id and those without a value last`, async () => {
    const { body } = await list(`sort_field=${field}&sort_direction=asc&limit=100`)
    const rows: Listed[] = body.data
    const last = (value: unknown) => (value === null ? 1 : 0)
    const sorted = rows.toSorted(
      (a, b) =>
        last(a[field]) - last(b[field]) ||
        (a[field] === b[field] ? a.user_id - b.user_id : (a[field] as string) < (b[field] as string) ? -1 : 1),
    )
    assert.deepEqual(
      rows.map(({ user_id }) => user_id),
      sorted.map(({ user_id }) => user_id),
    )
    const descending = await list(`sort_field=${field}&sort_direction=desc&limit=100`)
    assert.deepEqual(ids(descending), ids({ body } as Answer).toReversed())
    assert.deepEqual((await pages(`sort_field=${field}&sort_direction=asc`, 7)).flat(), ids({ body } as Answer))
  })
}

test('names sort by language: an accent does not send a name to the end, nor a small letter', async () => {
  const names = [
    'Zoë',
    'Émile',
    'emma',
    'Emil',
    'Ángel',
    'Örjan',
    'Oscar',
    'Łukasz',
    'Lucas',
    'Ødegaard',
    'anna',
    'Æsa',
    'Mia',
  ]
  const tenant = await house.organisation()
  for (const first_name of names) await addCustomer(house, tenant, { first_name, last_name: first_name })
  for (const sort_field of ['first_name', 'last_name']) {
    const read = async (query: string) =>
      (await house.call('GET', `/v1/customers?sort_field=${sort_field}&${query}`, { key: tenant.key })).body
    const sorted = [
      'Æsa',
      'Ángel',
      'anna',
      'Emil',
      'Émile',
      'emma',
      'Lucas',
      'Łukasz',
      'Mia',
      'Ødegaard',
      'Örjan',
      'Oscar',
      'Zoë',
    ]
    for (const [direction, expected] of [
      ['asc', sorted],
      ['desc', sorted.toReversed()],
    ] as const) {
      const seen: string[] = []
      let query: string | undefined = `sort_direction=${direction}&limit=3`
      while (query !== undefined) {
        const page: Answer['body'] = await read(query)
        seen.push(...page.data.map((row: Record<string, string>) => row[sort_field]))
        query = page.next_cursor === null ? undefined : `sort_direction=${direction}&limit=3&cursor=${page.next_cursor}`
      }
      assert.deepEqual(seen, expected, `${sort_field} ${direction}`)
    }
  }
})

test('the order is the same however the database comes by the rows', async () => {
  const fields = ['add_date', 'updated_at', 'first_name', 'last_name', 'email_address'] as const
  await house.sql.begin(async (tx) => {
    await tx`set local enable_indexscan = off`
    await tx`set local enable_bitmapscan = off`
    await tx`set local plan_cache_mode = force_custom_plan`
    for (const sort_field of fields) {
      for (const sort_direction of ['asc', 'desc'] as const) {
        const rows = await findCustomers(club.orgId, tx, { page_number: 1, limit: 100, sort_field, sort_direction })
        const listed = await list(`limit=100&sort_field=${sort_field}&sort_direction=${sort_direction}`)
        assert.deepEqual(
          rows.map(({ user_id }) => user_id),
          ids(listed),
          `${sort_field} ${sort_direction}`,
        )
      }
    }
  })
})

test('a page beyond the last is empty, however far', async () => {
  for (const page of ['4', '1000', '10000000']) {
    const { status, body } = await list(`page_number=${page}&limit=100`)
    assert.deepEqual([status, body.data, body.has_more], [200, [], false])
  }
})

test('an organisation without customers has an empty list', async () => {
  const { status, body } = await list('', empty.key)
  assert.equal(status, 200)
  assert.deepEqual(body, {
    object: 'customers',
    url: '/v1/customers',
    has_more: false,
    org_id: String(empty.orgId),
    next_cursor: null,
    data: [],
  })
})

test('an organisation sees its own customers only', async () => {
  const theirs = ids(await list('limit=100', other.key))
  const ours = ids(await list('limit=100'))
  assert.equal(theirs.length, 3)
  const [row] = await house.sql`
    select count(*)
    from customers
    where org_id = ${other.orgId}
      and user_id = any(${theirs})`
  assert.equal(Number(row?.count), 3)
  assert.deepEqual(
    ours.filter((id) => theirs.includes(id)),
    [],
  )
})

for (const [name, values] of Object.entries({
  page_number: ['0', '-1', '10000001', '1.5', 'x', '', '1e2', '0x1', '9007199254740993'],
  limit: ['0', '-1', '101', '1.5', 'x', '', '1e1', ' 5'],
  search: ['', 'a'.repeat(201), '%00'],
  sort_direction: ['', 'ASC', 'up', 'asc,desc'],
  sort_field: ['', 'user_id', 'postcode', 'created_at', 'search_text', '__proto__', 'constructor', 'add_date desc'],
  updated_since: ['-1', '253402300800', '2026-01-01', '', '1.5'],
})) {
  test(`${name} is refused where it is out of bounds or badly written`, async () => {
    for (const value of values) {
      const { status, body } = await list(`${name}=${value.includes('%') ? value : encodeURIComponent(value)}`)
      assert.deepEqual([status, body.error?.code, body.error?.param], [400, 'parameter_invalid', name], value)
    }
  })
}

test('bounds themselves are allowed', async () => {
  for (const query of [
    'page_number=10000000',
    'limit=1',
    'limit=100',
    `search=${'a'.repeat(200)}`,
    `search=${'😀'.repeat(200)}`,
    'updated_since=0',
    'updated_since=253402300799',
  ]) {
    assert.equal((await list(encodeURI(query))).status, 200, query)
  }
})

test('an unknown filter is refused rather than passed over', async () => {
  const { status, body } = await list('serach=ann')
  assert.deepEqual([status, body.error.code, body.error.param], [400, 'parameter_unknown', 'serach'])
})

test('one customer by the number that orders and members have of them', async () => {
  const { userId } = await addCustomer(house, club)
  const one = await list(`user_id=${userId}`)
  assert.deepEqual(
    one.body.data.map(({ user_id }: { user_id: number }) => user_id),
    [userId],
  )
  assert.deepEqual([(await list('user_id=999999999')).body.data, (await list('user_id=0')).status], [[], 400])
})
