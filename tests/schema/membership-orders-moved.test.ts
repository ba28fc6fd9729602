import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { OrgId } from '../../server/access/principal.ts'
import { auditBooks } from '../../server/operator/audit/audit.ts'
import { migrate, readMigrations } from '../../server/platform/postgres/migrate.ts'
import { openTestDatabase } from '../harness/house.ts'

/** A database as it was when memberships had orders of their own, brought to the present. */
const { sql } = await openTestDatabase()
const ORG = 1 as OrgId
const OWN_TABLES_UNTIL = '_one_kind_of_order.sql'

before(async () => {
  await sql`drop schema public cascade`
  await sql`create schema public`
  const migrations = await readMigrations()
  const moving = migrations.findIndex(({ name }) => name.endsWith(OWN_TABLES_UNTIL))
  await migrate(sql, migrations.slice(0, moving))
  // Numbers of both kinds overlap: order 1 is one fan's ticket, and membership order 1 another fan's season.
  const rows = `
    insert into organisations (org_id, name, country, timezone, currency) values (1, 'Club', 'AU', 'Australia/Sydney', 'AUD');
    insert into customers (org_id, user_id, org_customer_id, first_name, last_name, email_address)
    values (1, 1, 'c1', 'Ada', 'Okafor', 'ada@example.org'), (1, 2, 'c2', 'Bo', 'Lindqvist', 'bo@example.org');
    insert into events (org_id, event_id, title, url_string, currency, timezone, starts_at)
    values (1, 1, 'Match', 'match', 'AUD', 'Australia/Sydney', '2027-01-01');
    insert into orders (org_id, event_id, user_id, currency, price_minor, total_minor) values (1, 1, 2, 'AUD', 0, 0);
    insert into membership_categories (org_id, membership_category_id, title) values (1, 1, 'Season');
    insert into membership_types (org_id, membership_type_id, membership_category_id, title, price_minor)
    values (1, 1, 1, 'Adult', 1000), (1, 2, 1, 'Junior', 500);
    insert into membership_orders (org_id, membership_order_id, user_id, membership_order_status, currency, total_minor, paid_minor)
    values (1, 1, 1, 'confirmed', 'AUD', 1300, 650), (1, 2, 2, 'pending', 'AUD', 1100, 0), (1, 3, 2, 'expired', 'AUD', 700, 0);
    insert into members (org_id, membership_member_id, user_id, member_number, barcode, first_name, last_name, membership_order_id)
    values (1, 1, 1, 'M1', 'B1', 'Ada', 'Okafor', 1), (1, 2, 1, 'M2', 'B2', 'Cy', 'Okafor', 1), (1, 3, 2, 'M3', 'B3', 'Bo', 'Lindqvist', 2);
    insert into membership_order_lines (org_id, membership_order_id, membership_member_id, membership_type_id, price_minor)
    values (1, 1, 1, 1, 1000), (1, 1, 2, 2, 500), (1, 2, 3, 1, 1000);
    insert into instalments (org_id, membership_order_id, instalment_number, amount_minor, due_at, instalment_status, paid_at)
    values (1, 1, 1, 650, '2026-01-01', 'paid', '2026-01-02'), (1, 1, 2, 650, '2026-02-01', 'due', null),
      (1, 2, 1, 1100, '2026-01-01', 'due', null)`
  for (const statement of rows.split(';\n')) await sql.unsafe(statement)
  await migrate(sql)
})

const orders = () => sql<{ order_id: number; user_id: number; [column: string]: unknown }[]>`
  select order_id, user_id, order_status, price_minor, discount_minor, transaction_fee_minor, total_minor, paid_minor,
    first_name, confirmed_at is not null as was_confirmed
  from orders
  where org_id = ${ORG}
    and event_id is null
  order by order_id`

test('each becomes an order of the same customer, status and money, under a new number', async () => {
  const moved = await orders()
  const same = { first_name: 'Ada', order_status: 'confirmed', user_id: 1, was_confirmed: true }
  const [season, dearer, expired] = moved.map(({ order_id: _id, ...order }) => order)
  assert.deepEqual(season, {
    ...same,
    ...{ price_minor: 1500, discount_minor: 200, transaction_fee_minor: 0, total_minor: 1300, paid_minor: 650 },
  })
  assert.deepEqual(
    [
      dearer?.price_minor,
      dearer?.discount_minor,
      dearer?.transaction_fee_minor,
      dearer?.total_minor,
      dearer?.order_status,
    ],
    [1000, 0, 100, 1100, 'pending'],
  )
  assert.deepEqual([expired?.order_status, expired?.total_minor, expired?.was_confirmed], ['expired', 700, false])
  const [{ taken = 0 } = {}] = await sql`select count(*) as taken from orders where org_id = ${ORG} and event_id = 1`
  assert.equal(taken, 1)
  assert.ok(moved.every(({ order_id }) => order_id > 1))
})

test('its lines are memberships, whose discount is divided without losing a minor unit', async () => {
  const [season] = await orders()
  const lines = await sql`
    select kind, membership_member_id, membership_type_id, quantity, places, price_minor, discount_minor
    from order_lines
    where org_id = ${ORG}
      and order_id = ${season?.order_id ?? 0}
    order by order_line_id`
  const line = { kind: 'membership', quantity: 1, places: 0 }
  assert.deepEqual(
    lines.map((row) => ({ ...row })),
    [
      { ...line, membership_member_id: 1, membership_type_id: 1, price_minor: 1000, discount_minor: 133 },
      { ...line, membership_member_id: 2, membership_type_id: 2, price_minor: 500, discount_minor: 67 },
    ],
  )
})

test('members and instalments follow, and members say that they have changed', async () => {
  const [season, dearer] = await orders()
  const members = await sql`
    select membership_order_id, changed_at > created_at as is_changed
    from members
    where org_id = ${ORG}
    order by membership_member_id`
  assert.deepEqual(
    members.map((member) => member.membership_order_id),
    [season?.order_id, season?.order_id, dearer?.order_id],
  )
  assert.ok(members.every((member) => member.is_changed))
  const parts = await sql`
    select membership_order_id
    from instalments
    where org_id = ${ORG}
    order by instalment_id`
  assert.deepEqual(
    parts.map((part) => part.membership_order_id),
    [season?.order_id, season?.order_id, dearer?.order_id],
  )
})

test('the books add up', async () => {
  assert.deepEqual(await auditBooks(ORG, sql), [])
})
