import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readStatementCsv } from '../../../server/platform/bank-statements/read-statement-csv.ts'
import { writeStatementCsv } from '../../../tests/builders/bank-statements.ts'
import { guessReading, isCsv, mappingOf, readBankCsv, readingOf, readLines } from './read-bank-csv.ts'

const FILES: Record<string, string> = {
  german: writeStatementCsv([{ amountMinor: 123_456, text: 'RF18 5390', name: 'A. Visser', bankReference: 'B1' }]),
  dutch:
    'Datum,Naam / Omschrijving,Rekening,Tegenrekening,Bedrag (EUR),Mededelingen\n20260302,"Visser, A.",NL20,NL91,"1234,56",RF18 5390\n',
  english: 'Date,Description,Paid in,Paid out,Balance\n02/03/2026,RF18 5390,"1,234.56",,9\n13/03/2026,Rent,,70.00,9\n',
  spanish: '﻿Fecha operación;Concepto;Importe;Divisa\r\n02/03/2026;RF18 5390;1.234,56;EUR\r\n31/03/2026;x;-5,00;EUR\r\n',
}

test('the columns of banks are known by their headings, and what is shown before is what the service reads', () => {
  for (const [name, file] of Object.entries(FILES)) {
    const csv = readBankCsv(file)
    const reading = guessReading(csv, 'EUR')
    const lines = readLines(csv, reading, 5)
    const read = readStatementCsv(file, mappingOf(csv, reading))
    assert.equal(Math.round((lines[0]?.amount ?? 0) * 100), 123_456, name)
    assert.deepEqual(
      lines.map(({ day, amount, text }) => [day, Math.round((amount ?? 0) * 100), text]),
      read.map(({ bookedOn, amountMinor, text }) => [bookedOn, amountMinor, text]),
      name,
    )
    assert.equal(isCsv(file), true)
    assert.deepEqual(readingOf(csv, mappingOf(csv, reading)), reading, `${name}, the next time`)
  }
})

test('a file with other columns is not read like the last one, and what cannot be read is said', () => {
  const csv = readBankCsv(FILES.german ?? '')
  const mapping = mappingOf(csv, guessReading(csv, 'EUR'))
  assert.equal(readingOf(readBankCsv(FILES.dutch ?? ''), mapping), undefined)
  const wrong = { ...guessReading(csv, 'EUR'), decimal: '.' as const, dates: 'ymd' as const }
  assert.deepEqual(
    readLines(csv, wrong, 1).map(({ day, amount }) => [day, amount]),
    [[undefined, undefined]],
  )
  assert.equal(isCsv('<Document/>'), false)
  assert.equal(isCsv('{1:F01}{4:\n:20:1'), false)
})

test('a file without an end is looked at no longer than a short one', () => {
  const { headings, rows } = readBankCsv(`Date;Amount;Text\n${'02.03.2026;1,00;x\n'.repeat(300_000)}`)
  assert.deepEqual([headings.length, rows.length], [3, 50])
  assert.deepEqual(readBankCsv('').headings, [])
})
