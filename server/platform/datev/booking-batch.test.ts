import assert from 'node:assert/strict'
import { test } from 'node:test'
import { datevLine } from './booking-batch.ts'

const booking = { amount: 1, debited: '1200', credited: '8400', taxKey: null, date: '2026-03-02', voucher: 'A1' }

test('no text of a file for DATEV begins with what a spreadsheet would run', () => {
  for (const text of ['=HYPERLINK("https://evil.example")', '+61', '-1', '@SUM(A1)', '\t=1']) {
    const cells = datevLine({ ...booking, text, voucher: text }, 'EUR')
      .toString('latin1')
      .trimEnd()
      .split(';')
    for (const cell of cells) assert.doesNotMatch(cell, /^"?[=+\-@\t\r\n]/, text)
  }
  assert.match(datevLine({ ...booking, text: 'Verkauf 7' }, 'EUR').toString('latin1'), /"Verkauf 7"/)
})

test('no character becomes another one that ends a cell, a line or a text', () => {
  const bytes = (text: string) => datevLine({ ...booking, text }, 'EUR').toString('latin1')
  const honest = bytes('Kasse xxxxx')
  // Their lower halves are a quote, a semicolon, an equals sign, a line feed and nothing.
  const hostile = bytes('Kasse \u0122\u013b\u013d\u010a\u0100')
  assert.equal(hostile, honest.replace('xxxxx', '?????'))
})

test('an umlaut and the sign of the euro are what DATEV reads as such', () => {
  const line = datevLine({ ...booking, text: 'Gebühr 5 €' }, 'EUR')
  assert.match(new TextDecoder('windows-1252').decode(line), /"Gebühr 5 €"/)
})
