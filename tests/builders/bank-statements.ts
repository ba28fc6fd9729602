import type { StatementMapping } from '../../server/platform/bank-statements/read-statement-csv.ts'
import type { StatementLine } from '../../server/platform/bank-statements/statement.ts'
import { currencyExponent } from '../../server/platform/values/money.ts'
import { escapeXml } from '../../server/platform/values/xml.ts'

/** A movement as a test plants it; what it leaves out is as banks have it mostly. */
export type PlantedLine = Partial<StatementLine> & Pick<StatementLine, 'amountMinor'>

export const STATEMENT_ACCOUNT = 'DE89370400440532013000'

const full = (line: PlantedLine) => ({
  bookedOn: '2026-03-02',
  currency: 'EUR',
  bankReference: null,
  name: null,
  counterAccount: null,
  text: '',
  kind: 'payment' as const,
  ...line,
})

const decimal = (minor: number, currency: string, point: string) => {
  const exponent = currencyExponent(currency)
  const digits = String(Math.abs(minor)).padStart(exponent + 1, '0')
  return exponent === 0
    ? `${digits}${point === ',' ? ',' : ''}`
    : `${digits.slice(0, -exponent)}${point}${digits.slice(-exponent)}`
}

const tag = (name: string, content: string | null) =>
  content === null || content === '' ? '' : `<${name}>${content}</${name}>`
const sumOf = (lines: PlantedLine[]) => lines.reduce((sum, { amountMinor }) => sum + amountMinor, 0)

/** CAMT.053, of version 2 or 8. */
export function writeCamt(
  planted: PlantedLine[],
  { version = 2, account = STATEMENT_ACCOUNT }: { version?: 2 | 8; account?: string } = {},
) {
  const currency = planted[0]?.currency ?? 'EUR'
  const signed = (minor: number) =>
    `<Amt Ccy="${currency}">${decimal(minor, currency, '.')}</Amt><CdtDbtInd>${minor < 0 ? 'DBIT' : 'CRDT'}</CdtDbtInd>`
  const balance = (code: string, minor: number) =>
    `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp>${signed(minor)}<Dt><Dt>2026-03-02</Dt></Dt></Bal>`
  const entries = planted.map(full).map((line) => {
    const role = line.amountMinor < 0 ? 'Cdtr' : 'Dbtr'
    const name = tag('Nm', line.name && escapeXml(line.name))
    const party = tag(role, version === 8 && name !== '' ? tag('Pty', name) : name)
    const counter = tag(`${role}Acct`, tag('Id', tag('IBAN', line.counterAccount)))
    const code = line.kind === 'charge' ? 'CHRG' : 'ESCT'
    return [
      `<Ntry>${signed(line.amountMinor)}${line.kind === 'return' ? '<RvslInd>true</RvslInd>' : ''}`,
      tag('Sts', version === 8 ? '<Cd>BOOK</Cd>' : 'BOOK'),
      `<BookgDt><Dt>${line.bookedOn}</Dt></BookgDt>${tag('AcctSvcrRef', line.bankReference)}`,
      `<BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>RCDT</Cd><SubFmlyCd>${code}</SubFmlyCd></Fmly></Domn></BkTxCd>`,
      `<NtryDtls><TxDtls>${tag('RltdPties', party + counter)}${tag('RmtInf', tag('Ustrd', escapeXml(line.text)))}</TxDtls></NtryDtls></Ntry>`,
    ].join('\n')
  })
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.0${version}"><BkToCstmrStmt><GrpHdr><MsgId>1</MsgId></GrpHdr><Stmt><Id>1</Id>
<Acct><Id><IBAN>${account}</IBAN></Id></Acct>${balance('OPBD', 100_000)}${balance('CLBD', 100_000 + sumOf(planted))}
${entries.join('\n')}
</Stmt></BkToCstmrStmt></Document>
`
}

/** MT940 with the fields of German banks: what was written in pieces of 27 characters. */
export function writeMt940(planted: PlantedLine[], account = STATEMENT_ACCOUNT): string {
  const currency = planted[0]?.currency ?? 'EUR'
  const balance = (minor: number) => `${minor < 0 ? 'D' : 'C'}260302${currency}${decimal(minor, currency, ',')}`
  const movements = planted.map(full).map((line) => {
    const day = line.bookedOn.replaceAll('-', '').slice(2)
    const isReturn = line.kind === 'return'
    const direction = isReturn ? (line.amountMinor < 0 ? 'RC' : 'RD') : line.amountMinor < 0 ? 'D' : 'C'
    const written = (`SVWZ+${line.text}`.match(/.{1,27}/gs) ?? []).map(
      (part, index) => `?${index < 10 ? 20 + index : 50 + index}${part}`,
    )
    const reference = `NONREF${line.bankReference ? `//${line.bankReference}` : ''}`
    const name = line.name
      ? `?32${line.name.slice(0, 27)}${line.name.length > 27 ? `?33${line.name.slice(27)}` : ''}`
      : ''
    const explained = `${line.kind === 'charge' ? '805' : '166'}?00GUTSCHRIFT${written.join('')}${line.counterAccount ? `?31${line.counterAccount}` : ''}${name}`
    return `:61:${day}${day.slice(2)}${direction}${decimal(line.amountMinor, currency, ',')}NTRF${reference}\r\n:86:${(explained.match(/.{1,65}/gs) ?? []).join('\r\n')}`
  })
  return [
    ':20:STARTUMS',
    `:25:${account}`,
    ':28C:1/1',
    `:60F:${balance(100_000)}`,
    ...movements,
    `:62F:${balance(100_000 + sumOf(planted))}`,
    '-',
    '',
  ].join('\r\n')
}

export const csvMapping = {
  decimal: ',',
  dates: 'dmy',
  currency: 'EUR',
  columns: {
    date: 'Buchungstag',
    amount: 'Betrag',
    currency: 'Währung',
    name: 'Beguenstigter/Zahlungspflichtiger',
    counter_account: 'Kontonummer/IBAN',
    reference: 'Umsatznummer',
    account: 'Auftragskonto',
    text: ['Verwendungszweck'],
  },
} as const satisfies StatementMapping

/** As a German bank's portal has it, with two lines of its own before the headings. */
export function writeStatementCsv(planted: PlantedLine[], account = STATEMENT_ACCOUNT): string {
  const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`
  const { columns } = csvMapping
  const heading = [
    columns.account,
    columns.date,
    columns.name,
    columns.counter_account,
    columns.text[0],
    columns.reference,
    columns.amount,
    columns.currency,
  ]
  const rows = planted.map(full).map((line) => [
    account,
    line.bookedOn.split('-').toReversed().join('.'),
    line.name ?? '',
    line.counterAccount ?? '',
    line.text,
    line.bankReference ?? '',
    `${line.amountMinor < 0 ? '-' : ''}${decimal(line.amountMinor, line.currency, ',')
      .replace(/,$/, '')
      .replaceAll(/\B(?=(\d{3})+(?=,|$))/g, '.')}`,
    line.currency,
  ])
  return ['"Umsatzliste";"Girokonto"', '', ...[heading, ...rows].map((cells) => cells.map(quoted).join(';')), ''].join(
    '\r\n',
  )
}
