import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openTestDatabase } from '../../../tests/harness/house.ts'
import { createOrganisation } from '../../people/organisation/create-organisation.ts'
import { keepStatistics } from './keep-statistics.ts'

test('a table that has grown is analysed, and is left alone until it has grown several times over', async () => {
  const { sql } = await openTestDatabase({ poolSize: 1 })
  const orgId = await createOrganisation(sql, {
    name: 'Club',
    country: 'AU',
    timezone: 'UTC',
    currency: 'AUD',
    mode: 'test',
  })
  // PostgreSQL itself might be quicker.
  await sql`alter table customers set (autovacuum_enabled = false)`
  const grow = async (rows: number) => {
    await sql`
      insert into customers (org_id, org_customer_id)
      select ${orgId}, gen_random_uuid()::text
      from generate_series(1, ${rows}::integer)`
    await sql`select pg_stat_force_next_flush()`
    await sql`select 1`
  }
  await grow(100)
  assert.ok(!(await keepStatistics(sql)).includes('customers'))
  await grow(200)
  assert.ok((await keepStatistics(sql)).includes('customers'))
  await grow(600)
  assert.ok(!(await keepStatistics(sql)).includes('customers'))
  await grow(600)
  assert.ok((await keepStatistics(sql)).includes('customers'))
})
