import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decode, readTable } from './read-table.ts'

test('a table is read with any delimiter, quotes, line ends, a mark and a line that says the delimiter', () => {
  const { headings, rows } = readTable('\ufeffNo;"Last; first";E-Mail\r\n1;"say ""hi""\r\nthere";\r\n\r\n2;x;y')
  assert.deepEqual(headings, ['No', 'Last; first', 'E-Mail'])
  assert.deepEqual(rows, [
    ['1', 'say "hi"\r\nthere', ''],
    ['2', 'x', 'y'],
  ])
  assert.deepEqual(readTable('sep=;\na;b\n1;2').rows, [['1', '2']])
  assert.deepEqual(readTable('a,b\n1,').rows, [['1', '']])
  assert.deepEqual(readTable(''), { text: '', headings: [], rows: [] })
})

test('a file is decoded as spreadsheets save it', () => {
  const text = 'Name\nJörg €\n'
  assert.equal(decode(new TextEncoder().encode(text)), text)
  const windows = Uint8Array.from([...text].map((letter) => (letter === '€' ? 0x80 : (letter.codePointAt(0) ?? 0))))
  assert.equal(decode(windows), text)
  const wide = new Uint8Array([
    0xff,
    0xfe,
    ...[...text].flatMap((sign) => [sign.charCodeAt(0) & 255, sign.charCodeAt(0) >> 8]),
  ])
  assert.equal(decode(wide), text)
})
