import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type MemberStep, memberStatusAfter, memberSteps } from './member-status.ts'

const steps = Object.keys(memberSteps) as MemberStep[]
const statuses = [0, 1, 2, 3]

test('the steps lead along the arrows of the contract and no others', () => {
  const arrows = statuses.flatMap((from) =>
    steps.flatMap((step) => {
      const to = memberStatusAfter(step, from)
      return to === undefined ? [] : [`${from}→${to}`]
    }),
  )
  assert.deepEqual(arrows.toSorted(), ['0→1', '0→2', '0→3', '1→0', '1→3', '2→1', '2→3', '3→0'])
})

test('a chargeback does not reinstate, and reinstating is no chargeback', () => {
  assert.equal(memberStatusAfter('mark_unpaid', 3), undefined)
  assert.equal(memberStatusAfter('reinstate', 1), undefined)
})

test('no step leads from a status to itself', () => {
  for (const step of steps) assert.equal(memberStatusAfter(step, memberSteps[step].to), undefined, step)
})
