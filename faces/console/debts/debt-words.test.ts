import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { DebtWithEntries } from '@grandstand/sdk'
import { loadWords } from '../words/load.ts'

await loadWords('debts')
const { creditTitle, debtState, debtStory, debtTitle, entryNote, entryTitle } = await import('./debt-words.ts')

type Entry = DebtWithEntries['entries'][number]

const entry = (given: Partial<Entry>): Entry => ({
  entry_id: 'settlement-1',
  kind: 'settled',
  amount: 10,
  settlement_id: null,
  payment_id: null,
  refund_id: null,
  credit_entry_id: null,
  payment_method: null,
  detail: null,
  reason: null,
  reversible: false,
  actor_name: null,
  created: 1,
  ...given,
})

const stand = {
  owed_by: 'fan' as const,
  kind: 'invoice' as const,
  status: 'due' as const,
  overdue: false,
  settled: 0,
  open: 10,
}

test('a fan is late when the day has passed, and the club never by itself', () => {
  assert.equal(debtState(stand).tag, 'open')
  assert.equal(debtState({ ...stand, settled: 4, open: 6 }).tag, 'partly paid')
  assert.equal(debtState({ ...stand, overdue: true }).tag, 'overdue')
  const club = { ...stand, owed_by: 'club' as const, overdue: true }
  assert.equal(debtState({ ...club, kind: 'cash_refund' }).tag, 'to pay out')
  assert.equal(debtState({ ...club, kind: 'transfer_refund' }).tag, 'to transfer')
  assert.equal(debtState({ ...club, kind: 'cash_refund', status: 'paid' }).tag, 'refunded')
  assert.equal(debtState({ ...stand, status: 'waived', open: 0 }).tag, 'written off')
})

test('every way to pay and to come back has its words', () => {
  assert.equal(entryTitle(entry({ payment_id: 1, payment_method: 'transfer' }), 'invoice'), 'Paid by transfer')
  assert.equal(entryTitle(entry({ payment_id: 1 }), 'instalment'), 'Paid')
  assert.equal(entryTitle(entry({ credit_entry_id: 1 }), 'invoice'), 'Paid from credit')
  assert.equal(entryTitle(entry({ refund_id: 1 }), 'cash_refund'), 'Paid out in cash')
  assert.equal(entryTitle(entry({ kind: 'waived', amount: -5 }), 'invoice'), 'Reinstated')
  const disputed = entry({ kind: 'payment_reversed', detail: 'dispute_opened', reason: null })
  assert.deepEqual([entryTitle(disputed, 'invoice'), entryNote(disputed)], ['Payment disputed with the bank', null])
  assert.equal(debtTitle({ kind: 'instalment', instalment_number: 3 }), 'Instalment 3')
  assert.equal(creditTitle({ kind: 'merged', amount: -1 }), 'Moved to another customer')
})

test('a payment that was taken back is told once, by whoever did it', () => {
  const paid = entry({ payment_id: 7, settlement_id: 1 })
  const taken = entry({ entry_id: 'settlement-2', kind: 'settlement_reversed', amount: -10, payment_id: 7, created: 2 })
  const reversal = entry({ entry_id: 'reversal-1', kind: 'payment_reversed', payment_id: 7, created: 2 })
  const story = debtStory([paid, reversal, { ...taken, actor_name: 'Sam' }])
  assert.deepEqual(
    story.map(({ entry_id, actor_name }) => [entry_id, actor_name]),
    [
      ['reversal-1', 'Sam'],
      ['settlement-1', null],
    ],
  )
})
