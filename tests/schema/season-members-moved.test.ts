import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { OrgId } from '../../server/access/principal.ts'
import { auditBooks } from '../../server/operator/audit/audit.ts'
import { migrate, readMigrations } from '../../server/platform/postgres/migrate.ts'
import { openTestDatabase } from '../harness/house.ts'

/** A database as it was when a member's seat was taken at every event of its map, brought to the present. */
const { sql } = await openTestDatabase()
const ORG = 1 as OrgId
const SEASONS_FROM = '_seasons.sql'

before(async () => {
  await sql`drop schema public cascade`
  await sql`create schema public`
  const migrations = await readMigrations()
  const moving = migrations.findIndex(({ name }) => name.endsWith(SEASONS_FROM))
  await migrate(sql, migrations.slice(0, moving))
  // The first match sells the whole stand of four, the second had left the two of the members out; the third is over.
  const rows = `
    insert into organisations (org_id, name, country, timezone, currency) values (1, 'Club', 'AU', 'Australia/Sydney', 'AUD');
    insert into customers (org_id, user_id, org_customer_id, first_name, last_name, email_address)
    values (1, 1, 'c1', 'Ada', 'Okafor', 'ada@example.org');
    insert into seat_maps (org_id, seat_map_id, title) values (1, 1, 'Ground');
    insert into seat_sections (org_id, seat_map_id, seat_section_id, title) values (1, 1, 1, 'North');
    insert into seats (org_id, seat_id, seat_map_id, seat_section_id, seat_title, row_position, seat_position)
    values (1, 1, 1, 1, '1', 0, 0), (1, 2, 1, 1, '2', 0, 1), (1, 3, 1, 1, '3', 0, 2), (1, 4, 1, 1, '4', 0, 3);
    insert into events (org_id, event_id, title, url_string, currency, timezone, starts_at, event_status_id, reserved_seating, seat_map_id, membership_seat_map_id)
    values (1, 1, 'One', 'one', 'AUD', 'Australia/Sydney', '2090-01-01', 1, true, 1, 1),
      (1, 2, 'Two', 'two', 'AUD', 'Australia/Sydney', '2090-01-08', 1, true, 1, null),
      (1, 3, 'Past', 'past', 'AUD', 'Australia/Sydney', '2020-01-08', 1, true, 1, 1);
    insert into price_categories (org_id, event_id, price_category_id, title, capacity)
    values (1, 1, 1, 'Seats', 4), (1, 2, 2, 'Seats', 2), (1, 3, 3, 'Seats', 4);
    insert into price_category_sections (org_id, event_id, seat_map_id, seat_section_id, price_category_id)
    values (1, 1, 1, 1, 1), (1, 2, 1, 1, 2), (1, 3, 1, 1, 3);
    insert into membership_categories (org_id, membership_category_id, membership_seat_map_id, title) values (1, 1, 1, 'Season');
    insert into membership_types (org_id, membership_type_id, membership_category_id, title, price_minor)
    values (1, 1, 1, 'Adult', 1000), (1, 2, 1, 'Standing', 500);
    insert into members (org_id, membership_member_id, user_id, member_number, barcode, first_name, last_name, membership_type_id,
      membership_member_status_id, membership_seat_id, expires, created_at)
    values (1, 1, 1, 'M1', 'B1', 'Ada', 'Okafor', 1, 1, 1, '2091-06-30T13:59:59Z', '2025-07-01'),
      (1, 2, 1, 'M2', 'B2', 'Cy', 'Okafor', 1, 2, 2, null, '2025-08-01'),
      (1, 3, 1, 'M3', 'B3', 'Bo', 'Okafor', 1, 3, 3, null, '2025-08-01'),
      (1, 4, 1, 'M4', 'B4', 'Di', 'Okafor', 2, 1, null, null, '2025-08-01')`
  for (const statement of rows.split(';\n')) await sql.unsafe(statement)
  await migrate(sql)
})

test('the members with seats are in one season of their map, and their type with them', async () => {
  const seasons = await sql`
    select seat_map_id, first_day::text as first_day, last_day::text as last_day
    from seasons
    where org_id = ${ORG}`
  assert.deepEqual(
    seasons.map((row) => ({ ...row })),
    [{ seat_map_id: 1, first_day: '2025-07-01', last_day: '2091-06-30' }],
  )
  const types = await sql<{ has_season: boolean }[]>`
    select season_id is not null as has_season
    from membership_types
    where org_id = ${ORG}
    order by membership_type_id`
  assert.deepEqual(
    types.map(({ has_season }) => has_season),
    [true, false],
  )
})

test('they have their seats at the events to come, and nobody who has cancelled does', async () => {
  const claims = await sql<{ event_id: number; seat_id: number }[]>`
    select event_id, seat_id
    from seat_claims
    where org_id = ${ORG}
      and season_id is not null
    order by event_id, seat_id`
  assert.deepEqual(
    claims.map(({ event_id, seat_id }) => [event_id, seat_id]),
    [
      [1, 1],
      [1, 2],
      [2, 1],
      [2, 2],
    ],
  )
})

test('a pool of the whole stand counts them, one that had left them out grows, and the books are clean', async () => {
  const pools = await sql<{ capacity: number; season: number }[]>`
    select capacity, season
    from price_categories
    where org_id = ${ORG}
    order by price_category_id`
  assert.deepEqual(
    pools.map(({ capacity, season }) => [capacity, season]),
    [
      [4, 2],
      [4, 2],
      [4, 0],
    ],
  )
  assert.deepEqual(await auditBooks(ORG, sql), [])
})
