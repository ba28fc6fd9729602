import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openTestDatabase } from '../../tests/harness.ts'
import { likeNeedle, pageOf } from './lists.ts'

const { sql } = await openTestDatabase()

const isFound = async (text: string, search: string) => {
  const [row] = await sql<{ found: boolean }[]>`select lower(${text}) like lower(${likeNeedle(search)}) as found`
  return row?.found
}

test('one row beyond the page says that there is more, and is not on the page', () => {
  assert.deepEqual(pageOf([1, 2, 3], 2), { has_more: true, page: [1, 2] })
  assert.deepEqual(pageOf([1, 2], 2), { has_more: false, page: [1, 2] })
  assert.deepEqual(pageOf([1], 2), { has_more: false, page: [1] })
  assert.deepEqual(pageOf([], 2), { has_more: false, page: [] })
})

test('a search finds its text anywhere, in any case', async () => {
  for (const [text, search] of [
    ['Ann Lee', 'n l'],
    ['Ann Lee', 'ANN'],
    ['Sigríður Ólafsdóttir', 'ólafsdóttir'],
    ['Sigríður Ólafsdóttir', 'ÓLAFSDÓTTIR'],
    ['ΠΑΠΑΔΟΠΟΥΛΟΣ', 'ΠΑΠΑΔΟΠΟΥΛΟΣ'],
    ['İstanbul', 'İstanbul'],
    ['Łukasz Żółć', 'łukasz żółć'],
    ['王小明', '小'],
    ['O’Brien 😀', '😀'],
  ] as const) {
    assert.equal(await isFound(text, search), true, `${search} in ${text}`)
  }
  assert.equal(await isFound('Ann Lee', 'leen'), false)
})

test('%, _ and the backslash are plain characters in a search', async () => {
  for (const [text, search, found] of [
    ['100% fan', '0%', true],
    ['100 fan', '0%', false],
    ['a_b', 'a_b', true],
    ['axb', 'a_b', false],
    ['back\\slash', 'k\\s', true],
    ['backslash', 'k\\s', false],
    ['ends with \\', '\\', true],
    ['50\\%', '\\%', true],
    ['50%', '\\%', false],
    ['anything', '%', false],
    ['anything', '_', false],
  ] as const) {
    assert.equal(await isFound(text, search), found, `${search} in ${text}`)
  }
})
