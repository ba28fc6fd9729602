import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isForStaff } from '../../server/access/roles.ts'
import type { OperationExample } from '../examples/example.ts'
import { examples } from '../examples/examples.ts'
import { openHouse } from '../harness/house.ts'
import { isWrite, type OperationSpec, openapiOf, readOperations } from '../harness/operations.ts'
import { tableFindings } from './operation-table.ts'
import type { Rule } from './owed.ts'
import { asksForProof, needsKey, needsScope, opensToOwner } from './owes-access.ts'
import { answersAsDescribed, sendsHeaders } from './owes-answers.ts'
import { leavesAudit } from './owes-audit.ts'
import { refusesUnknown, repeatsSafely } from './owes-input.ts'
import { showsByRight } from './owes-secrecy.ts'
import { keepsTenantsApart } from './owes-tenancy.ts'
import { plantedExamples, plantedOperations } from './planted.ts'

const always = () => true
/** Asked with a body, and nothing is changed by it. */
const ASKS_ONLY = new Set(['previewSale', 'previewCollectionLadder'])
const isManagement = (operation: OperationSpec) =>
  isWrite(operation) && operation.path.startsWith('/v1/manage/') && !ASKS_ONLY.has(operation.id)
const isKeyed = ({ scope }: OperationSpec) => scope !== undefined

const rules: [sentence: string, rule: Rule, applies: (operation: OperationSpec) => boolean][] = [
  ['is refused without a valid key', needsKey, isKeyed],
  ['is opened by its scope alone', needsScope, isKeyed],
  ['is opened by the session of an owner', opensToOwner, ({ scope = '' }) => isForStaff(scope)],
  ['asks for a fresh proof where it says so', asksForProof, ({ scope = '' }) => isForStaff(scope)],
  ['answers another organisation’s id as one that does not exist', keepsTenantsApart, isKeyed],
  ['sends rate limits, Request-Id and Cache-Control, whatever the answer', sendsHeaders, always],
  ['refuses parameters and fields that it does not know', refusesUnknown, always],
  ['is safe to repeat with an Idempotency-Key, as a form or as JSON', repeatsSafely, ({ idempotent }) => idempotent],
  ['shows codes and contacts to those alone who may see them', showsByRight, isKeyed],
  ['leaves an audit row', leavesAudit, isManagement],
  ['answers exactly as described, with every filter', answersAsDescribed, always],
]

const house = await openHouse({ extraOperations: plantedOperations })
const operations = readOperations(openapiOf(house))
const entries: Record<string, OperationExample> = { ...examples, ...plantedExamples }

test('every operation has a scope and a complete example', async () => {
  assert.deepEqual(await tableFindings(house, operations, entries), [])
})

for (const operation of operations) {
  const entry = entries[operation.id]
  if (!entry) continue
  for (const [sentence, rule, applies] of rules) {
    if (!applies(operation)) continue
    test(`${operation.id} ${sentence}`, async () => {
      assert.deepEqual(await rule({ house, operation, entry }), [])
    })
  }
}
