import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { seasonOfMap } from '../../../tests/builders/seasons.ts'
import { openHouse } from '../../../tests/harness/house.ts'
import { customerFile } from './customer-file.ts'
import { importFile } from './import-file.ts'
import type { Importer, Rejection } from './importer.ts'
import { memberFile } from './member-file.ts'

const house = await openHouse()
const club = await house.organisation()
const other = await house.organisation()

async function imported(importer: Importer, text: string, { skipBadRows = false, orgId = club.orgId } = {}) {
  const rejections: Rejection[] = []
  const report = await importFile(importer, {
    orgId,
    sql: house.sql,
    clock: house.clock,
    file: Readable.from([Buffer.from(text)]),
    skipBadRows,
    onRejected: (rejection) => rejections.push(rejection),
  })
  return { report, rejections }
}

const names = async (orgId = club.orgId) => {
  const rows = await house.sql`select org_customer_id from customers where org_id = ${orgId} order by user_id`
  return rows.map((row) => row.org_customer_id)
}

const GOOD =
  'org_customer_id,first_name,email_address,marketing_emails,add_date\r\n1,"O\'Brien, ""Red""",a@x.org,1,86400\r\n2,Zoë,,,\r\n'

test('a good file is imported whole, with quotes, commas and empty cells', async () => {
  const { report } = await imported(customerFile, `\ufeff${GOOD}`)
  assert.deepEqual(report, { rows: 2, imported: 2, rejected: 0 })
  const { body } = await house.call('GET', '/v1/customers/1', { key: club.key })
  assert.equal(body.first_name, 'O\'Brien, "Red"')
  assert.equal(body.add_date, 86_400)
  assert.equal(body.marketing_emails, true)
})

test('one bad row leaves everything as it was, and every bad row is reported with its line and reason', async () => {
  const text =
    'org_customer_id,email_address,add_date\n3,not an address,1e3\n4,b@x.org\n1,c@x.org,\n5,A@X.org,\n6,d@x.org,\n6,e@x.org,\n7,D@x.org,\n'
  const { report, rejections } = await imported(customerFile, text)
  assert.deepEqual(report, { rows: 7, imported: 0, rejected: 6 })
  assert.deepEqual(rejections.map(({ line }) => line).sort(), [2, 3, 4, 5, 7, 8])
  assert.match(rejections[0]?.reason ?? '', /email_address.*add_date/)
  assert.deepEqual(await names(), ['1', '2'])
})

test('with skip-bad-rows the good rows of the same file go in', async () => {
  const text = 'org_customer_id,email_address\n3,nonsense\n4,f@x.org\n'
  const { report } = await imported(customerFile, text, { skipBadRows: true })
  assert.deepEqual(report, { rows: 2, imported: 1, rejected: 1 })
  assert.deepEqual(await names(), ['1', '2', '4'])
})

test('a file that cannot be read names the line: unknown column, missing column, broken quotes, nothing in it', async () => {
  await assert.rejects(imported(customerFile, 'org_customer_id,shoe_size\n1,46\n'), /line 1: shoe_size is not a column/)
  await assert.rejects(
    imported(customerFile, 'first_name\nA\n'),
    /line 1: the column org_customer_id or email_address is missing/,
  )
  await assert.rejects(imported(customerFile, 'org_customer_id\n8\n"9\n'), /line \d/)
  await assert.rejects(imported(customerFile, ''), /empty/)
  assert.deepEqual(await names(), ['1', '2', '4'])
})

test('members are imported for customers by their reference; what another organisation has does not count', async () => {
  await imported(customerFile, 'org_customer_id\n77\n', { orgId: other.orgId })
  const text =
    'org_customer_id,first_name,last_name,member_number,membership_member_status_id\n1,A,One,M1,1\n77,B,Two,M2,1\n2,C,Three,M1,0\n2,D,Four,,2\n'
  const { report, rejections } = await imported(memberFile, text, { skipBadRows: true })
  assert.deepEqual(report, { rows: 4, imported: 2, rejected: 2 })
  assert.deepEqual(rejections, [
    { line: 3, reason: 'org_customer_id names no customer.' },
    { line: 4, reason: 'member_number stands before, on line 2.' },
  ])
})

test('a member whom the API would refuse is refused in a file, too', async () => {
  const call = (method: string, path: string, body: unknown) => house.call(method, path, { key: club.key, body })
  const category = await call('POST', '/v1/manage/membership_categories', { title: 'Season' })
  const { membership_category_id } = category.body
  const type = await call('POST', '/v1/manage/membership_types', { membership_category_id, title: 'Old', price: 1 })
  await call('POST', `/v1/manage/membership_types/${type.body.membership_type_id}/archive`, {})
  const map = await call('POST', '/v1/manage/seat_maps', {
    title: 'Stand',
    sections: [{ title: 'W', rows: [{ title: 'A', seats: [{ title: '1' }] }] }],
  })
  const seats = await house.call('GET', `/v1/manage/seat_maps/${map.body.seat_map_id}/seats`, { key: club.key })
  const seat = seats.body.data[0].seat_id
  await call('POST', `/v1/manage/seats/${seat}/block`, {})
  const text = [
    'org_customer_id,first_name,last_name,membership_type_id,membership_seat_id,date_of_birth',
    `1,A,B,${type.body.membership_type_id},,`,
    `1,A,B,,${seat},`,
    '1,A,B,,,2999-01-01',
  ].join('\n')
  const { report, rejections } = await imported(memberFile, text)
  assert.equal(report.imported, 0)
  assert.deepEqual(rejections.map(({ line }) => line).sort(), [2, 3, 4])
})

test('a seat that a cancelled member had may be another’s, within a file and beside those who are there', async () => {
  const season = await house.organisation()
  const call = (path: string, body: unknown) => house.call('POST', path, { key: season.key, body })
  const map = await call('/v1/manage/seat_maps', {
    title: 'Stand',
    sections: [{ title: 'W', rows: [{ title: 'A', seats: [{ title: '1' }] }] }],
  })
  const seats = await house.call('GET', `/v1/manage/seat_maps/${map.body.seat_map_id}/seats`, { key: season.key })
  const seat = seats.body.data[0].seat_id
  const { typeId } = await seasonOfMap(house, season, map.body.seat_map_id)
  await imported(customerFile, 'org_customer_id\n1\n', { orgId: season.orgId })
  const file = (...statuses: number[]) =>
    ['org_customer_id,first_name,last_name,membership_type_id,membership_seat_id,membership_member_status_id']
      .concat(statuses.map((status) => `1,A,B,${typeId},${seat},${status}`))
      .join('\n')
  const first = await imported(memberFile, file(3, 1, 3), { orgId: season.orgId })
  assert.deepEqual([first.report.imported, first.rejections], [3, []])
  assert.equal((await imported(memberFile, file(3), { orgId: season.orgId })).report.imported, 1)
  assert.equal((await imported(memberFile, file(1), { orgId: season.orgId })).rejections.length, 1)
  assert.equal((await imported(memberFile, file(1, 1), { orgId: season.orgId })).rejections.length, 2)
})

test('a file in two encodings at once is refused whole', async () => {
  const mixed = Buffer.concat([
    Buffer.from('org_customer_id,first_name\ny8,Zoë\ny9,J'),
    Buffer.of(0xf6),
    Buffer.from('rg\n'),
  ])
  const file = Readable.from([mixed.subarray(0, 40), mixed.subarray(40)])
  const options = { orgId: club.orgId, sql: house.sql, clock: house.clock, skipBadRows: true, onRejected: () => {} }
  await assert.rejects(importFile(customerFile, { ...options, file }), /save it as CSV UTF-8/)
})

test('an export can be imported into another organisation and exported from there the same', async () => {
  const exported = (what: string, key: string) => house.call('GET', `/v1/manage/exports/${what}.csv`, { key })
  const third = await house.organisation()
  const customers = await exported('customers', club.key)
  assert.equal(customers.headers['content-type'], 'text/csv; charset=utf-8')
  await imported(customerFile, customers.text, { orgId: third.orgId })
  const linesOf = (text: string) => text.split('\r\n').toSorted()
  assert.deepEqual(linesOf((await exported('customers', third.key)).text), linesOf(customers.text))
  const members = await exported('members', club.key)
  assert.equal(members.text.split('\r\n').length, 4)
  await imported(memberFile, members.text, { orgId: third.orgId })
  assert.equal((await exported('members', third.key)).text, members.text)
})

test('an import leaves one audit row that says what it did', async () => {
  const rows = await house.sql`
    select actor_kind, after
    from audit_log
    where org_id = ${club.orgId}
      and action = 'customers.imported'
    order by audit_id`
  assert.deepEqual(
    rows.map((row) => row.after),
    [
      { rows: 2, imported: 2, rejected: 0 },
      { rows: 2, imported: 1, rejected: 1 },
    ],
  )
})

test('a person who is in the file twice, or a member already, is one person_id', async () => {
  const { orgId, key } = await house.organisation()
  await imported(customerFile, 'org_customer_id,first_name\r\nfamily,Ada\r\n', { orgId })
  const header = 'org_customer_id,first_name,last_name'
  await imported(memberFile, `${header}\r\nfamily,Ada,Okafor\r\nfamily,ADA,Okafor\r\nfamily,Ben,Okafor\r\n`, { orgId })
  await imported(memberFile, `${header}\r\nfamily,Ada,Okafor\r\n`, { orgId })
  const { data } = (await house.call('GET', '/v1/members', { key })).body
  const [ada, again, ben, later] = data.map(({ person_id }: { person_id: string }) => person_id)
  assert.deepEqual([again, later], [ada, ada])
  assert.notEqual(ben, ada)
})
