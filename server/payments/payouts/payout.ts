import { type Static, Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import { microseconds } from '../../platform/http/keyset.ts'
import { Nullable, OneOf } from '../../platform/http/schema.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { unixSeconds } from '../../platform/values/clock.ts'
import { toMajor } from '../../platform/values/money.ts'
import { type PayoutStatus, payoutStatuses } from '../payments/provider-payouts.ts'
import { AT_BANK_DAYS, isMissingAtBank } from './at-bank.ts'

const readings = ['waiting', 'reading', 'read', 'unlisted'] as const

export const payoutFields = {
  payout_id: Type.Integer(),
  provider: OneOf(['stripe', 'test']),
  reference: Type.String({ description: 'by which the provider knows it' }),
  status: OneOf([...payoutStatuses], { description: 'paid: the bank has it, which it may still send back (failed)' }),
  amount: Type.Number({ description: 'major unit of the currency; below zero it was taken from the bank account' }),
  currency: Type.String(),
  automatic: Type.Boolean({ description: 'by the provider’s schedule' }),
  issued: Type.Integer({ description: 'Unix seconds' }),
  arrives_on: Type.String({ description: 'the day that the provider expects it at the bank, as in 2026-03-01' }),
  statement_text: Nullable(Type.String({ description: 'what the bank is to write beside it' })),
  failure_code: Nullable(Type.String()),
  reading: OneOf([...readings], {
    description:
      'waiting: the provider has not said yet what is in it. reading: not all of it is here. unlisted: of one that staff asked for at the provider, it never says',
  }),
  movements: Type.Integer({ description: 'read so far' }),
  fees: Type.Number({ description: 'of the movements that were read' }),
  expected: Type.Number({
    description: 'what the books have for its movements, less fees; of one that is not read, of those that are',
  }),
  difference: Type.Number({ description: 'by which it is more than expected' }),
  unmatched: Type.Integer({ description: 'movements that the books do not have, or have otherwise' }),
  bank_line_id: Nullable(Type.Integer({ description: 'the line of an imported bank statement that it is' })),
  missing_at_bank: Type.Boolean({
    description: `paid, and not in imported statements that go on for ${AT_BANK_DAYS} days after it was expected`,
  }),
}

export const Payout = Type.Object(payoutFields, { title: 'Payout' })
export type Payout = Static<typeof Payout>

export const PayoutRow = Type.Object({
  payout_id: Type.Integer(),
  provider: Type.Unsafe<'stripe' | 'test'>({ type: 'string' }),
  provider_reference: Type.String(),
  payout_status: Type.Unsafe<PayoutStatus>({ type: 'string' }),
  amount_minor: Type.Integer(),
  currency: Type.String(),
  is_automatic: Type.Boolean(),
  issued_at: Type.Unsafe<Date>({ type: 'object' }),
  arrives_on: Type.String(),
  statement_text: Nullable(Type.String()),
  failure_code: Nullable(Type.String()),
  reading: Type.Unsafe<(typeof readings)[number]>({ type: 'string' }),
  movements: Type.Integer(),
  fee_minor: Type.Integer(),
  net_minor: Type.Integer(),
  unmatched: Type.Integer(),
  difference_minor: Type.Integer(),
  bank_line_id: Nullable(Type.Integer()),
  missing_at_bank: Type.Boolean(),
  microseconds: Type.Integer(),
})
export type PayoutRow = Static<typeof PayoutRow>

/** Payouts as `t`; of their movements only those that are open are looked at. */
export const selectPayouts = (orgId: OrgId, sql: Db) => sql`
  select t.payout_id, t.provider, t.provider_reference, t.payout_status, t.amount_minor, t.currency, t.is_automatic, t.issued_at,
    t.arrives_on::text as arrives_on, t.statement_text, t.failure_code, t.reading, t.movements, t.fee_minor, t.net_minor,
    o.unmatched, o.difference_minor, (
      select min(l.bank_line_id)
      from bank_lines l
      where l.org_id = ${orgId}
        and l.payout_id = t.payout_id
    ) as bank_line_id, ${isMissingAtBank(orgId, sql)} as missing_at_bank, ${microseconds(sql, 't.issued_at')} as microseconds
  from payouts t
  cross join lateral (
    select count(*)::integer as unmatched,
      coalesce(sum(case when m.matched_at is null then m.amount_minor else m.difference_minor end), 0)::bigint as difference_minor
    from payout_movements m
    where m.org_id = ${orgId}
      and m.payout_id = t.payout_id
      and (m.matched_at is null or (m.difference_minor <> 0 and m.foreign_currency is null))
  ) o`

/** What is open of its movements, and what the provider has paid out beyond all of them. */
const differenceOf = ({ reading, amount_minor, net_minor, difference_minor }: PayoutRow): number =>
  difference_minor + (reading === 'read' ? amount_minor - net_minor : 0)

export function toPayout(row: PayoutRow) {
  const { currency } = row
  const difference = differenceOf(row)
  const cameMinor = row.reading === 'read' ? row.amount_minor : row.net_minor
  return {
    payout_id: row.payout_id,
    provider: row.provider,
    reference: row.provider_reference,
    status: row.payout_status,
    amount: toMajor(row.amount_minor, currency),
    currency,
    automatic: row.is_automatic,
    issued: unixSeconds(row.issued_at),
    arrives_on: row.arrives_on,
    statement_text: row.statement_text,
    failure_code: row.failure_code,
    reading: row.reading,
    movements: row.movements,
    fees: toMajor(row.fee_minor, currency),
    expected: toMajor(cameMinor - difference, currency),
    difference: toMajor(difference, currency),
    unmatched: row.unmatched,
    bank_line_id: row.bank_line_id,
    missing_at_bank: row.missing_at_bank,
  } satisfies Payout
}
