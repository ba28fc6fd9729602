import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addInstalments } from '../../../tests/builders/instalments.ts'
import { openHouse } from '../../../tests/harness/house.ts'
import { DAY_MS } from '../../platform/values/durations.ts'

const house = await openHouse()
const club = await house.organisation()
const call = (path: string, key = club.key) => house.call('GET', `/v1/manage/${path}`, { key })

const { ids } = await addInstalments(house, club, 8)
const DAY = 1
/** Days from now on which it is due, its last outcome, and whether it failed before and is planned again. */
const rows: [stage: string | null, days: number, outcome: string | null, hasFailed: boolean, isPlanned: boolean][] = [
  ['due_soon', 6 * DAY, null, false, true],
  [null, 8 * DAY, null, false, true],
  ['due_soon', -1 * DAY, null, false, true],
  ['failed', -2 * DAY, 'failed', true, true],
  ['needs_fan', -2 * DAY, 'failed', true, false],
  ['needs_fan', -3 * DAY, null, false, false],
  ['returned', -4 * DAY, 'returned', false, false],
  ['needs_fan', 0.2 * DAY, null, true, false],
]
const now = house.clock()
for (const [index, [, days, outcome, hasFailed, isPlanned]] of rows.entries()) {
  await house.sql`
    update debts
    set due_at = ${new Date(now.getTime() + days * DAY_MS)}, last_outcome = ${outcome}, first_failed_at = ${hasFailed ? now : null},
      next_attempt_at = ${isPlanned ? now : null}
    where org_id = ${club.orgId}
      and debt_id = ${ids[index] ?? 0}`
}

const inStage = async (stage: string) => {
  const { body, text } = await call(`debts?stage=${stage}`)
  assert.ok(body.data, text)
  return body.data.map(({ debt_id }: { debt_id: number }) => debt_id).sort()
}

test('each open instalment is in one stage, or due later', async () => {
  for (const stage of ['due_soon', 'failed', 'needs_fan', 'returned', 'under_way'])
    assert.deepEqual(
      await inStage(stage),
      ids.filter((_, index) => rows[index]?.[0] === stage),
      stage,
    )
})

test('stages are counted and summed; who has none has nothing there', async () => {
  const { body } = await call('collection_stages')
  assert.deepEqual(
    body.stages.map(({ stage, instalments, open }: Record<string, unknown>) => [stage, instalments, open]),
    [
      ['due_soon', 2, 20],
      ['failed', 1, 10],
      ['needs_fan', 3, 30],
      ['returned', 1, 10],
    ],
  )
  const other = await house.organisation()
  assert.deepEqual((await call('collection_stages', other.key)).body, { stages: [] })
})

test('Today says what could not be charged and what came back', async () => {
  const { body } = await call('attention')
  const counts = new Map(body.data.map(({ kind, count }: { kind: string; count: number }) => [kind, count]))
  assert.equal(counts.get('instalment_needs_fan'), 2)
  assert.equal(counts.get('instalment_returned'), 1)
})
