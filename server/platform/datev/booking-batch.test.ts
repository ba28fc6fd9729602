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
