import assert from 'node:assert/strict'
import { test } from 'node:test'
import { speak } from './messages.ts'

const catalogue = {
  save: 'Save',
  order: 'Order #{id} of {name}',
  tickets: { zero: 'no ticket', one: 'one ticket', other: '{count} tickets for {name}' },
  states: { open: 'open', due: 'due on {day}' },
}
type Given = { order: 'id' | 'name'; tickets: 'count' | 'name'; states: { due: 'day' } }
const words = speak<typeof catalogue, Given>(catalogue, 'en')

test('a text is a string, and one that is given values says them, whatever they hold', () => {
  assert.equal(words.save, 'Save')
  assert.equal(words.order({ id: 1234, name: 'Ada {id}' }), 'Order #1234 of Ada {id}')
})

test('a plural takes the form of its number, writes it as the language does, and has a word for none', () => {
  assert.deepEqual(
    [0, 1, 1234].map((count) => words.tickets({ count, name: 'Ada' })),
    ['no ticket', 'one ticket', '1,234 tickets for Ada'],
  )
  const inGerman = speak<typeof catalogue, Given>(catalogue, 'de')
  assert.equal(inGerman.tickets({ count: 1234, name: 'Ada' }), '1.234 tickets for Ada')
})

test('an element stands inside of its sentence', () => {
  const link = { type: 'a' }
  assert.deepEqual(words.order({ id: 7, name: link }), ['Order #', 7, ' of ', link])
})

test('a group is found by a name of the API, and says nothing of one that it does not know', () => {
  const byName = (state: string) => words.states[state]
  assert.equal(byName('open'), 'open')
  assert.equal(byName('new'), undefined)
  assert.equal(words.states.due({ day: 'Monday' }), 'due on Monday')
})
