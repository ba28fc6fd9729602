import type { StatementMapping } from '../../server/platform/bank-statements/read-statement-csv.ts'

/** A file that is written to cost its reader much, for any number of characters, and how a CSV is to be read. */
export type HostileFile = { name: string; write: (characters: number) => string; mapping?: StatementMapping }

const fill = (text: string, characters: number) => text.repeat(Math.ceil(characters / text.length))

const MT940 = ':20:A\n:25:1/2\n:60F:C260101EUR0,00\n'
const MOVEMENT = ':61:2601010101C1,00NTRFNONREF\n'
const mt940 = (explained: string) => `${MT940}${MOVEMENT}:86:${explained}\n-`

const CAMT = '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt><Stmt>'
const DAY = '<BookgDt><Dt>2026-01-01</Dt></BookgDt>'
const AMOUNT = '<Amt Ccy="EUR">1.00</Amt>'
const camt = (inside: string) => `${CAMT}${inside}</Stmt></BkToCstmrStmt></Document>`
const entry = (inside: string, amount = AMOUNT) =>
  `<Ntry>${amount}${inside}<CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts>${DAY}</Ntry>`

const mapping: StatementMapping = {
  decimal: ',',
  dates: 'dmy',
  currency: 'EUR',
  columns: { date: 'Date', amount: 'Amount', text: ['Text'] },
}
const HEADINGS = 'Date;Amount;Text\n'
/** A line of a CSV may have so many characters. */
const LINE_MAX = 19_000
const rows = (row: string, characters: number) => `${HEADINGS}${fill(`${row}\n`, characters)}`

/** One for each way in which a reader of bank statements was slow, or could be. */
export const hostileStatements: HostileFile[] = [
  { name: 'MT940: many labels that no other one ends', write: (size) => mt940(`166?20${fill('SVWZ+', size)}`) },
  { name: 'MT940: labels before a line separator', write: (size) => mt940(`166?20${fill('SVWZ+', size)}\u2028`) },
  { name: 'MT940: labels of two kinds by turns', write: (size) => mt940(`166?20${fill('EREF+SVWZ+', size)}`) },
  { name: 'MT940: slashes with something behind them', write: (size) => mt940(`/REMI/${fill('/', size)}x`) },
  { name: 'MT940: words between slashes', write: (size) => mt940(fill('/NAME/a', size)) },
  { name: 'MT940: envelopes', write: (size) => `${fill('{1:', size)}\n${mt940('x')}` },
  {
    name: 'MT940: a long account, and many movements of it',
    write: (size) => `${MT940.replace('1/2', fill('1', size / 2))}${fill(MOVEMENT, Math.min(size / 2, 290_000))}-`,
  },
  { name: 'MT940: empty lines', write: (size) => `${MT940}${fill('\n', size)}${MOVEMENT}-` },
  {
    name: 'CAMT: a long remark of an entry with many transactions',
    write: (size) =>
      camt(
        entry(
          `<NtryDtls>${fill('<TxDtls></TxDtls>', size / 2)}</NtryDtls><AddtlNtryInf>${fill('x', size / 2)}</AddtlNtryInf>`,
        ),
      ),
  },
  {
    name: 'CAMT: details of an entry that stand before all else',
    write: (size) => camt(entry(fill(`<NtryDtls><TxDtls>${AMOUNT}</TxDtls></NtryDtls>`, size))),
  },
  {
    name: 'CAMT: a long account, and many entries of it',
    write: (size) =>
      camt(
        `<Acct><Id><IBAN>${fill('1', size / 2)}</IBAN></Id></Acct>${fill(entry(''), Math.min(size / 2, 1_200_000))}`,
      ),
  },
  {
    name: 'CAMT: a long direction of an entry that its transactions share',
    write: (size) =>
      camt(
        entry(fill(`<NtryDtls><TxDtls>${AMOUNT}</TxDtls></NtryDtls>`, size / 2)).replace(
          'CRDT',
          `${fill(' ', size / 2)}CRDT`,
        ),
      ),
  },
  { name: 'CAMT: blanks in tags', write: (size) => camt(fill(`<a ${' '.repeat(1_900)}/>`, size)) },
  { name: 'CAMT: entities', write: (size) => camt(`<a>${fill('&amp;', size)}</a>`) },
  { name: 'CAMT: ampersands without a name', write: (size) => camt(`<a>${fill('&', size)}</a>`) },
  { name: 'CAMT: comments', write: (size) => camt(fill('<!---->', size)) },
  { name: 'CAMT: one comment that does not end', write: (size) => camt(fill('<!--', size)) },
  {
    name: 'CSV: blanks after a sign',
    write: (size) => rows(`01.01.2026;+${' '.repeat(Math.min(size, LINE_MAX))}x;x`, size),
    mapping,
  },
  { name: 'CSV: quotes in cells', write: (size) => rows(`01.01.2026;1;${fill('a"', 1_000)}`, size), mapping },
  { name: 'CSV: a quote that does not end', write: (size) => `${HEADINGS}01.01.2026;1;"${fill('a\n', size)}`, mapping },
  { name: 'CSV: quotes', write: (size) => rows(fill('"', 1_000), size), mapping },
  { name: 'CSV: separators', write: (size) => rows(fill(';', 190), size), mapping },
  { name: 'CSV: empty lines', write: (size) => `${HEADINGS}${fill('\n', size)}`, mapping },
  { name: 'CSV: digits and a blank as a day', write: (size) => rows(`${fill('1', 18_000)} ;1;x`, size), mapping },
]
