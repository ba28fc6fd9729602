import { type Static, Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import { ContactField } from '../../platform/http/guarded-fields.ts'
import { Nullable, OneOf } from '../../platform/http/schema.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { unixSeconds } from '../../platform/values/clock.ts'
import { toMajor } from '../../platform/values/money.ts'

export const bankLineStatuses = ['new', 'booking', 'booked', 'unclear', 'set_aside'] as const
export type BankLineStatus = (typeof bankLineStatuses)[number]

/** Why a line is what it is. */
export const bankLineReasons = [
  'no_reference',
  'unknown_reference',
  'several_references',
  'currency',
  'double',
  'differs',
  'late_part',
  'being_collected',
  'not_owed',
  'returned',
  'refund',
  'part',
  'too_much',
  'late',
  'recorded_before',
  'owed_back',
  'bank_charge',
  'outgoing',
  'no_money',
  'payout',
  'unknown_payout',
  'by_hand',
] as const
export type BankLineReason = (typeof bankLineReasons)[number]

export const BankLine = Type.Object(
  {
    bank_line_id: Type.Integer(),
    bank_statement_id: Type.Integer(),
    line: Type.Integer({ description: 'where it stands in the file' }),
    booked_on: Type.String({ description: 'the bank’s day, as in 2026-03-01' }),
    amount: Type.Number({ description: 'major unit of the currency; below zero it went out' }),
    currency: Type.String(),
    name: Nullable(ContactField({ description: 'who paid, or was paid' })),
    counter_account: Nullable(ContactField({ description: 'by which account' })),
    text: ContactField({ description: 'what was written beside it' }),
    bank_reference: Nullable(Type.String()),
    status: OneOf([...bankLineStatuses], {
      description: 'new and booking: being matched. unclear: for a person. set_aside: it pays for nothing here',
    }),
    reason: Type.Unsafe<BankLineReason | null>({
      type: ['string', 'null'],
      enum: [...bankLineReasons, null],
      description: 'why it is unclear or set aside, or how it was booked',
    }),
    note: Nullable(Type.String({ description: 'of the person who decided' })),
    order_id: Nullable(Type.Integer({ description: 'what it was booked to, or names' })),
    debt_id: Nullable(Type.Integer()),
    suggested_order_id: Nullable(Type.Integer({ description: 'by amount and name' })),
    suggested_debt_id: Nullable(Type.Integer()),
    payout_id: Nullable(Type.Integer({ description: 'the payout of the payment provider that it is' })),
    suggested_payout_id: Nullable(Type.Integer({ description: 'by amount and day' })),
    can_reopen: Type.Boolean({ description: 'what was decided can still be undone' }),
    decided_by: Nullable(Type.String({ description: 'null: the program' })),
    updated_at: Type.Integer({ description: 'Unix seconds' }),
  },
  { title: 'BankLine' },
)
export type BankLine = Static<typeof BankLine>

export const BankLineRow = Type.Object({
  bank_line_id: Type.Integer(),
  bank_statement_id: Type.Integer(),
  line: Type.Integer(),
  booked_on: Type.String(),
  amount_minor: Type.Integer(),
  currency: Type.String(),
  name: Nullable(Type.String()),
  counter_account: Nullable(Type.String()),
  line_text: Type.String(),
  kind: Type.Unsafe<'payment' | 'charge' | 'return'>({ type: 'string' }),
  bank_reference: Nullable(Type.String()),
  line_status: Type.Unsafe<BankLineStatus>({ type: 'string' }),
  reason: Type.Unsafe<BankLineReason | null>({ type: ['string', 'null'] }),
  note: Nullable(Type.String()),
  order_id: Nullable(Type.Integer()),
  debt_id: Nullable(Type.Integer()),
  suggested_order_id: Nullable(Type.Integer()),
  suggested_debt_id: Nullable(Type.Integer()),
  payout_id: Nullable(Type.Integer()),
  suggested_payout_id: Nullable(Type.Integer()),
  actor_name: Nullable(Type.String()),
  changed_at: Type.Unsafe<Date>({ type: 'object' }),
})
export type BankLineRow = Static<typeof BankLineRow>

export const bankLineColumns = (sql: Db) => sql`
  bank_line_id, bank_statement_id, line, booked_on::text as booked_on, amount_minor, currency, name, counter_account, line_text, kind,
  bank_reference, line_status, reason, note, order_id, debt_id, suggested_order_id, suggested_debt_id, payout_id,
  suggested_payout_id, actor_name, changed_at`

export const findBankLine = (orgId: OrgId, sql: Db, bankLineId: number) => sql<BankLineRow[]>`
  select ${bankLineColumns(sql)}
  from bank_lines
  where org_id = ${orgId}
    and bank_line_id = ${bankLineId}`

/** Of what is booked, only what has moved nothing yet: a part that an order still waits with, and what was recorded before. */
const reopenable = ({ line_status, reason }: BankLineRow): boolean =>
  line_status === 'set_aside' || (line_status === 'booked' && (reason === 'part' || reason === 'recorded_before'))

export const toBankLine = (row: BankLineRow) =>
  ({
    bank_line_id: row.bank_line_id,
    bank_statement_id: row.bank_statement_id,
    line: row.line,
    booked_on: row.booked_on,
    amount: toMajor(row.amount_minor, row.currency),
    currency: row.currency,
    name: row.name,
    counter_account: row.counter_account,
    text: row.line_text,
    bank_reference: row.bank_reference,
    status: row.line_status,
    reason: row.reason,
    note: row.note,
    order_id: row.order_id,
    debt_id: row.debt_id,
    suggested_order_id: row.suggested_order_id,
    suggested_debt_id: row.suggested_debt_id,
    payout_id: row.payout_id,
    suggested_payout_id: row.suggested_payout_id,
    can_reopen: reopenable(row),
    decided_by: row.actor_name,
    updated_at: unixSeconds(row.changed_at),
  }) satisfies BankLine
