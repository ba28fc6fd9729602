import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inflateSync } from 'node:zlib'
import { type CutFont, fontCutter } from './cut-font.ts'

/** A font of which a cut is the list of its glyphs, and how often it was cut. */
function countingFont() {
  const counts = { cuts: 0 }
  const cutFor = fontCutter({
    name: 'x',
    advanceOf: (glyph) => glyph * 10,
    cut: (glyphs) => {
      counts.cuts += 1
      return Buffer.from([...glyphs].join(' '))
    },
  })
  return { counts, cutFor }
}
const glyphsOf = (from: number, to: number) =>
  new Map(Array.from({ length: to - from }, (_, index) => [from + index, from + index + 1000]))
const glyphsIn = ({ program }: CutFont) => inflateSync(program).toString().split(' ').map(Number)

test('a cut has every letter that was asked for, whatever was cut before, and is made again only for a new one', () => {
  const { counts, cutFor } = countingFont()
  assert.deepEqual(glyphsIn(cutFor(glyphsOf(1, 4))), [1, 2, 3])
  const both = cutFor(glyphsOf(3, 6))
  assert.deepEqual(glyphsIn(both), [1, 2, 3, 4, 5])
  assert.equal(both.widths, '1 [10] 2 [20] 3 [30] 4 [40] 5 [50]')
  assert.equal(cutFor(glyphsOf(2, 5)), both)
  assert.equal(counts.cuts, 2)
})

test('cuts do not grow for ever: beyond a bound a file has its own letters alone', () => {
  const { cutFor } = countingFont()
  cutFor(glyphsOf(1, 100))
  assert.equal(glyphsIn(cutFor(glyphsOf(200, 230))).length, 30)
  assert.equal(glyphsIn(cutFor(glyphsOf(1, 400))).length, 399)
  assert.deepEqual(glyphsIn(cutFor(glyphsOf(200, 203))).length, 30, 'the large one was not kept')
})

test('a glyph that stands for another character than before says so, and every part has a name of its own', () => {
  const { cutFor } = countingFont()
  const first = cutFor(new Map([[7, 0x41]]))
  const other = cutFor(new Map([[7, 0x391]]))
  assert.match(inflateSync(first.toUnicode).toString(), /<0007> <0041>/)
  assert.match(inflateSync(other.toUnicode).toString(), /<0007> <0391>/)
  assert.match(first.name, /^[A-Z]{6}\+x$/)
  assert.notEqual(cutFor(new Map([[8, 0x42]])).name, first.name)
})
