import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readSources } from './source-files.ts'
import { realTimes, unusedPlaces } from './sql-time.ts'

const files = await readSources(['server'], ['.ts'])

test('no statement asks the database for the time of an organisation, which may be ahead of it', () => {
  assert.deepEqual(realTimes(files), [])
})

test('no place is listed as meaning the real time that does not ask for it', () => {
  assert.deepEqual(unusedPlaces(files), [])
})

test('is caught: a hold that ends by the database’s time', () => {
  const text = 'sql`delete from holds where org_id = 7 and expires_at < now()`'
  assert.deepEqual(realTimes([{ path: 'server/checkout/baskets/a.ts', text }]), ['server/checkout/baskets/a.ts: now()'])
})

test('is fine: the process’s time, and words that end alike', () => {
  const text = 'Date.now() - performance.now(); isKnow()'
  assert.deepEqual(realTimes([{ path: 'server/checkout/baskets/a.ts', text }]), [])
})
