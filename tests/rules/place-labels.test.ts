import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isTestFile, readSources } from './source-files.ts'

/** The one function that puts the parts of a place together, and what reads them for a map or a file. */
const ALLOWED = new Set(['faces/kit/place.ts', 'server/programme/seat-maps/read-label.ts'])

/** A list with the name of a seat in it that is joined, and a text that the name of a seat is put into. */
const JOINED = /\[[^[\]]*\bseat_(?:title|row)\b[^[\]]*\][^;]{0,160}\.join\(/s
const PUT_IN = /`[^`]*\$\{[^}`]*\bseat_(?:title|row)\b[^}`]*\}[^`]*`/s

const gluesLabel = (text: string): boolean => JOINED.test(text) || PUT_IN.test(text)

test('a label of a place is put together in one function', async () => {
  const files = await readSources(['server', 'faces'], ['.ts', '.tsx'])
  const second = files
    .filter(({ path, text }) => !isTestFile(path) && !ALLOWED.has(path) && gluesLabel(text))
    .map(({ path }) => path)
  assert.deepEqual(second, [], 'use placeText of faces/kit/place.ts')
})

test('is caught: a second function that glues a label', () => {
  assert.ok(gluesLabel("const place = [seat_section, seat_row, seat_title].filter((part) => part !== null).join(' ')"))
  assert.ok(gluesLabel(['const place = `Seat $', '{seat.seat_title}`'].join('')))
  assert.ok(!gluesLabel('sql`select s.seat_row, s.seat_title from seats s`'))
})
