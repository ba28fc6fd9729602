import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Answer, openHouse } from '../../../tests/harness/house.ts'

const house = await openHouse()
const club = await house.organisation()
const other = await house.organisation({ name: 'Other Club' })

type Given = { first?: string; last?: string; email?: string; mobile?: string; changedAt?: string }
/** Times go as text: a Date knows no microseconds. */
async function add(id: string, { first, last, email, mobile, changedAt }: Given, { orgId } = club) {
  await house.sql`
    insert into customers (org_id, org_customer_id, first_name, last_name, email_address, mobile_number, created_at, changed_at)
    values (
      ${orgId}, ${id}, ${first ?? null}, ${last ?? null}, ${email ?? null}, ${mobile ?? null},
      '2026-01-01T00:00:00Z', ${changedAt ?? '2026-01-01T00:00:00Z'}::text::timestamptz
    )`
}

await add('A-100', { first: 'Sigríður', last: 'Ólafsdóttir', email: 'Sigga@Example.IS', mobile: '+354 611 1111' })
await add('B_200', { first: 'Per%cent', last: 'Under_score', email: 'back\\slash@example.org' })
await add('C-300', { first: 'Percent', last: 'Underscore', mobile: '0400 111 222' })
await add('D-400', { first: 'ΑΛΕΞΑΝΔΡΟΣ', last: 'ΠΑΠΑΔΟΠΟΥΛΟΣ' })
await add('E-500', {})
await add('F-600', { first: '小明', last: '王', email: 'wang@example.cn' })
await add('G-700', { last: 'İnönü', first: 'Łukasz 😀' })
await add('Z-900', { first: 'Sigríður', last: 'Ólafsdóttir' }, other)

const found = ({ body }: Answer): string[] =>
  body.data.map((customer: { org_customer_id: string }) => customer.org_customer_id)
const search = async (text: string) =>
  found(
    await house.call('GET', `/v1/customers?sort_direction=asc&search=${encodeURIComponent(text)}`, { key: club.key }),
  )

for (const [field, texts, customer] of [
  ['first name', ['Sigríður', 'gríð'], 'A-100'],
  ['last name', ['Ólafsdóttir', 'dóttir'], 'A-100'],
  ['whole name', ['Sigríður Ólafsdóttir'], 'A-100'],
  ['e-mail address', ['sigga@example.is', '@Example.IS'], 'A-100'],
  ['mobile number', ['+354 611 1111', '611 11'], 'A-100'],
  ['org_customer_id', ['A-100', 'a-1'], 'A-100'],
] as const) {
  test(`search finds part of the ${field}`, async () => {
    for (const text of texts) assert.deepEqual(await search(text), [customer], text)
  })
}

test('search takes no notice of case, in any alphabet', async () => {
  for (const [text, customer] of [
    ['ólafsdóttir', 'A-100'],
    ['ÓLAFSDÓTTIR', 'A-100'],
    ['SIGRÍÐUR', 'A-100'],
    ['ΠΑΠΑΔΟΠΟΥΛΟΣ', 'D-400'],
    ['αλεξανδρ', 'D-400'],
    ['b_200', 'B_200'],
    ['İnönü', 'G-700'],
    ['łUKASZ 😀', 'G-700'],
    ['小明', 'F-600'],
  ] as const) {
    assert.deepEqual(await search(text), [customer], text)
  }
})

test('%, _ and the backslash are plain characters', async () => {
  assert.deepEqual(await search('per%cent'), ['B_200'])
  assert.deepEqual(await search('under_score'), ['B_200'])
  assert.deepEqual(await search('back\\slash'), ['B_200'])
  assert.deepEqual(await search('%'), ['B_200'])
  assert.deepEqual(await search('\\'), ['B_200'])
  assert.deepEqual(await search('percent'), ['C-300'])
})

test('what is not there is not found, and nor is another organisation’s customer', async () => {
  for (const text of ['nobody', 'Z-900', "' or 1=1 --", 'null', 'undefined'])
    assert.deepEqual(await search(text), [], text)
})

test('a customer without a single detail is found by its id', async () => {
  assert.deepEqual(await search('e-500'), ['E-500'])
})

test('updated_since means strictly after, to the fraction of a second', async () => {
  const tenant = await house.organisation({ name: 'Clockwork Club' })
  await add('before', { changedAt: '2026-03-14T08:29:59.999999Z' }, tenant)
  await add('at', { changedAt: '2026-03-14T08:30:00Z' }, tenant)
  await add('just after', { changedAt: '2026-03-14T08:30:00.000001Z' }, tenant)
  await add('later', { changedAt: '2026-03-14T08:30:01Z' }, tenant)
  const since = async (unix: number) =>
    found(
      await house.call('GET', `/v1/customers?sort_field=updated_at&sort_direction=asc&updated_since=${unix}`, {
        key: tenant.key,
      }),
    )
  const unix = Date.parse('2026-03-14T08:30:00Z') / 1000
  assert.deepEqual(await since(unix - 1), ['before', 'at', 'just after', 'later'])
  assert.deepEqual(await since(unix), ['just after', 'later'])
  assert.deepEqual(await since(unix + 1), [])
})

test('asking again since the last time seen skips no customer who changed within that second', async () => {
  const tenant = await house.organisation({ name: 'Sync Club' })
  await add('one', { changedAt: '2026-03-14T08:30:00.250Z' }, tenant)
  const page = async (query: string) =>
    (await house.call('GET', `/v1/customers?${query}`, { key: tenant.key })).body.data
  const [seen] = await page('')
  await add('two', { changedAt: '2026-03-14T08:30:00.750Z' }, tenant)
  const next = await page(`updated_since=${seen.updated_at}&sort_field=updated_at`)
  assert.ok(next.some((customer: { org_customer_id: string }) => customer.org_customer_id === 'two'))
})

test('a whole e-mail address finds its customer alone; less than that finds all who have it in theirs', async () => {
  const tenant = await house.organisation({ name: 'Address Club' })
  await add('ann', { email: 'Ann@example.org' }, tenant)
  await add('joann', { email: 'joann@example.org' }, tenant)
  const search = async (text: string) =>
    found(
      await house.call('GET', `/v1/customers?sort_direction=asc&search=${encodeURIComponent(text)}`, {
        key: tenant.key,
      }),
    )
  for (const whole of ['ann@example.org', 'ANN@Example.org']) assert.deepEqual(await search(whole), ['ann'], whole)
  for (const part of ['nn@example.org', 'ann@example.or', 'ann@example', '@example.org'])
    assert.deepEqual(await search(part), ['ann', 'joann'], part)
  assert.deepEqual(await search('anna@example.org'), [])
})

test('filters narrow together', async () => {
  const answer = await house.call('GET', '/v1/customers?search=percent&updated_since=1767225600', { key: club.key })
  assert.deepEqual(found(answer), [])
})
