import {
  StatementFileError,
  type StatementLine,
  StatementLines,
  shortText,
  statementAmount,
  statementCurrency,
  statementDay,
} from './statement.ts'

type Field = { tag: string; value: string[]; line: number }

const FIELD = /^:(\d{2}[A-Z]?):(.*)$/
const BALANCE = /^([CD])(\d{6})([A-Z]{3})([\d,]{1,15})/
/** Value date, booking day, direction, funds code, amount, kind and the references of :61:. */
const MOVEMENT = /^(\d{6})(\d{4})?(R?[CD])([A-Z])?([\d,]{1,15})([A-Z][A-Z0-9]{3})(.*)$/
/** Transaction codes of German banks that are the bank's prices and interest. */
const CHARGE_CODES = /^8[0-2]\d/
/** More of one field than this is no statement. */
const FIELD_LINES_MAX = 60

/**
 * MT940 of SWIFT, with :86: as banks fill it: fields after `?` as in Germany, words between slashes as in the Netherlands, or
 * plain text. Where a statement has its first and its last balance, its movements have to be what lies between them.
 */
export function readMt940(text: string): StatementLine[] {
  const lines = new StatementLines()
  let statement: Statement | undefined
  for (const field of fieldsOf(text)) {
    if (field.tag === '20') {
      statement?.end()
      statement = new Statement(field.line)
      continue
    }
    if (!statement) throw new StatementFileError(field.line, `:${field.tag}: stands before the first :20:`)
    statement.read(field, lines)
  }
  if (!statement) throw new StatementFileError(1, 'there is no statement in it: no :20:')
  statement.end()
  return lines.lines
}

/** Lines that begin with no tag go on with the one before; envelopes of SWIFT, and the dash that ends a statement, say nothing. */
function fieldsOf(text: string): Field[] {
  const fields: Field[] = []
  const rows = text.replace(/^\ufeff/, '').split(/\r\n|\n|\r/)
  for (const [index, row] of rows.entries()) {
    const content = row.replace(/^\{1:.*\{4:/, '')
    const begun = FIELD.exec(content)
    if (begun) {
      fields.push({ tag: begun[1] ?? '', value: [begun[2] ?? ''], line: index + 1 })
      continue
    }
    if (content.trim() === '' || /^-\}?|^\{/.test(content)) continue
    const last = fields.at(-1)
    if (!last) throw new StatementFileError(index + 1, 'a statement begins with :20:')
    if (last.value.length === FIELD_LINES_MAX)
      throw new StatementFileError(index + 1, `:${last.tag}: has more than ${FIELD_LINES_MAX} lines`)
    last.value.push(content)
  }
  return fields
}

class Statement {
  readonly #line: number
  #account: string | null = null
  #currency: string | undefined
  #opening: number | undefined
  #closing: { minor: number; line: number } | undefined
  #movedMinor = 0
  /** :86: belongs to the :61: before it. */
  #open: { line: StatementLine; into: StatementLines } | undefined

  constructor(line: number) {
    this.#line = line
  }

  read(field: Field, lines: StatementLines): void {
    if (field.tag === '86' && this.#open) {
      const { line } = this.#open
      Object.assign(line, explained(field.value, line))
    }
    this.#finishMovement()
    const [first = ''] = field.value
    if (field.tag === '25') {
      const written = shortText(first)
      const isWhole = written.includes('/') && !/^[A-Z]{2}\d{2}/.test(written)
      this.#account = isWhole ? written : (written.split('/')[0] ?? written)
    } else if (/^60[FM]$/.test(field.tag)) {
      const { minor, currency } = balanceOf(field)
      this.#currency = currency
      this.#opening = field.tag === '60F' ? minor : undefined
    } else if (field.tag === '62F') this.#closing = { minor: balanceOf(field).minor, line: field.line }
    else if (field.tag === '61') this.#open = { line: this.#movement(field), into: lines }
  }

  end(): void {
    this.#finishMovement()
    if (this.#currency === undefined) throw new StatementFileError(this.#line, 'a statement has no balance (:60F:)')
    const { minor, line } = this.#closing ?? { minor: undefined, line: 0 }
    if (this.#opening === undefined || minor === undefined) return
    if (this.#opening + this.#movedMinor !== minor)
      throw new StatementFileError(line, 'the movements are not what lies between the balances: something is missing')
  }

  #finishMovement(): void {
    if (this.#open) this.#open.into.add(this.#open.line)
    this.#open = undefined
  }

  #movement({ value, line }: Field): StatementLine {
    const [first = '', more = ''] = value
    const currency = this.#currency
    if (currency === undefined) throw new StatementFileError(line, 'a movement stands before the balance (:60F:)')
    const parts = MOVEMENT.exec(first)
    if (!parts) throw new StatementFileError(line, ':61: is not written as one')
    const [, valueDate = '', bookingDay, mark = '', , amount = '', , references = ''] = parts
    const minor = statementAmount(amount, currency)
    if (minor === undefined) throw new StatementFileError(line, `${amount} is no amount of ${currency}`)
    // A reversal of a credit takes, and one of a debit gives.
    const amountMinor = mark === 'C' || mark === 'RD' ? minor : -minor
    this.#movedMinor += amountMinor
    const [customer = '', bank = ''] = references.split('//')
    return {
      line,
      account: this.#account,
      bookedOn: bookingDate(valueDate, bookingDay, line),
      amountMinor,
      currency,
      bankReference: bank.trim() === '' ? null : bank,
      name: null,
      counterAccount: null,
      text: [customer === 'NONREF' ? '' : customer, more].join(' '),
      kind: mark.startsWith('R') ? 'return' : 'payment',
    }
  }
}

function balanceOf({ value, line, tag }: Field): { minor: number; currency: string } {
  const parts = BALANCE.exec(value[0] ?? '')
  if (!parts) throw new StatementFileError(line, `:${tag}: is not written as a balance`)
  const currency = statementCurrency(parts[3], line)
  const minor = statementAmount(parts[4] ?? '', currency)
  if (minor === undefined) throw new StatementFileError(line, `:${tag}: has no amount of ${currency}`)
  return { minor: parts[1] === 'C' ? minor : -minor, currency }
}

/** The booking day has no year: it is the one that lies nearest to the value date. */
function bookingDate(valueDate: string, bookingDay: string | undefined, line: number): string {
  const year = 2000 + Number(valueDate.slice(0, 2))
  const valued = statementDay(year, Number(valueDate.slice(2, 4)), Number(valueDate.slice(4, 6)))
  if (valued === undefined) throw new StatementFileError(line, `${valueDate} is no day`)
  if (bookingDay === undefined) return valued
  const days = [year - 1, year, year + 1]
    .map((each) => statementDay(each, Number(bookingDay.slice(0, 2)), Number(bookingDay.slice(2, 4))))
    .filter((day) => day !== undefined)
  const distance = (day: string) => Math.abs(Date.parse(day) - Date.parse(valued))
  const [nearest] = days.sort((one, other) => distance(one) - distance(other))
  if (nearest === undefined) throw new StatementFileError(line, `${bookingDay} is no day`)
  return nearest
}

type Explained = Partial<Pick<StatementLine, 'name' | 'counterAccount' | 'text' | 'kind'>>

function explained(value: string[], line: StatementLine): Explained {
  const joined = value.join('')
  const german = /^(\d{3})([^\w\s])(\d{2})/.exec(joined)
  if (german) return germanFields(german[1] ?? '', joined.slice(3), german[2] ?? '?', line)
  const text = value.join(' ')
  const words = slashWords(joined)
  if (words.size === 0) return { text: `${text} ${line.text}` }
  const [iban, , counterName] = (words.get('CNTP') ?? '').split('/')
  return {
    name: words.get('NAME') ?? counterName ?? null,
    counterAccount: words.get('IBAN') ?? iban ?? null,
    text: `${words.get('REMI') ?? text} ${words.get('EREF') ?? ''} ${line.text}`,
    kind: words.has('RTRN') ? 'return' : line.kind,
  }
}

const AFTER_PURPOSE = /(?:ABWA|ABWE|BREF|RREF|IBAN|BIC)\+/
const AFTER_END_TO_END = /(?:KREF|MREF|CRED|DEBT|COAM|OAMT|SVWZ|ABWA|ABWE)\+/

/** The text from the first mark up to the next of the labels that end it. It is searched once for each, so its cost grows with its length. */
function between(text: string, mark: string, end: RegExp): string | undefined {
  const start = text.indexOf(mark)
  if (start < 0) return undefined
  const rest = text.slice(start + mark.length)
  const stop = rest.search(end)
  return stop < 0 ? rest : rest.slice(0, stop)
}

/** Three digits that say what it is, then fields: 20–29 and 60–63 what was written, 31 and 32–33 account and name. */
function germanFields(code: string, rest: string, mark: string, line: StatementLine): Explained {
  const fields = new Map<string, string>()
  for (const part of rest.split(mark)) {
    const number = part.slice(0, 2)
    if (/^\d{2}$/.test(number)) fields.set(number, (fields.get(number) ?? '') + part.slice(2))
  }
  const of = (...numbers: string[]) => numbers.map((number) => fields.get(number) ?? '').join('')
  const written = of('20', '21', '22', '23', '24', '25', '26', '27', '28', '29', '60', '61', '62', '63')
  const purpose = between(written, 'SVWZ+', AFTER_PURPOSE)
  const endToEnd = between(written, 'EREF+', AFTER_END_TO_END)
  const text = [purpose ?? written, endToEnd === 'NOTPROVIDED' ? '' : endToEnd, line.text].join(' ')
  const isReturn = line.kind === 'return' || code === '109' || code === '159' || code === '108'
  const kind = isReturn ? 'return' : CHARGE_CODES.test(code) ? 'charge' : line.kind
  return { name: of('32', '33') || null, counterAccount: fields.get('31') ?? null, text, kind }
}

/** /NAME/…/REMI/… of banks that write words. */
function slashWords(text: string): Map<string, string> {
  const words = new Map<string, string>()
  const marks = [
    ...text.matchAll(/\/(EREF|NAME|IBAN|CNTP|REMI|RTRN|TRTP|BIC|MARF|CSID|ISDT|PURP|ULTD|ULTC|ORDP|BENM)\//g),
  ]
  for (const [index, mark] of marks.entries()) {
    const inside = text.slice(mark.index + mark[0].length, marks[index + 1]?.index ?? text.length)
    words.set(
      mark[1] ?? '',
      inside
        .replace(/^USTD\/\//, '')
        .replace(/^STRD\/CUR\//, '')
        .replace(/(?<!\/)\/+$/, ''),
    )
  }
  return words
}
