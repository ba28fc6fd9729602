import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  csvMapping,
  type PlantedLine,
  STATEMENT_ACCOUNT,
  writeCamt,
  writeMt940,
  writeStatementCsv,
} from '../../../tests/builders/bank-statements.ts'
import { fc } from '../../../tests/harness/chance.ts'
import { formatOf, readBankStatement } from './read-bank-statement.ts'
import type { StatementMapping } from './read-statement-csv.ts'
import { StatementFileError } from './statement.ts'

const word = fc.stringMatching(/^[A-Za-z0-9]{1,12}$/)
const words = fc.array(word, { minLength: 1, maxLength: 8 }).map((parts) => parts.join(' '))
const planted = fc.record({
  amountMinor: fc.integer({ min: -99_999_999, max: 99_999_999 }).filter((minor) => minor !== 0),
  bookedOn: fc
    .integer({ min: 0, max: 700 })
    .map((days) => new Date(Date.UTC(2025, 0, 1 + days)).toISOString().slice(0, 10)),
  bankReference: fc.option(fc.stringMatching(/^[A-Z0-9]{4,16}$/), { nil: null }),
  name: fc.option(words.map((text) => text.slice(0, 50).trim())),
  counterAccount: fc.option(fc.constant('NL91ABNA0417164300')),
  text: words,
})

test('what a bank writes is read the same in every format', () => {
  fc.assert(
    fc.property(fc.array(planted, { maxLength: 12 }), (lines) => {
      const expected = lines.map((line) => ({ ...line, account: STATEMENT_ACCOUNT, currency: 'EUR', kind: 'payment' }))
      const files = [writeCamt(lines), writeCamt(lines, { version: 8 }), writeMt940(lines), writeStatementCsv(lines)]
      for (const file of files) {
        const read = readBankStatement(file, csvMapping).map(({ line: _line, ...rest }) => rest)
        assert.deepEqual(read, expected, formatOf(file))
      }
    }),
  )
})

test('a line of the file is named that cannot be read', () => {
  const camt = writeCamt([{ amountMinor: 1250, text: 'A' }, { amountMinor: -300 }])
  const mt940 = writeMt940([{ amountMinor: 1250, text: 'A' }])
  const csv = writeStatementCsv([{ amountMinor: 1250, text: 'A' }])
  const wrong: [string, RegExp][] = [
    [camt.replace('>12.50<', '>12.505<'), /^line 4: "12.505" is no amount of EUR/],
    [camt.replace('<Amt Ccy="EUR">12.50', '<Amt Ccy="EUX">12.50'), /^line 4: there is no currency "EUX"/],
    [camt.replace('>12.50<', '>13.50<'), /^line 3: the movements are not what lies between the balances/],
    [camt.replace('camt.053.001.02', 'camt.052.001.02'), /^line 2: this is camt.052/],
    [camt.slice(0, -60), /cut off/],
    [camt.replace('2026-03-02</Dt></BookgDt>', '2026-02-30</Dt></BookgDt>'), /^line 4: "2026-02-30" is no day/],
    ['<html><body/></html>', /^line 1: this is no CAMT.053/],
    [mt940.replace('C12,50', 'C12,505'), /^line 5: 12,505 is no amount of EUR/],
    [mt940.replace(':62F:C260302EUR1012,50', ':62F:C260302EUR1012,49'), /^line 7: the movements are not/],
    [mt940.replace(':61:2603020302', ':61:2602300302'), /^line 5: 260230 is no day/],
    [mt940.replace(':61:26', ':61:x'), /^line 5: :61: is not written as one/],
    [csv.replace('12,50', '12.50'), /^line 4: "12.50" is no amount of EUR/],
    [csv.replace('02.03.2026', '2026.03.02'), /^line 4: .* is no day \(dmy\)/],
    [csv.replace('"Betrag"', '"Amount"'), /no line of headings with "Betrag"/],
    [csv.replace('"Umsatznummer"', '"Betrag"'), /no line of headings with "Umsatznummer"/],
  ]
  for (const [file, why] of wrong)
    assert.throws(
      () => readBankStatement(file, csvMapping),
      (error) => error instanceof StatementFileError && why.test(error.message),
      String(why),
    )
  assert.throws(() => readBankStatement(csv), /a CSV needs a mapping/)
})

test('a hostile file brings nothing in, and takes no time', () => {
  const doctype = '<!DOCTYPE a [<!ENTITY b "b"><!ENTITY c SYSTEM "file:///etc/passwd">]>'
  const hostile = [
    writeCamt([{ amountMinor: 1 }]).replace('<Document', `${doctype}<Document`),
    writeCamt([{ amountMinor: 1, text: 'A' }]).replace('<Ustrd>A', '<Ustrd>&c;'),
    writeCamt([{ amountMinor: 1, text: 'A' }]).replace('<Ustrd>A', '<Ustrd>&#0;'),
    `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02">${'<a>'.repeat(100_000)}`,
    `<${'a'.repeat(1_000_000)}`,
    `<a ${'b="c" '.repeat(100_000)}/>`,
    '<'.repeat(1_000_000),
    '&'.repeat(1_000_000),
    `:20:\r\n:86:${'?'.repeat(1_000_000)}`,
    `:20:${'\r\n:'.repeat(300_000)}`,
    `:20:a\r\n:60F:C260302EUR1,00\r\n:61:${'1'.repeat(1_000_000)}`,
    `"${'a'.repeat(1_000_000)}`,
    ';'.repeat(1_000_000),
    '\0'.repeat(100),
    'x'.repeat(6_000_001),
    writeMt940(Array.from({ length: 10_001 }, () => ({ amountMinor: 1 }))),
  ]
  for (const file of hostile)
    assert.throws(
      () => readBankStatement(file, csvMapping),
      (error) => error instanceof StatementFileError,
      file.slice(0, 40),
    )
  fc.assert(
    fc.property(
      fc.constantFrom('<a>', ':20:', 'Buchungstag;Betrag\n', ''),
      fc.string({ unit: 'binary', maxLength: 300 }),
      (start, rest) => {
        try {
          readBankStatement(start + rest, csvMapping)
        } catch (error) {
          assert.ok(error instanceof StatementFileError, String(error))
        }
      },
    ),
  )
})

test('one damaged character never makes another amount of a file with balances', () => {
  const lines = [
    { amountMinor: 1250, text: 'A' },
    { amountMinor: 77_700, text: 'B' },
  ]
  for (const file of [writeCamt(lines), writeMt940(lines)]) {
    const damage = fc.tuple(
      fc.integer({ min: 0, max: file.length - 1 }),
      fc.constantFrom('0', '1', ',', '.', '-', 'D', '<'),
    )
    fc.assert(
      fc.property(damage, ([index, character]) => {
        const damaged = file.slice(0, index) + character + file.slice(index + 1)
        try {
          const amounts = readBankStatement(damaged, csvMapping).map(({ amountMinor }) => amountMinor)
          if (damaged.match(/OPBD|60F/) && damaged.match(/CLBD|62F/)) assert.deepEqual(amounts, [1250, 77_700])
        } catch (error) {
          assert.ok(error instanceof StatementFileError, String(error))
        }
      }),
      { numRuns: 500 },
    )
  }
})

test('banks that book many transfers in one sum name each of them', () => {
  const details = (amount: string, name: string) =>
    `<TxDtls><Refs><EndToEndId>NOTPROVIDED</EndToEndId></Refs><AmtDtls><TxAmt><Amt Ccy="EUR">${amount}</Amt></TxAmt></AmtDtls><RltdPties><Dbtr><Nm>${name}</Nm></Dbtr></RltdPties><RmtInf><Strd><CdtrRefInf><Ref>RF18</Ref></CdtrRefInf></Strd></RmtInf></TxDtls>`
  const file = (second: string) =>
    writeCamt([{ amountMinor: 1250, bankReference: 'B7' }]).replace(
      '<TxDtls></TxDtls>',
      details('10.00', 'Ada &amp; Ben') + details(second, 'Cleo'),
    )
  assert.deepEqual(
    readBankStatement(file('2.50')).map(({ amountMinor, name, bankReference, text }) => [
      amountMinor,
      name,
      bankReference,
      text,
    ]),
    [
      [1000, 'Ada & Ben', 'B7/1', 'RF18'],
      [250, 'Cleo', 'B7/2', 'RF18'],
    ],
  )
  assert.equal(readBankStatement(file('2.40')).length, 1, 'sums that are not the entry’s are not believed')
})

test('movements that are not booked yet are left out; charges and returns are named', () => {
  const pending = writeCamt([{ amountMinor: 1250 }])
    .replace('BOOK', 'PDNG')
    .replace('<Cd>CLBD', '<Cd>ITBD')
  assert.deepEqual(readBankStatement(pending), [])
  const lines: PlantedLine[] = [
    { amountMinor: -500, kind: 'charge' },
    { amountMinor: -1250, kind: 'return' },
    { amountMinor: 800, kind: 'return' },
  ]
  for (const file of [writeCamt(lines), writeMt940(lines)])
    assert.deepEqual(
      readBankStatement(file).map(({ kind, amountMinor }) => [kind, amountMinor]),
      [
        ['charge', -500],
        ['return', -1250],
        ['return', 800],
      ],
    )
})

test('banks outside of Germany write MT940 with words between slashes, or plainly', () => {
  const file = (explained: string) =>
    `{1:F01INGBNL2ABXXX0000000000}{2:I940}{4:\r\n:20:P1\r\n:25:NL20INGB0001234567EUR\r\n:28C:1\r\n:60F:C260227EUR0,00\r\n:61:2603010302C54,4NTRFEREF//B1\r\n/TRCD/00100/\r\n:86:${explained}\r\n:62F:C260302EUR54,40\r\n-}`
  const [dutch] = readBankStatement(
    file('/EREF/E1//CNTP/NL32INGB0000012345/INGBNL2A/A. Visser///REMI/USTD//RF45 1000 0023 45/'),
  )
  assert.deepEqual(
    [dutch?.name, dutch?.counterAccount, dutch?.bookedOn, dutch?.amountMinor],
    ['A. Visser', 'NL32INGB0000012345', '2026-03-02', 5440],
  )
  assert.match(dutch?.text ?? '', /^RF45 1000 0023 45 E1/)
  assert.match(readBankStatement(file('A VISSER RF45 1000\r\n0023 45'))[0]?.text ?? '', /^A VISSER RF45 1000 0023 45/)
  const turned = file('x').replace(':61:2603010302', ':61:2612310102').replace(':60F', ':60M')
  assert.equal(readBankStatement(turned)[0]?.bookedOn, '2027-01-02', 'a booking day after New Year')
})

test('a CSV says amounts and days as its mapping has it', () => {
  const read = (mapping: StatementMapping, ...rows: string[]) =>
    readBankStatement(rows.join('\n'), mapping).map(({ bookedOn, amountMinor, currency }) => [
      bookedOn,
      amountMinor,
      currency,
    ])
  const swiss: StatementMapping = {
    decimal: '.',
    dates: 'ymd',
    currency: 'CHF',
    columns: { date: 'Datum', credit: 'Gutschrift', debit: 'Lastschrift' },
  }
  assert.deepEqual(read(swiss, 'Datum,Gutschrift,Lastschrift', "2026-03-02,1'234.50,", '20260303,,-12.00', ',,'), [
    ['2026-03-02', 123_450, 'CHF'],
    ['2026-03-03', -1200, 'CHF'],
  ])
  const american: StatementMapping = {
    decimal: '.',
    dates: 'mdy',
    currency: 'USD',
    columns: { date: 'Date', amount: 'Amount' },
  }
  assert.deepEqual(read(american, 'Date\tAmount', '3/2/26\t1,234.50-', '12/31/2026\t+5'), [
    ['2026-03-02', -123_450, 'USD'],
    ['2026-12-31', 500, 'USD'],
  ])
  const none: StatementMapping = { ...american, columns: { date: 'Date' } }
  assert.throws(() => read(none, 'Date\tAmount'), /either amount is a column/)
})
