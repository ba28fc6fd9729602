import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addCustomer } from '../../../tests/builders/customers.ts'
import { addMember } from '../../../tests/builders/members.ts'
import { openHouse } from '../../../tests/harness/house.ts'
import { findMembers } from './list-members.ts'
import type { MemberFilters } from './member-filters.ts'

const house = await openHouse()
const { sql } = house
const club = await house.organisation()
const other = await house.organisation({ name: 'Other Club' })
const { userId } = await addCustomer(house, club)
const named = {
  email_address: 'Sigga@Example.IS',
  member_number: 'SIG-1',
  barcode: 'QX7Z',
  first_name: 'Sigríður',
  last_name: 'Ólafsdóttir',
}
await addMember(house, club)
const sigga = await addMember(house, club, { user_id: userId, ...named })
await addMember(house, other, named)

const list = async (query: string, key = club.key) => {
  const { status, body, text } = await house.call('GET', `/v1/members?${query}`, { key })
  assert.equal(status, 200, text)
  return body.data.map((member: { membership_member_id: number }) => member.membership_member_id)
}

test('a member is found by the customer, the address in any case, the number, the barcode, or part of what names them', async () => {
  const queries = [
    `user_id=${userId}`,
    'email_address=sigga@example.is',
    'member_number=SIG-1',
    'barcode=QX7Z',
    ...['SIGRÍÐUR', 'ólafs', 'sigga@', 'sig-1'].map((text) => `search=${encodeURIComponent(text)}`),
  ]
  // A page, and the whole list, which goes another way.
  for (const query of queries) {
    assert.deepEqual(await list(`${query}&limit=10`), [sigga], query)
    assert.deepEqual(await list(query), [sigga], query)
  }
  assert.deepEqual(await list('barcode=QX7Z&membership_member_status_id=3'), [])
  assert.deepEqual(await list('email_address=nobody@example.is&limit=5'), [])
  assert.deepEqual(await list(`user_id=${userId}`, other.key), [])
})

test('a cursor holds for its search only', async () => {
  await addMember(house, club, { last_name: 'Ólafsdóttir' })
  const page = await house.call('GET', '/v1/members?search=%C3%B3lafs&limit=1', { key: club.key })
  assert.deepEqual([page.body.data.length, page.body.has_more], [1, true])
  const rest = await house.call('GET', `/v1/members?search=%C3%B3lafs&limit=1&cursor=${page.body.next_cursor}`, {
    key: club.key,
  })
  assert.deepEqual([rest.body.data.length, rest.body.has_more], [1, false])
  const elsewhere = await house.call('GET', `/v1/members?search=x&limit=1&cursor=${page.body.next_cursor}`, {
    key: club.key,
  })
  assert.equal(elsewhere.body.error.code, 'cursor_invalid')
})

test('among many, only the rows of members whom the filter names are read', async () => {
  const crowd = await house.organisation()
  const { userId: behindAll } = await addCustomer(house, crowd)
  const { userId: behindOne } = await addCustomer(house, crowd)
  await sql`
    insert into members (org_id, user_id, member_number, barcode, first_name, last_name, email_address)
    select ${crowd.orgId}, case when n = 17777 then ${behindOne}::bigint else ${behindAll}::bigint end, 'M-' || n, 'B-' || n,
      'Fan', md5(n::text), 'fan' || n || '@example.org'
    from generate_series(1, 20000) n`
  await sql`vacuum analyze members`
  const [{ until = 0 } = {}] = await sql<{ until: number }[]>`
    select max(membership_member_id) as until
    from members
    where org_id = ${crowd.orgId}`
  const pagesRead = async (filters: MemberFilters) => {
    const query = findMembers(crowd.orgId, sql, filters, { after: 0, until, rows: 501 })
    const [explained] = await sql<{ 'QUERY PLAN': { Plan: Record<string, number> }[] }[]>`
      explain (analyze, buffers, format json) ${query}`
    const { Plan: plan = {} } = explained?.['QUERY PLAN'][0] ?? {}
    assert.equal(plan['Actual Rows'], 1)
    return (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0)
  }
  const one: MemberFilters[] = [
    { user_id: behindOne },
    { email_address: 'FAN17777@example.org' },
    { member_number: 'M-17777' },
    { barcode: 'B-17777' },
    { search: 'fan17777@' },
  ]
  // All of them are on more than six hundred pages.
  for (const filters of one) {
    const pages = await pagesRead(filters)
    assert.ok(pages < 150, `${JSON.stringify(filters)} reads ${pages} pages`)
  }
})
