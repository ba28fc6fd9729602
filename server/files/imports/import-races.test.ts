import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { shopOf } from '../../../tests/builders/baskets.ts'
import { seasonOfMap } from '../../../tests/builders/seasons.ts'
import { awaitedLock } from '../../../tests/harness/awaited-lock.ts'
import { type Answer, openHouse } from '../../../tests/harness/house.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { customerFile } from './customer-file.ts'
import { importFile } from './import-file.ts'
import type { Importer, ImportReport, Rejection } from './importer.ts'
import { memberFile } from './member-file.ts'

const house = await openHouse()
const { sql, clock } = house
const club = await house.organisation()
const { call } = shopOf(house, club)

async function create(path: string, body: object): Promise<Answer['body']> {
  const creation = await call('POST', `/v1/manage${path}`, body)
  assert.equal(creation.status, 201, creation.text)
  return creation.body
}

/** A map of two seats, and the seats. */
async function stand(title: string) {
  const sections = [{ title: 'W', rows: [{ title: 'A', seats: [{ title: '1' }, { title: '2' }] }] }]
  const { seat_map_id: mapId } = await create('/seat_maps', { title, sections })
  const { data } = (await call('GET', `/v1/manage/seat_maps/${mapId}/seats`)).body
  return { mapId, seatIds: data.map((seat: { seat_id: number }) => seat.seat_id) as number[] }
}

function importLines(importer: Importer, lines: string[], onRejected: (rejection: Rejection) => void = () => {}) {
  const file = Readable.from([Buffer.from(lines.join('\n'))])
  return importFile(importer, { orgId: club.orgId, sql, clock, file, skipBadRows: true, onRejected })
}

function importMember(fields: Record<string, string | number>): Promise<ImportReport> {
  const row = { first_name: 'Ada', last_name: 'Okafor', ...fields }
  return importLines(memberFile, [Object.keys(row).join(), Object.values(row).join()])
}

/** Starts `change` when the import has looked at its member and is about to store it; then lets both go on. */
async function whileImporting(fields: Record<string, string | number>, change: () => Promise<Answer>) {
  let importing: Promise<ImportReport> | undefined
  let changing: Promise<Answer> | undefined
  const undone = new Error('the number is free again')
  const held = sql.begin(async (tx) => {
    await tx`
      insert into members (org_id, user_id, member_number, barcode, first_name, last_name)
      select org_id, user_id, 'wanted', 'wanted', 'Ben', 'Okafor'
      from customers
      where org_id = ${club.orgId}
      limit 1`
    importing = importMember({ ...fields, member_number: 'wanted' })
    await awaitedLock(sql)
    changing = change()
    await Promise.race([changing, awaitedLock(sql, 2)])
    throw undone
  })
  await assert.rejects(held, undone)
  return [(await importing)?.imported, (await changing)?.status]
}

test('a member whose customer is being erased is rejected, not slipped in behind', async () => {
  const { user_id } = await create('/customers', { org_customer_id: 'gone' })
  let importing: Promise<ImportReport> | undefined
  await sql.begin(async (tx) => {
    await tx`
      update customers
      set org_customer_id = 'erased-gone', erased_at = now()
      where org_id = ${club.orgId}
        and user_id = ${user_id}`
    importing = importMember({ org_customer_id: 'gone' })
    await awaitedLock(sql)
  })
  const report = await importing
  assert.deepEqual([report?.imported, report?.rejected], [0, 1])
})

test('the type of members who are being imported keeps the season that they sit in', async () => {
  const here = await stand('Here')
  await create('/customers', { org_customer_id: 'seated' })
  const { typeId: membership_type_id } = await seasonOfMap(house, club, here.mapId)
  const fields = { org_customer_id: 'seated', membership_type_id, membership_seat_id: here.seatIds[0] ?? 0 }
  const moved = () => call('PATCH', `/v1/manage/membership_types/${membership_type_id}`, { season_id: null })
  assert.deepEqual(await whileImporting(fields, moved), [1, 409])
})

/** As a checkout does, within a transaction that goes on. */
const insertCustomer = (tx: Tx, email: string) => tx`
  insert into customers (org_id, org_customer_id, email_address)
  values (${club.orgId}, ${`cus_${email}`}, ${email})`

test('a customer who is created while a file is imported keeps out the line that is about the same person, and no other', async () => {
  const rejected: Rejection[] = []
  let importing: Promise<ImportReport> | undefined
  await sql.begin(async (tx) => {
    await insertCustomer(tx, 'fay@example.org')
    const lines = ['org_customer_id,email_address', 'i1,eve@example.org', 'i2,Fay@example.org', 'i3,gus@example.org']
    importing = importLines(customerFile, lines, (rejection) => rejected.push(rejection))
    await awaitedLock(sql)
  })
  assert.deepEqual(await importing, { rows: 3, imported: 2, rejected: 1 })
  assert.deepEqual(
    rejected.map(({ line }) => line),
    [3],
  )
})

test('customers are inserted in the order of their addresses, as checkouts do it, so that the two cannot deadlock', async () => {
  let importing: Promise<ImportReport> | undefined
  const undone = new Error('the addresses are free again')
  const buying = sql.begin(async (tx) => {
    await insertCustomer(tx, 'hal@example.org')
    importing = importLines(customerFile, ['org_customer_id,email_address', 'o1,ida@example.org', 'o2,hal@example.org'])
    await awaitedLock(sql)
    // The import waits for the first address, and so has not taken the second.
    await tx`set local lock_timeout = 100`
    await insertCustomer(tx, 'ida@example.org')
    throw undone
  })
  await assert.rejects(buying, undone)
  assert.equal((await importing)?.imported, 2)
  const rows = await sql`
    select org_customer_id
    from customers
    where org_id = ${club.orgId}
      and org_customer_id in ('o1', 'o2')
    order by user_id`
  assert.deepEqual(
    rows.map((row) => row.org_customer_id),
    ['o1', 'o2'],
    'their ids are in the order of the file',
  )
})

test('members are imported beside a buyer of their seats at another event, and neither waits', async () => {
  const { seatIds, mapId } = await stand('Both')
  const { typeId } = await seasonOfMap(house, club, mapId)
  const [first = 0, second = 0] = seatIds.toSorted((a, b) => a - b)
  await create('/customers', { org_customer_id: 'pair' })
  const shareSeat = (tx: Tx, seatId: number) => tx`
    select 1
    from seats
    where org_id = ${club.orgId}
      and seat_id = ${seatId}
    for share`
  const report = await sql.begin(async (tx) => {
    await shareSeat(tx, second)
    const importing = importLines(memberFile, [
      'org_customer_id,first_name,last_name,membership_type_id,membership_seat_id',
      `pair,Ada,Okafor,${typeId},${first}`,
      `pair,Ben,Okafor,${typeId},${second}`,
    ])
    await shareSeat(tx, first)
    return importing
  })
  assert.deepEqual(report, { rows: 2, imported: 2, rejected: 0 })
})
