import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isNarrowed, narrowedBy, narrowingNames, partnersOf, questionOf } from './ask.ts'
import { defineList } from './description.ts'

const list = defineList({
  operation: 'auditLog.list',
  title: 'Changes',
  keyOf: ({ audit_id }) => audit_id,
  columns: [],
  filters: [
    {
      kind: 'choice',
      name: 'actor_kind',
      label: 'By whom',
      options: [
        { value: '', label: 'By anyone', sends: {} },
        { value: 'staff', label: 'By people', sends: { actor_kind: 'staff' } },
      ],
    },
    { kind: 'day', name: 'from', label: 'From', parameter: 'unix_start', edge: 'from' },
    { kind: 'day', name: 'to', label: 'To', parameter: 'unix_end', edge: 'to' },
    { kind: 'linked', label: 'by', parameters: ['actor_kind', 'actor_id'] },
  ],
  empty: { title: '', text: '' },
})

test('an address without filters asks for everything, and for what the first choices say', () => {
  assert.deepEqual(questionOf(list, {}), {})
  assert.deepEqual(questionOf(list, { cursor: 'abc', search: 'not a word that this list takes' }), {})
  const drafts = defineList({
    operation: 'events.list',
    title: 'Events',
    keyOf: ({ event_id }) => event_id,
    columns: [],
    search: { label: 'Search', placeholder: '' },
    filters: [
      {
        kind: 'choice',
        name: 'time',
        label: 'When',
        options: [
          { value: '', label: 'Coming up', sends: { upcoming: true } },
          { value: 'all', label: 'Whenever', sends: {} },
        ],
      },
    ],
    empty: { title: '', text: '' },
  })
  assert.deepEqual(questionOf(drafts, { search: 'final' }), { upcoming: true, search: 'final' })
  assert.deepEqual(questionOf(drafts, { time: 'all' }), {})
  assert.deepEqual(questionOf(drafts, { time: 'a choice of last year' }), { upcoming: true })
})

test('a day is all of it, where the reader is, on the day that the clocks change too', () => {
  const zone = process.env.TZ
  process.env.TZ = 'Australia/Sydney'
  try {
    const { unix_start, unix_end } = questionOf(list, { from: '2026-04-05', to: '2026-04-05' })
    assert.equal(unix_start, Date.parse('2026-04-04T23:59:59+11:00') / 1000)
    assert.equal(unix_end, Date.parse('2026-04-06T00:00:00+10:00') / 1000)
    assert.deepEqual(questionOf(list, { from: 'yesterday', to: '' }), {})
  } finally {
    if (zone === undefined) delete process.env.TZ
    else process.env.TZ = zone
  }
})

test('a link narrows the list by all that is in it or by nothing, and falls apart with any of it', () => {
  assert.deepEqual(questionOf(list, { actor_kind: 'staff', actor_id: '7' }), { actor_kind: 'staff', actor_id: '7' })
  assert.deepEqual(questionOf(list, { actor_id: '7' }), {})
  assert.deepEqual(narrowedBy(list, { actor_kind: 'staff', actor_id: '7' }), [
    { text: 'by staff 7', names: ['actor_kind', 'actor_id'] },
  ])
  assert.deepEqual(narrowedBy(list, { actor_kind: 'staff' }), [])
  assert.deepEqual(partnersOf(list, 'actor_kind'), ['actor_id'])
})

test('what narrows the list is known, so that an empty one can say why', () => {
  assert.deepEqual(narrowingNames(list), ['actor_kind', 'from', 'to', 'actor_id'])
  assert.equal(isNarrowed(list, { cursor: 'abc', tab: 'x' }), false)
  assert.equal(isNarrowed(list, { from: '2026-04-05' }), true)
})
