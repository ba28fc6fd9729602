import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type EventStatus, type EventStep, eventStatuses, isEventOpen, nextStatus } from './event-status.ts'

const steps: EventStep[] = ['publish', 'unpublish', 'cancel', 'archive']

/** Written out a second time, status by status, in the order of `steps`. */
const expected: Record<EventStatus, (EventStatus | 'refused')[]> = {
  '0': ['1', 'refused', '3', '2'],
  '1': ['refused', '0', '3', '2'],
  '2': ['refused', 'refused', 'refused', 'refused'],
  '3': ['refused', 'refused', 'refused', '2'],
}

for (const from of eventStatuses) {
  for (const [index, step] of steps.entries()) {
    const to = expected[from][index] ?? 'refused'
    test(`${step} takes an event from ${from} to ${to}`, () => {
      if (to === 'refused') assert.throws(() => nextStatus(from, step), { code: 'state_conflict' })
      else assert.equal(nextStatus(from, step), to)
    })
  }
}

test('the offer of a draft and of a live event may change, that of a cancelled or archived one may not', () => {
  assert.deepEqual(eventStatuses.filter(isEventOpen), ['0', '1'])
})
