import assert from 'node:assert/strict'
import { test } from 'node:test'
import { questionKey } from './question-key.ts'

test('a question is called by its words in files, in letters that every file has', () => {
  assert.equal(questionKey('Which shirt size?', []), 'which_shirt_size')
  assert.equal(questionKey('Größe des Trikots', []), 'gro_e_des_trikots')
  assert.equal(questionKey('2. Who drives?', []), 'who_drives')
  assert.equal(questionKey('何を食べますか', []), 'question')
})

test('no two of an event are called the same, and none is too long', () => {
  assert.equal(questionKey('Meal', ['meal', 'meal_2']), 'meal_3')
  assert.match(questionKey(`A${'b'.repeat(500)}`, []), /^[a-z][a-z0-9_]{0,39}$/)
})
