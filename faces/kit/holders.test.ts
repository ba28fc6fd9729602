import assert from 'node:assert/strict'
import { test } from 'node:test'
import { answerProblems, answersOf, placesOf } from './holders.ts'

const question = (key: string, more: object = {}) => ({
  question_id: 1,
  key,
  kind: 'text',
  asked_of: 'order',
  title: key,
  description: null,
  choices: [],
  required: false,
  ...more,
})
const form = (fields: Record<string, string>) => {
  const data = new FormData()
  for (const [name, value] of Object.entries(fields)) data.set(name, value)
  return data
}
const places = placesOf([
  { title: 'Adult', tickets: 2 },
  { title: 'Child', tickets: 1 },
])

test('an event that asks nothing is sent nothing', () => {
  assert.deepEqual(answersOf(form({ email: 'x' }), { holder_names: 'none', questions: [] }, places), {})
})

test('names and answers go ticket by ticket, in the order of the basket', () => {
  const asked = {
    holder_names: 'optional',
    questions: [question('club'), question('diet', { asked_of: 'ticket' }), question('terms', { kind: 'consent' })],
  }
  const typed = { 'holders[0][ticket_name]': ' Ada ', 'holders[2][answers][diet]': 'none', 'answers[club]': 'Reds' }
  assert.deepEqual(answersOf(form(typed), asked, places), {
    holders: [{ ticket_name: 'Ada', answers: { diet: '' } }, { answers: { diet: '' } }, { answers: { diet: 'none' } }],
    answers: { club: 'Reds', terms: 'no' },
  })
})

test('what must be answered and is not is named as the API names it', () => {
  const asked = {
    holder_names: 'required',
    questions: [
      question('terms', { kind: 'consent', required: true }),
      question('diet', { asked_of: 'ticket', required: true }),
    ],
  }
  const given = answersOf(
    form({ 'holders[0][ticket_name]': 'Ada', 'holders[0][answers][diet]': 'x' }),
    asked,
    places.slice(0, 2),
  )
  assert.deepEqual(Object.keys(answerProblems(given, asked, 'Please answer')), [
    'answers[terms]',
    'holders[1][ticket_name]',
    'holders[1][answers][diet]',
  ])
})
