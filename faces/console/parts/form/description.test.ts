import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type FormPart, placedProblems } from './description.ts'

const parts: (FormPart | false)[] = [
  { kind: 'row', fields: [{ kind: 'text', name: 'title', label: 'Title' }] },
  { kind: 'own', names: ['seats'], draw: () => null },
  false,
]

test('a refusal stands beside the field that has its name, or that the form names for it', () => {
  const problems = { title: 'Please fill this in.', seats: 'At least one.', seat_ids: 'Too many.' }
  assert.deepEqual(placedProblems(problems, { parts }), { title: 'Please fill this in.', seats: 'At least one.' })
  assert.deepEqual(placedProblems({ seat_ids: 'Too many.' }, { parts, refusals: { seat_ids: 'seats' } }), {
    seats: 'Too many.',
  })
})

test('a refusal of what the form does not ask for has no field, so that the form says it above', () => {
  assert.deepEqual(placedProblems({ debt_id: 'It is not there any more.' }, { parts }), {})
})
