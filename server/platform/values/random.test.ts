import assert from 'node:assert/strict'
import { test } from 'node:test'
import { base62, base62Number, idMaker } from './random.ts'

test('random text has the asked length and every one of its 62 characters about equally often', () => {
  const text = base62(62_000)
  assert.match(text, /^[0-9A-Za-z]{62000}$/)
  const counts = new Map<string, number>()
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1)
  assert.equal(counts.size, 62)
  // Folding the last 8 values of a byte would make eight characters come a quarter more often.
  for (const [character, count] of counts) assert.ok(count > 800 && count < 1200, `${character} came ${count} times`)
})

test('given the same randomness, the same text comes out', () => {
  const bytes = (size: number) => Buffer.alloc(size, 61)
  assert.equal(base62(4, bytes), 'zzzz')
})

test('bytes that would favour a character are thrown away', () => {
  const bytes = (size: number) => Buffer.from(Array.from({ length: size }, (_, index) => (index % 2 === 0 ? 255 : 1)))
  assert.equal(base62(3, bytes), '111')
})

test('a number has a fixed width in base62, most significant digit first', () => {
  assert.deepEqual(
    [0, 1, 61, 62, 2 ** 32 - 1].map((value) => base62Number(value, 6)),
    ['000000', '000001', '00000z', '000010', '4gfFC3'],
  )
})

test('ids of one process never repeat, and two processes never share one', () => {
  const [one, two] = [idMaker('req_'), idMaker('req_')]
  const ids = Array.from({ length: 5000 }, (_, index) => (index % 2 === 0 ? one() : two()))
  assert.equal(new Set(ids).size, 5000)
  for (const id of ids) assert.match(id, /^req_[0-9A-Za-z]{20}$/)
})
