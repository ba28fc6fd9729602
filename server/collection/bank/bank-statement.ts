import { type Static, Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import { type StatementFormat, statementFormats } from '../../platform/bank-statements/read-bank-statement.ts'
import type { StatementMapping } from '../../platform/bank-statements/read-statement-csv.ts'
import { Input, Nullable, OneOf, Text } from '../../platform/http/schema.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { unixSeconds } from '../../platform/values/clock.ts'

const Heading = (description?: string) => Type.Optional(Text(100, description === undefined ? {} : { description }))

const columnFields = {
  date: Text(100, { description: 'the heading of the day' }),
  amount: Heading('with its sign; or else credit and debit'),
  credit: Heading('what came in'),
  debit: Heading('what went out'),
  currency: Heading(),
  name: Heading('who paid, or was paid'),
  counter_account: Heading('by which account'),
  reference: Heading('the bank’s number of the movement'),
  account: Heading('the organisation’s account'),
  text: Type.Optional(Type.Array(Text(100), { maxItems: 10, description: 'what was written beside it' })),
}
const mappingFields = {
  delimiter: Type.Optional(OneOf([',', ';', '\t', '|'], { description: 'absent: as the headings have it' })),
  decimal: OneOf([',', '.']),
  dates: OneOf(['dmy', 'mdy', 'ymd'], { description: 'the order of day, month and year' }),
  currency: Text(3, { description: 'ISO 4217; of rows that say none' }),
}

/** How a bank's CSV is read. */
export const BankMapping = Input(
  { ...mappingFields, columns: Input(columnFields, { title: 'BankColumns' }) },
  { title: 'BankMapping' },
)
const StoredBankMapping = Type.Object(
  { ...mappingFields, columns: Type.Object(columnFields, { title: 'StoredBankColumns' }) },
  { title: 'StoredBankMapping' },
)
export type BankMapping = Static<typeof BankMapping> & StatementMapping

export const BankStatement = Type.Object(
  {
    bank_statement_id: Type.Integer(),
    format: OneOf([...statementFormats]),
    file_name: Nullable(Type.String()),
    account: Nullable(Type.String({ description: 'the organisation’s, as the file names it' })),
    first_day: Nullable(Type.String({ description: 'as in 2026-03-01' })),
    last_day: Nullable(Type.String()),
    lines: Type.Integer({ description: 'movements in the file' }),
    lines_known: Type.Integer({ description: 'of these, had come with an earlier file' }),
    waiting: Type.Integer({ description: 'still to be matched, by the worker' }),
    booked: Type.Integer(),
    unclear: Type.Integer({ description: 'for a person to work through' }),
    set_aside: Type.Integer({ description: 'the bank’s charges, what went out, and what a person has set aside' }),
    mapping: Type.Union([StoredBankMapping, Type.Null()], { description: 'how a CSV was read' }),
    imported_by: Nullable(Type.String()),
    created: Type.Integer({ description: 'Unix seconds' }),
  },
  { title: 'BankStatement' },
)
export type BankStatement = Static<typeof BankStatement>

export const BankStatementRow = Type.Object({
  bank_statement_id: Type.Integer(),
  format: Type.Unsafe<StatementFormat>({ type: 'string' }),
  file_name: Nullable(Type.String()),
  account: Nullable(Type.String()),
  first_day: Nullable(Type.String()),
  last_day: Nullable(Type.String()),
  lines: Type.Integer(),
  lines_known: Type.Integer(),
  waiting: Type.Integer(),
  booked: Type.Integer(),
  unclear: Type.Integer(),
  set_aside: Type.Integer(),
  mapping: Type.Unsafe<BankMapping | null>({ type: ['object', 'null'] }),
  actor_name: Nullable(Type.String()),
  created_at: Type.Unsafe<Date>({ type: 'object' }),
})
type BankStatementRow = Static<typeof BankStatementRow>

/** As `s`, with what became of its lines; conditions and order are the caller's. */
export const selectBankStatements = (sql: Db, orgId: OrgId) => sql<BankStatementRow[]>`
  select s.bank_statement_id, s.format, s.file_name, s.account, s.first_day::text as first_day, s.last_day::text as last_day, s.lines,
    s.lines_known, n.waiting, n.booked, n.unclear, n.set_aside, s.mapping, s.actor_name, s.created_at
  from bank_statements s
  cross join lateral (
    select (count(*) filter (where line_status in ('new', 'booking')))::int as waiting,
      (count(*) filter (where line_status = 'booked'))::int as booked,
      (count(*) filter (where line_status = 'unclear'))::int as unclear,
      (count(*) filter (where line_status = 'set_aside'))::int as set_aside
    from bank_lines
    where org_id = ${orgId}
      and bank_statement_id = s.bank_statement_id
  ) n`

export const toBankStatement = (row: BankStatementRow) =>
  ({
    bank_statement_id: row.bank_statement_id,
    format: row.format,
    file_name: row.file_name,
    account: row.account,
    first_day: row.first_day,
    last_day: row.last_day,
    lines: row.lines,
    lines_known: row.lines_known,
    waiting: row.waiting,
    booked: row.booked,
    unclear: row.unclear,
    set_aside: row.set_aside,
    mapping: row.mapping,
    imported_by: row.actor_name,
    created: unixSeconds(row.created_at),
  }) satisfies BankStatement
