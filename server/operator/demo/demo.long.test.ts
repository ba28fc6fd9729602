import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { brokenRules, fingerprints } from '../../../tests/builders/demo.ts'
import { openTestDatabase, testSeal } from '../../../tests/harness/house.ts'
import { type OrgId, orgIdOf } from '../../access/principal.ts'
import { createOrganisation } from '../../people/organisation/create-organisation.ts'
import type { Sql } from '../../platform/postgres/database.ts'
import { readTicketCode } from '../../tickets/tickets/ticket-code.ts'
import { auditBooks } from '../audit/audit.ts'
import { addDemoCustomers } from './customers.ts'
import { dayOf } from './days.ts'
import { ensureDemoOrganisation } from './demo-organisation.ts'
import { addDemoEvents } from './events.ts'
import { addDemoMembers } from './members.ts'
import { addDemoOrders } from './orders.ts'
import { addDemoScans } from './scans.ts'

/** Groups that have bought seats of the derby, and orders of which a story is told. */
const DERBY_ORDERS = 331
const STORY_ORDERS = 15
/** Members whose plans collect themselves. */
const PLANS = 9

const folder = await mkdtemp(join(tmpdir(), 'grandstand-demo-'))
after(() => rm(folder, { recursive: true }))

const club = (sql: Sql, currency = 'AUD') =>
  createOrganisation(sql, { name: 'Club', country: 'AU', timezone: 'Australia/Sydney', currency, mode: 'test' })

/** More orders than a block holds, so that blocks meet. */
async function fill(sql: Sql, orgId: OrgId, orders = 4100, scans = 4500): Promise<void> {
  await sql.plain.begin((tx) => addDemoCustomers(orgId, tx, 150))
  await sql.plain.begin((tx) => addDemoEvents(orgId, tx, 60))
  await sql.plain.begin((tx) => addDemoMembers(orgId, tx, 400))
  await sql.plain.begin((tx) => addDemoOrders(orgId, tx, orders))
  await sql.plain.begin((tx) => addDemoScans(orgId, tx, scans))
}

const first = (await openTestDatabase()).sql
const second = (await openTestDatabase()).sql
const org = await club(first)
await fill(first, org)

const count = async (table: string, orgId = org) =>
  Number((await first`select count(*) from ${first(table)} where org_id = ${orgId}`)[0]?.count)

test('two machines make the same rows', async () => {
  const twin = await club(second)
  await fill(second, twin)
  const rows = await fingerprints(first, org)
  assert.deepEqual(await fingerprints(second, twin), rows)
  assert.deepEqual(
    [rows.customers?.rows, rows.events?.rows, rows.members?.rows, rows.orders?.rows, rows.scans?.rows],
    [150, 60, 400, 4100 + 400, 4500],
  )
})

test('the rows agree with each other', async () => {
  assert.deepEqual(await brokenRules(first, org), [])
  assert.deepEqual(await auditBooks(org, first), [])
})

test('every state, several currencies and zones occur', async () => {
  const values = async (table: string, column: string) =>
    (
      await first<{ value: string }[]>`
        select distinct ${first(column)}::text as value
        from ${first(table)}
        where org_id = ${org}
        order by value`
    ).map(({ value }) => value)
  assert.deepEqual(await values('events', 'event_status_id'), ['0', '1', '2', '3'])
  assert.deepEqual(await values('events', 'currency'), ['AUD', 'GBP', 'INR', 'JPY', 'USD'])
  assert.ok((await values('events', 'timezone')).includes('Asia/Kolkata'))
  assert.deepEqual(await values('members', 'membership_member_status_id'), ['0', '1', '2', '3'])
  assert.deepEqual(await values('members', 'membership_fulfilled'), ['no', 'yes'])
  assert.deepEqual(await values('orders', 'order_status'), ['cancelled', 'confirmed', 'expired', 'pending', 'refunded'])
  assert.deepEqual(await values('tickets', 'ticket_status_id'), ['0', '1', '2', '3'])
  assert.deepEqual(await values('scans', 'result'), [
    'admitted',
    'already_used',
    'exit',
    'not_exited',
    'refunded',
    'unknown',
    'wrong_gate',
  ])
})

test('adding more goes on where it stopped, beside what others insert, and leaves other organisations alone', async () => {
  const other = await club(first, 'JPY')
  await first.plain.begin((tx) => addDemoScans(other, tx, 50))
  const untouched = await fingerprints(first, other)
  await first`insert into customers (org_id, org_customer_id) values (${org}, 'demo-of-our-own')`
  await fill(first, org, 400, 500)
  assert.deepEqual(
    await Promise.all(['customers', 'events', 'members', 'orders', 'scans'].map((table) => count(table))),
    [301, 120, 800, 4500 + 800, 5000],
  )
  assert.deepEqual(await brokenRules(first, org), [])
  assert.deepEqual(await fingerprints(first, other), untouched)
  assert.deepEqual(await brokenRules(first, other), [])
  await first`insert into venues (org_id, name) values (${org}, 'Our own')`
})

test('scans asked for alone bring the orders, events and customers that they need', async () => {
  const alone = await club(first)
  await first.plain.begin((tx) => addDemoScans(alone, tx, 300))
  assert.equal(await count('scans', alone), 300)
  assert.deepEqual(await brokenRules(first, alone), [])
})

test('any numbers go together: few or no customers, events, members and orders, and scans of what is over', async () => {
  const makers = [
    addDemoCustomers,
    addDemoEvents,
    addDemoMembers,
    addDemoOrders,
    addDemoScans,
  ] as (typeof addDemoEvents)[]
  for (const counts of [
    [0, 0, 0, 0, 0],
    [1, 1, 1, 1, 1],
    [0, 3, 0, 7, 13],
    [1, 40, 20, 0, 30],
    [5, 40, 0, 40, 300],
    [1, 300, 1, 40, 300],
  ]) {
    const orgId = await club(first)
    for (const [kind, make] of makers.entries()) await first.plain.begin((tx) => make(orgId, tx, counts[kind] ?? 0))
    assert.equal(await count('scans', orgId), counts[4], counts.join())
    assert.deepEqual(await brokenRules(first, orgId), [], counts.join())
    assert.deepEqual(await auditBooks(orgId, first), [], counts.join())
  }
})

test('the tickets of coming events have signed barcodes where the program can keep a key', async () => {
  const { sql } = await openTestDatabase()
  const now = new Date('2027-06-10T12:00:00Z')
  await ensureDemoOrganisation(sql, folder, { clock: () => now, seal: testSeal })
  const rows = await sql<{ barcode: string; ticket_id: number; event_id: number; coming: boolean }[]>`
    select t.barcode, t.ticket_id, t.event_id, e.starts_at >= ${dayOf(now)} as coming
    from tickets t
    join events e using (org_id, event_id)
    where t.ticket_status_id = 1`
  const signed = rows.filter(({ coming }) => coming)
  assert.ok(signed.length > 50 && signed.length < rows.length)
  for (const { barcode, ticket_id, event_id, coming } of rows) {
    const code = readTicketCode(barcode)
    assert.deepEqual([code?.ticketId, code?.eventId], coming ? [ticket_id, event_id] : [undefined, undefined])
  }
  assert.deepEqual(await brokenRules(sql, orgIdOf(1)), [])
  assert.deepEqual(await auditBooks(orgIdOf(1), sql), [])
})

test('the demo organisation tells its stories: refunds, invoices, a conflict at the gates, two drawers', async () => {
  const { sql } = await openTestDatabase()
  await ensureDemoOrganisation(sql, folder, { clock: () => new Date('2027-06-10T12:00:00Z') })
  const demo = orgIdOf(1)
  const orders = await sql<{ order_status: string; payment_method: string | null }[]>`
    select order_status, payment_method
    from orders
    where org_id = ${demo}
      and order_uuid >= 'de300002-0000-8000-8000-000000000000'
      and order_uuid < 'de300003-0000-8000-8000-000000000000'
    order by order_uuid`
  const outcomes = orders.map(({ order_status, payment_method }) => `${order_status} ${payment_method}`)
  assert.deepEqual(outcomes, [
    ...['refunded card', 'pending invoice', 'confirmed card'],
    ...Array(3).fill('confirmed cash'),
    ...Array(5).fill('confirmed invoice'),
    ...['cancelled card', 'refunded cash', 'refunded cash', 'confirmed card'],
  ])
  const requests =
    await sql`select refund_request_status, cardinality(ticket_ids) as tickets from refund_requests where org_id = ${demo}`
  assert.deepEqual([...requests], [{ refund_request_status: 'open', tickets: 2 }])
  const conflicts = await sql`select scan_conflict_status from scan_conflicts where org_id = ${demo}`
  assert.deepEqual([...conflicts], [{ scan_conflict_status: 'open' }])
  const tills = await sql<{ till_status: string; orders: number; short: number | null }[]>`
    select t.till_status, count(o.order_id)::int as orders, t.counted_minor - t.expected_minor as short
    from tills t
    join till_orders o using (org_id, till_id)
    where t.org_id = ${demo}
    group by t.org_id, t.till_id
    order by t.till_id`
  assert.deepEqual(
    [...tills],
    [
      { till_status: 'closed', orders: 2, short: -500 },
      { till_status: 'open', orders: 1, short: null },
    ],
  )
  assert.deepEqual(await brokenRules(sql, demo), [])
  assert.deepEqual(await auditBooks(demo, sql), [])
})

test('what is owed to the demo organisation, and by it, is there in every state, with credit and what came back', async () => {
  const { sql } = await openTestDatabase()
  await ensureDemoOrganisation(sql, folder, { clock: () => new Date('2027-06-10T12:00:00Z') })
  const demo = orgIdOf(1)
  const debts = await sql<{ state: string }[]>`
    select distinct kind || ' ' || debt_status || case when settled_minor > 0 and closed_at is null then ' in part' else '' end as state
    from debts
    where org_id = ${demo}
    order by state`
  assert.deepEqual(
    debts.map(({ state }) => state),
    [
      'cash_refund due',
      ...['instalment cancelled', 'instalment due', 'instalment failed', 'instalment paid', 'instalment returned'],
      ...['invoice due', 'invoice due in part', 'invoice paid', 'invoice returned', 'invoice waived'],
      ...['returned_payment cancelled', 'transfer_refund paid'],
    ],
  )
  const [{ overdue = 0 } = {}] = await sql<{ overdue: number }[]>`
    select count(*)::integer as overdue
    from debts
    where org_id = ${demo}
      and kind = 'invoice'
      and closed_at is null
      and due_at < '2027-06-10'`
  assert.ok(overdue > 0)
  const reversals = await sql<
    { kind: string }[]
  >`select kind from payment_reversals where org_id = ${demo} order by kind`
  assert.deepEqual(
    reversals.map(({ kind }) => kind),
    ['dispute_opened', 'mistake', 'returned', 'returned'],
  )
  const [credit] = await sql<
    { balance_minor: number }[]
  >`select balance_minor from credit_accounts where org_id = ${demo}`
  assert.ok((credit?.balance_minor ?? 0) > 0)
})

test('the demo organisation is a season around today, the same at every hour of the day', async () => {
  const morning = (await openTestDatabase()).sql
  const evening = (await openTestDatabase()).sql
  await ensureDemoOrganisation(morning, folder, { clock: () => new Date('2027-06-10T00:30:00Z') })
  await ensureDemoOrganisation(evening, folder, { clock: () => new Date('2027-06-10T23:30:00Z') })
  const demo = orgIdOf(1)
  // Keys are drawn, and the owner has been there since the moment of the start.
  const { api_keys: _random, staff_members: _owner, ...rows } = await fingerprints(morning, demo)
  const { api_keys: _other, staff_members: _same, ...same } = await fingerprints(evening, demo)
  assert.deepEqual(same, rows)
  assert.deepEqual(await brokenRules(morning, demo), [])
  assert.deepEqual(
    [
      rows.customers?.rows,
      rows.venues?.rows,
      rows.gates?.rows,
      rows.events?.rows,
      rows.prices?.rows,
      rows.members?.rows,
      rows.orders?.rows,
    ],
    [200, 2, 6, 13, 56, 100 + PLANS, 240 + 100 + PLANS + DERBY_ORDERS + STORY_ORDERS],
  )
  const [season] = await morning<{ on_sale: number; played: number; zones: number; seated: number }[]>`
    select (
      select count(distinct e.event_id)
      from events e
      join prices p using (org_id, event_id)
      where e.event_status_id = 1 and '2027-06-10T12:00:00Z' between p.available_from and p.available_until
    ) as on_sale, (
      select count(distinct event_id) from scans
    ) as played, (
      select count(distinct timezone) from events
    ) as zones, (
      select count(*) from members where membership_seat_id is not null
    ) as seated`
  assert.deepEqual(season, { on_sale: 5, played: 3, zones: 3, seated: 33 })
})

test('the demo organisation sells with its tax, and has documents of the last days in every kind', async () => {
  const { sql } = await openTestDatabase()
  await ensureDemoOrganisation(sql, folder, { clock: () => new Date('2027-06-10T12:00:00Z') })
  const demo = orgIdOf(1)
  const kinds = await sql<{ kind: string; days: number; taxed: boolean }[]>`
    select d.kind, count(distinct d.issued_at)::int as days, bool_or(d.tax_minor > 0) as taxed
    from documents d
    where d.org_id = ${demo}
    group by d.kind
    order by d.kind`
  assert.deepEqual(
    kinds.map(({ kind, days, taxed }) => [kind, days > 1, taxed]),
    [
      ['credit_note', true, true],
      ['invoice', false, true],
      ['receipt', true, true],
    ],
  )
  const waiting = await sql`select mail_id from mails where org_id = ${demo} and mail_status = 'pending'`
  assert.equal(waiting.length, 0)
  assert.deepEqual(await auditBooks(demo, sql), [])
})
