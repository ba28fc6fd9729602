import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openTestDatabase } from '../../../tests/harness/house.ts'
import { createOrganisation } from '../../people/organisation/create-organisation.ts'
import { sortSearchLists } from './sort-search-lists.ts'

/** In pages: where PostgreSQL by itself would let a buyer's request do the sorting. */
const OWN_LIMIT = (4 * 1024) / 8

test('search lists are sorted by the worker, and not by a buyer’s request', async () => {
  const { sql } = await openTestDatabase({ poolSize: 1 })
  const orgId = await createOrganisation(sql, {
    name: 'Club',
    country: 'AU',
    timezone: 'UTC',
    currency: 'AUD',
    mode: 'test',
  })
  // A vacuum would sort them too.
  await sql`alter table customers set (autovacuum_enabled = false)`
  await sql`
    insert into customers (org_id, org_customer_id, email_address)
    select ${orgId}, gen_random_uuid()::text, gen_random_uuid() || '@example.org'
    from generate_series(1, 8000)`
  assert.ok((await sortSearchLists(sql)) > OWN_LIMIT)
  assert.equal(await sortSearchLists(sql), 0)
})
