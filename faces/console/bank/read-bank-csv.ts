import type { BankMapping, StoredBankMapping } from '@grandstand/sdk'
import { type DateOrder, dateOrderOf } from '../../kit/date-order.ts'
import { recordsOf } from '../imports/read-table.ts'

/** What a column of a bank's file can be. */
export const ROLES = [
  'date',
  'amount',
  'credit',
  'debit',
  'name',
  'text',
  'reference',
  'counter_account',
  'currency',
  'account',
] as const
export type Role = (typeof ROLES)[number]

const DELIMITERS = [';', ',', '\t', '|'] as const
type Delimiter = (typeof DELIMITERS)[number]

/** The beginning of a bank's CSV: where its headings are, and some of what stands below. */
export type BankCsv = { delimiter: Delimiter; headings: string[]; rows: string[][] }
/** How it is read; what is empty has not been said yet. */
export type CsvReading = { roles: (Role | '')[]; decimal: ',' | '.'; dates: DateOrder | ''; currency: string }

/** Enough to see what it is: a large file is looked at no longer than a small one. */
const LOOKED_AT = 100_000
const HEADING_LINES_MAX = 50
const ROWS_MAX = 50

/** CAMT.053 and MT940 say by themselves what they are. */
export const isCsv = (text: string): boolean => {
  const start = text
    .slice(0, 5_000)
    .replace(/^\ufeff/, '')
    .trimStart()
  return !start.startsWith('<') && !/^(?:\{1:|:20:)/m.test(start)
}

const filledIn = (cells: string[]) => cells.filter((cell) => cell.trim() !== '').length

/** Banks write lines of their own first: the headings are the first row that has as many cells as any. */
export function readBankCsv(text: string): BankCsv {
  const start = text.slice(0, LOOKED_AT).replace(/^\ufeff/, '')
  const read = DELIMITERS.map((delimiter) => {
    const records = recordsOf(start, delimiter)
    // The last one may be cut off.
    const whole = text.length > LOOKED_AT ? records.slice(0, -1) : records
    const most = Math.max(0, ...whole.slice(0, HEADING_LINES_MAX).map(filledIn))
    const at = whole.findIndex((cells) => filledIn(cells) === most)
    return { delimiter, most, headings: whole[at] ?? [], rows: whole.slice(at + 1, at + 1 + ROWS_MAX) }
  })
  const [best] = read.toSorted((one, other) => other.most - one.most)
  if (!best) throw new Error('there is always a delimiter')
  return { delimiter: best.delimiter, headings: best.headings.map((heading) => heading.trim()), rows: best.rows }
}

/** As banks call them in the languages of most of our clubs, letters and digits alone. */
const ALIASES: Record<Role, string[]> = {
  date: [
    'buchungstag',
    'buchungsdatum',
    'buchung',
    'datum',
    'bookingdate',
    'date',
    'transactiondate',
    'completeddate',
    'boekdatum',
    'fecha',
    'fechaoperacion',
    'fechacontable',
    'dato',
    'dateoperation',
    'datedoperation',
  ],
  amount: [
    'betrag',
    'betrageur',
    'betragineur',
    'umsatz',
    'amount',
    'amounteur',
    'bedrag',
    'bedrageur',
    'importe',
    'importeeur',
    'montant',
    'belob',
  ],
  credit: ['gutschrift', 'haben', 'credit', 'paidin', 'moneyin', 'ingreso', 'ingresos', 'abono', 'haber'],
  debit: ['lastschrift', 'belastung', 'soll', 'debit', 'paidout', 'moneyout', 'cargo', 'gasto', 'gastos', 'debe'],
  name: [
    'beguenstigterzahlungspflichtiger',
    'begunstigterzahlungspflichtiger',
    'auftraggeberempfanger',
    'namezahlungsbeteiligter',
    'zahlungspflichtiger',
    'auftraggeberbegunstigter',
    'name',
    'payee',
    'payer',
    'counterparty',
    'naam',
    'naamtegenpartij',
    'naamomschrijving',
    'nombre',
    'ordenante',
    'beneficiario',
  ],
  text: [
    'verwendungszweck',
    'buchungstext',
    'buchungsdetails',
    'description',
    'details',
    'paymentdetails',
    'narrative',
    'memo',
    'mededelingen',
    'omschrijving',
    'concepto',
    'observaciones',
    'libelle',
    'tekst',
  ],
  reference: [
    'umsatznummer',
    'referenz',
    'transactionid',
    'bankreference',
    'reference',
    'referencia',
    'transactiereferentie',
  ],
  counter_account: [
    'kontonummeriban',
    'ibanzahlungsbeteiligter',
    'iban',
    'tegenrekening',
    'counterpartyaccount',
    'accountnumber',
    'cuenta',
  ],
  currency: ['wahrung', 'waehrung', 'currency', 'moneda', 'divisa', 'munt'],
  account: ['auftragskonto', 'ibanauftragskonto', 'account', 'rekening', 'cuentaordenante'],
}

const plain = (text: string) =>
  text
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '')

/** Each role once but what was written, which banks spread over several. */
export function guessReading({ headings, rows }: BankCsv, currency: string): CsvReading {
  const taken = new Set<Role>()
  const roles = headings.map((heading): Role | '' => {
    const role = ROLES.find((each) => !taken.has(each) && ALIASES[each].includes(plain(heading)))
    if (role !== undefined && role !== 'text') taken.add(role)
    return role ?? ''
  })
  // An amount with its sign says all that the other two would.
  const single = taken.has('amount') ? roles.map((role) => (role === 'credit' || role === 'debit' ? '' : role)) : roles
  return { roles: single, ...guessWriting({ rows, roles: single }), currency }
}

function guessWriting({
  rows,
  roles,
}: {
  rows: string[][]
  roles: (Role | '')[]
}): Pick<CsvReading, 'decimal' | 'dates'> {
  const cellsOf = (...wanted: Role[]) =>
    rows.flatMap((cells) => cells.filter((_cell, at) => wanted.includes(roles[at] as Role)))
  const amounts = cellsOf('amount', 'credit', 'debit')
  const isPoint = amounts.some((cell) => /\.\d{1,2}\D*$/.test(cell.trim()))
  return { decimal: isPoint ? '.' : ',', dates: dateOrderOf(cellsOf('date')) ?? '' }
}

const DATE_ORDERS: DateOrder[] = ['dmy', 'mdy', 'ymd']

/** As a file before was read, where all of its columns are in this one too. */
export function readingOf({ headings }: BankCsv, mapping: StoredBankMapping | BankMapping): CsvReading | undefined {
  const { decimal, dates, currency, columns } = mapping
  const roleOf = new Map<string, Role>()
  for (const role of ROLES) for (const heading of [columns[role] ?? []].flat()) roleOf.set(heading, role)
  if (![...roleOf.keys()].every((heading) => headings.includes(heading))) return undefined
  return {
    roles: headings.map((heading) => roleOf.get(heading) ?? ''),
    decimal: decimal === '.' ? '.' : ',',
    dates: DATE_ORDERS.find((order) => order === dates) ?? '',
    currency,
  }
}

/** Builds the mapping in the form of the API. */
export function mappingOf({ headings, delimiter }: BankCsv, reading: CsvReading): BankMapping {
  const headingsOf = (role: Role) => headings.filter((_heading, at) => reading.roles[at] === role)
  const columns = Object.fromEntries(
    ROLES.flatMap((role) => {
      const [first] = headingsOf(role)
      return first === undefined ? [] : [[role, role === 'text' ? headingsOf('text') : first]]
    }),
  )
  const { decimal, dates, currency } = reading
  if (dates === '') throw new Error('the order of dates is asked for before')
  return { delimiter, decimal, dates, currency: currency.toUpperCase(), columns: { date: '', ...columns } }
}

/** A line as it will be read; undefined: that cell cannot be. */
export type ReadLine = { day: string | undefined; amount: number | undefined; name: string; text: string }

export function readLines({ rows }: BankCsv, { roles, decimal, dates }: CsvReading, max: number): ReadLine[] {
  return rows.slice(0, max).map((cells) => {
    const of = (role: Role) => cells.filter((_cell, at) => roles[at] === role).map((cell) => cell.trim())
    const [credit = ''] = of('credit')
    const [debit = ''] = of('debit')
    const came = credit === '' ? 0 : Math.abs(amountIn(credit, decimal) ?? Number.NaN)
    const went = debit === '' ? 0 : Math.abs(amountIn(debit, decimal) ?? Number.NaN)
    const isSaid = roles.includes('credit') || roles.includes('debit')
    const amount = isSaid ? came - went : amountIn(of('amount')[0] ?? '', decimal)
    return {
      day: dayIn(of('date')[0] ?? '', dates),
      amount: Number.isNaN(amount) ? undefined : amount,
      name: of('name')[0] ?? '',
      text: of('text').join(' '),
    }
  })
}

const PLACES = { dmy: [2, 1, 0], mdy: [2, 0, 1], ymd: [0, 1, 2] } as const

function dayIn(cell: string, order: CsvReading['dates']): string | undefined {
  if (order === '') return undefined
  const cuts = order === 'ymd' ? /^(\d{4})(\d{2})(\d{2})$/ : /^(\d{2})(\d{2})(\d{4})$/
  const [, ...parts] = /^(\d{1,4})[./\s-]+(\d{1,2})[./\s-]+(\d{1,4})/.exec(cell) ?? cuts.exec(cell) ?? []
  const [year = 0, month = 0, day = 0] = PLACES[order].map((place) => Number(parts[place]))
  const date = new Date(Date.UTC(year < 100 ? 2000 + year : year, month - 1, day))
  return Number.isNaN(date.getTime()) || date.getUTCMonth() !== month - 1 ? undefined : date.toISOString().slice(0, 10)
}

function amountIn(cell: string, decimal: ',' | '.'): number | undefined {
  const [before = ''] = /^[+\-\u2212]/.exec(cell) ?? []
  const [behind = ''] = /[+-]$/.exec(cell.slice(before.length)) ?? []
  const [whole = '', decimals = '', ...more] = cell
    .slice(before.length, cell.length - behind.length)
    .trim()
    .split(decimal)
  const isGrouped = /^\d{1,3}(?:[.,'\u2019\s]\d{3})*$/.test(whole) || /^\d+$/.test(whole)
  if (more.length > 0 || !isGrouped || !/^\d{0,2}$/.test(decimals)) return undefined
  const amount = Number(`${whole.replaceAll(/\D/g, '')}.${decimals}0`)
  return /[-\u2212]/.test(`${before}${behind}`) ? -amount : amount
}
