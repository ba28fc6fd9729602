import assert from 'node:assert/strict'
import { test } from 'node:test'
import { likeNeedle, pageOf } from './lists.ts'

test('one row beyond the page says that there is more, and is not on the page', () => {
  assert.deepEqual(pageOf([1, 2, 3], 2), { has_more: true, page: [1, 2] })
  assert.deepEqual(pageOf([1, 2], 2), { has_more: false, page: [1, 2] })
  assert.deepEqual(pageOf([1], 2), { has_more: false, page: [1] })
  assert.deepEqual(pageOf([], 2), { has_more: false, page: [] })
})

test('a needle lets anything stand around the text, and takes nothing in it for a pattern', () => {
  assert.equal(likeNeedle('Ann Lee'), '%Ann Lee%')
  assert.equal(likeNeedle('100%'), '%100\\%%')
  assert.equal(likeNeedle('a_b'), '%a\\_b%')
  assert.equal(likeNeedle('\\'), '%\\\\%')
  assert.equal(likeNeedle('\\%_'), '%\\\\\\%\\_%')
})
