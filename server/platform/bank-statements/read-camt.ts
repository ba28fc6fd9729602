import { childrenOf, elementAt, readXml, textAt, type XmlElement } from './read-xml.ts'
import {
  StatementFileError,
  type StatementLine,
  StatementLines,
  shortText,
  statementAmount,
  statementCurrency,
  statementDay,
} from './statement.ts'

const NAMESPACE = /^urn:iso:std:iso:20022:tech:xsd:(camt\.\d{3})\.001\.(\d{2})$/

/** Codes of the bank's transaction (BkTxCd/Domn/Fmly/SubFmlyCd) that are no payment of anyone. */
const CHARGES = new Set(['CHRG', 'COMM', 'COMT', 'FEES', 'INTR', 'TAXE'])

/**
 * CAMT.053, the statement of ISO 20022, of versions 2 to 13: 8 and later have parties in `Pty` and the status in `Cd`. What is not
 * booked yet is left out, it comes again. Where a statement has both balances, its movements have to be what lies between them.
 */
export function readCamt(text: string): StatementLine[] {
  const root = readXml(text)
  const space = [...root.attributes].find(([name]) => name === 'xmlns' || name.startsWith('xmlns:'))
  const known = [...root.attributes.values()].map((value) => NAMESPACE.exec(value)).find((match) => match !== null)
  if (root.name !== 'Document' || !known)
    throw new StatementFileError(
      root.line,
      `this is no CAMT.053 (${space?.[1].slice(0, 80) ?? root.name.slice(0, 40)})`,
    )
  if (known[1] !== 'camt.053')
    throw new StatementFileError(
      root.line,
      `this is ${known[1]}: ask the bank for camt.053, the statement of booked movements`,
    )
  const statements = childrenOf(elementAt(root, 'BkToCstmrStmt'), 'Stmt')
  if (statements.length === 0) throw new StatementFileError(root.line, 'there is no statement in it')
  const lines = new StatementLines()
  for (const statement of statements) readStatement(statement, lines)
  return lines.lines
}

function readStatement(statement: XmlElement, lines: StatementLines): void {
  const id = elementAt(statement, 'Acct', 'Id')
  const written = textAt(id, 'IBAN') ?? textAt(id, 'Othr', 'Id')
  const account = written && shortText(written)
  const sums = new Map<string, number>()
  for (const entry of childrenOf(statement, 'Ntry')) {
    if ((textAt(entry, 'Sts', 'Cd') ?? textAt(entry, 'Sts')) !== 'BOOK') continue
    const { amountMinor, currency } = signedAmount(entry, null)
    sums.set(currency, (sums.get(currency) ?? 0) + amountMinor)
    for (const line of entryLines(entry, account, amountMinor, currency)) lines.add(line)
  }
  checkBalances(statement, sums)
}

/** A transaction that does not say whether money came or went does as its entry did. */
function signedAmount(element: XmlElement, entryDirection: string | null): { amountMinor: number; currency: string } {
  const amount = elementAt(element, 'Amt') ?? elementAt(element, 'AmtDtls', 'TxAmt', 'Amt')
  const where = amount?.line ?? element.line
  const currency = statementCurrency(amount?.attributes.get('Ccy'), where)
  const minor = statementAmount(amount?.text ?? '', currency)
  if (minor === undefined)
    throw new StatementFileError(where, `${JSON.stringify(amount?.text.slice(0, 40))} is no amount of ${currency}`)
  const direction = textAt(element, 'CdtDbtInd') ?? entryDirection
  if (direction !== 'CRDT' && direction !== 'DBIT')
    throw new StatementFileError(element.line, 'CdtDbtInd is neither CRDT nor DBIT')
  return { amountMinor: direction === 'CRDT' ? minor : -minor, currency }
}

/** One line for each transaction of an entry that banks book in one sum, where the sums are the entry's; otherwise one for all of it. */
function entryLines(entry: XmlElement, account: string | null, amountMinor: number, currency: string): StatementLine[] {
  const transactions = childrenOf(entry, 'NtryDtls').flatMap((details) => childrenOf(details, 'TxDtls'))
  const whole = { account, amountMinor, currency, bookedOn: dayOf(entry), line: entry.line }
  const number = textAt(entry, 'AcctSvcrRef') ?? textAt(entry, 'NtryRef')
  const reference = number && shortText(number)
  const kind = kindOf(entry, transactions)
  const remark = shortText(textAt(entry, 'AddtlNtryInf') ?? '')
  if (transactions.length < 2) {
    const [only] = transactions
    return [
      {
        ...whole,
        ...partiesOf(only, amountMinor),
        bankReference: reference ?? numberOf(only),
        text: textOf(remark, only),
        kind,
      },
    ]
  }
  const direction = textAt(entry, 'CdtDbtInd')
  const parts = transactions.map((transaction) =>
    elementAt(transaction, 'Amt') || elementAt(transaction, 'AmtDtls', 'TxAmt', 'Amt')
      ? signedAmount(transaction, direction)
      : undefined,
  )
  const isSplit =
    parts.every((part) => part?.currency === currency) &&
    parts.reduce((sum, part) => sum + (part?.amountMinor ?? 0), 0) === amountMinor
  if (!isSplit) {
    const text = [...transactions.map((each) => textOf('', each)), remark].join(' ')
    return [{ ...whole, name: null, counterAccount: null, bankReference: reference, text, kind }]
  }
  return transactions.map((transaction, index) => {
    const partMinor = parts[index]?.amountMinor ?? 0
    return {
      ...whole,
      ...partiesOf(transaction, partMinor),
      line: transaction.line,
      amountMinor: partMinor,
      // The entry's is that of all of them.
      bankReference: numberOf(transaction) ?? (reference && `${reference}/${index + 1}`),
      text: textOf(remark, transaction),
      kind,
    }
  })
}

const numberOf = (transaction: XmlElement | undefined) =>
  textAt(transaction, 'Refs', 'AcctSvcrRef') ?? textAt(transaction, 'Refs', 'TxId')

function dayOf(entry: XmlElement): string {
  const text = textAt(entry, 'BookgDt', 'Dt') ?? textAt(entry, 'BookgDt', 'DtTm') ?? textAt(entry, 'ValDt', 'Dt') ?? ''
  const parts = /^(\d{4})-(\d{2})-(\d{2})/.exec(text)
  const day = parts ? statementDay(Number(parts[1]), Number(parts[2]), Number(parts[3])) : undefined
  if (day === undefined) throw new StatementFileError(entry.line, `${JSON.stringify(text.slice(0, 40))} is no day`)
  return day
}

/** Of money that came in, who paid it; of money that went out, who got it. */
function partiesOf(transaction: XmlElement | undefined, amountMinor: number) {
  const parties = elementAt(transaction, 'RltdPties')
  const role = amountMinor >= 0 ? 'Dbtr' : 'Cdtr'
  const name = textAt(parties, role, 'Nm') ?? textAt(parties, role, 'Pty', 'Nm')
  const id = elementAt(parties, `${role}Acct`, 'Id')
  return { name, counterAccount: textAt(id, 'IBAN') ?? textAt(id, 'Othr', 'Id') }
}

/** The structured reference first, and the entry's remark where the transaction says nothing. What fans wrote may be spread over several lines, and over the end-to-end reference. */
function textOf(remark: string, transaction: XmlElement | undefined): string {
  const information = childrenOf(transaction, 'RmtInf')
  const texts = [
    ...information.flatMap((each) => childrenOf(each, 'Strd').map((part) => textAt(part, 'CdtrRefInf', 'Ref'))),
    ...information.flatMap((each) => childrenOf(each, 'Ustrd').map((part) => part.text)),
    textAt(transaction, 'Refs', 'EndToEndId'),
    textAt(transaction, 'AddtlTxInf'),
    transaction && information.length > 0 ? null : remark,
  ]
  return texts.filter((text) => text !== null && text !== '' && text !== 'NOTPROVIDED').join(' ')
}

function kindOf(entry: XmlElement, transactions: XmlElement[]): StatementLine['kind'] {
  if (textAt(entry, 'RvslInd') === 'true' || transactions.some((each) => elementAt(each, 'RtrInf'))) return 'return'
  const codes = [entry, ...transactions].map((each) => textAt(each, 'BkTxCd', 'Domn', 'Fmly', 'SubFmlyCd'))
  return codes.some((code) => code !== null && CHARGES.has(code)) ? 'charge' : 'payment'
}

function checkBalances(statement: XmlElement, sums: Map<string, number>): void {
  const balances = childrenOf(statement, 'Bal')
  const balance = (...codes: string[]) =>
    balances.find((each) => codes.includes(textAt(each, 'Tp', 'CdOrPrtry', 'Cd') ?? ''))
  const opening = balance('OPBD') ?? balance('PRCD')
  const closing = balance('CLBD')
  if (!opening || !closing) return
  const from = signedAmount(opening, null)
  const to = signedAmount(closing, null)
  if (from.currency !== to.currency || [...sums.keys()].some((currency) => currency !== from.currency)) return
  const movedMinor = sums.get(from.currency) ?? 0
  if (from.amountMinor + movedMinor !== to.amountMinor)
    throw new StatementFileError(
      closing.line,
      'the movements are not what lies between the balances: something is missing',
    )
}
