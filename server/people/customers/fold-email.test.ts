import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openHouse } from '../../../tests/harness/house.ts'
import { foldEmail } from './customer.ts'

const house = await openHouse()
const addresses = [
  'Ada@Example.ORG',
  'İda@example.org',
  '\u{212a}im@example.org',
  'ÄNNE@example.org',
  'Σας@example.org',
  '',
]

test('addresses fold alike here and in the database: ASCII only', async () => {
  assert.deepEqual(addresses.map(foldEmail), [
    'ada@example.org',
    'İda@example.org',
    '\u{212a}im@example.org',
    'Änne@example.org',
    'Σας@example.org',
    '',
  ])
  for (const address of addresses) {
    const [row] = await house.sql`select lower(${address} collate "C") as folded`
    assert.equal(foldEmail(address), row?.folded)
  }
})
