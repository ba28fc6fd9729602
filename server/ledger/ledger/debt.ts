import { type Static, Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import { ContactField } from '../../platform/http/guarded-fields.ts'
import { Nullable, OneOf } from '../../platform/http/schema.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { unixSeconds } from '../../platform/values/clock.ts'
import { toMajor } from '../../platform/values/money.ts'
import type { Resource } from '../../resources/resource.ts'
import { type DebtKind, type DebtStatus, debtKinds, debtStatuses } from './lock-debts.ts'

const amount = (description: string) => Type.Number({ description })

const fields = {
  debt_id: Type.Integer(),
  owed_by: OneOf(['fan', 'club'], { description: 'fan: to the organisation; club: the organisation owes it' }),
  kind: OneOf([...debtKinds]),
  status: OneOf([...debtStatuses], {
    description: 'due, submitted, failed and returned are open; submitted: it is being collected',
  }),
  order_id: Nullable(Type.Integer()),
  event_id: Nullable(Type.Integer({ description: 'of the order; null for memberships' })),
  refund_id: Nullable(Type.Integer({ description: 'what the organisation carries out by it' })),
  user_id: Nullable(Type.Integer({ description: 'the customer, where there is one' })),
  name: Nullable(ContactField({ description: 'of the buyer, as on the order' })),
  instalment_number: Nullable(Type.Integer()),
  currency: Type.String({ description: 'ISO 4217' }),
  amount: amount('major unit of the currency'),
  settled: amount('of the amount, paid'),
  waived: amount('of the amount, written off'),
  cancelled: amount('of the amount, gone with what it was for'),
  open: amount('what is left of the amount'),
  due_at: Type.Integer({ description: 'Unix seconds' }),
  overdue: Type.Boolean({ description: 'open, and its day has passed' }),
  attempts: Type.Integer({ description: 'how often its collection was tried' }),
  reminded_at: Nullable(Type.Integer({ description: 'Unix seconds; when a mail last reminded of it' })),
  account_given: Type.Boolean({ description: 'the fan has said where to transfer it' }),
  closed_at: Nullable(Type.Integer({ description: 'Unix seconds; when nothing was open any more' })),
  created: Type.Integer({ description: 'Unix seconds' }),
  updated_at: Type.Integer({ description: 'Unix seconds' }),
}

export const Debt = Type.Object(fields, { title: 'Debt' })
export type Debt = Static<typeof Debt>

export const DebtRow = Type.Object({
  debt_id: Type.Integer(),
  owed_by: Type.Unsafe<'fan' | 'club'>({ type: 'string' }),
  kind: Type.Unsafe<DebtKind>({ type: 'string' }),
  debt_status: Type.Unsafe<DebtStatus>({ type: 'string' }),
  order_id: Nullable(Type.Integer()),
  event_id: Nullable(Type.Integer()),
  refund_id: Nullable(Type.Integer()),
  user_id: Nullable(Type.Integer()),
  first_name: Nullable(Type.String()),
  last_name: Nullable(Type.String()),
  instalment_number: Nullable(Type.Integer()),
  currency: Type.String(),
  amount_minor: Type.Integer(),
  settled_minor: Type.Integer(),
  waived_minor: Type.Integer(),
  cancelled_minor: Type.Integer(),
  due_at: Type.Unsafe<Date>({ type: 'object' }),
  attempts: Type.Integer(),
  reminded_at: Type.Unsafe<Date | null>({ type: ['object', 'null'] }),
  account_given: Type.Boolean(),
  closed_at: Type.Unsafe<Date | null>({ type: ['object', 'null'] }),
  created_at: Type.Unsafe<Date>({ type: 'object' }),
  changed_at: Type.Unsafe<Date>({ type: 'object' }),
})
export type DebtRow = Static<typeof DebtRow>

/** Debts as `t`; conditions and order are the caller's. */
export const selectDebts = (sql: Db, orgId: OrgId) => sql`
  select t.debt_id, t.owed_by, t.kind, t.debt_status, t.order_id, t.event_id, t.refund_id, t.user_id, o.first_name, o.last_name, t.instalment_number,
    t.currency, t.amount_minor, t.settled_minor, t.waived_minor, t.cancelled_minor, t.due_at, t.attempts, t.reminded_at, a.debt_id is not null as account_given,
    t.closed_at, t.created_at, t.changed_at
  from debts t
  left join orders o on o.org_id = ${orgId} and o.order_id = t.order_id
  left join money_back_accounts a on a.org_id = ${orgId} and a.debt_id = t.debt_id`

export const openMinor = (row: Pick<DebtRow, 'amount_minor' | 'settled_minor' | 'waived_minor' | 'cancelled_minor'>) =>
  row.amount_minor - row.settled_minor - row.waived_minor - row.cancelled_minor

export function toDebt(row: DebtRow, now: Date) {
  const major = (minor: number) => toMajor(minor, row.currency)
  const name = [row.first_name, row.last_name].filter((part) => part !== null).join(' ')
  return {
    debt_id: row.debt_id,
    owed_by: row.owed_by,
    kind: row.kind,
    status: row.debt_status,
    order_id: row.order_id,
    event_id: row.event_id,
    refund_id: row.refund_id,
    user_id: row.user_id,
    name: name === '' ? null : name,
    instalment_number: row.instalment_number,
    currency: row.currency,
    amount: major(row.amount_minor),
    settled: major(row.settled_minor),
    waived: major(row.waived_minor),
    cancelled: major(row.cancelled_minor),
    open: major(openMinor(row)),
    due_at: unixSeconds(row.due_at),
    overdue: row.closed_at === null && row.due_at < now,
    attempts: row.attempts,
    reminded_at: row.reminded_at && unixSeconds(row.reminded_at),
    account_given: row.account_given,
    closed_at: row.closed_at && unixSeconds(row.closed_at),
    created: unixSeconds(row.created_at),
    updated_at: unixSeconds(row.changed_at),
  } satisfies Debt
}

export const debts: Resource<DebtRow, Debt> = {
  singular: 'debt',
  operationNames: { one: 'Debt', many: 'Debts' },
  object: 'debts',
  scope: 'debts:manage',
  listPath: '/v1/manage/debts',
  itemPath: '/v1/manage/debts/:debt_id',
  table: 'debts',
  id: 'debt_id',
  tag: 'Debts',
  schema: Debt,
  select: (sql, _now, orgId) => selectDebts(sql, orgId),
  toItem: toDebt,
}

export async function findDebts(orgId: OrgId, sql: Db, now: Date, debtIds: number[]): Promise<Debt[]> {
  const rows = await sql<DebtRow[]>`
    ${selectDebts(sql, orgId)}
    where t.org_id = ${orgId}
      and t.debt_id = any (${debtIds}::bigint[])
    order by t.debt_id`
  return rows.map((row) => toDebt(row, now))
}
