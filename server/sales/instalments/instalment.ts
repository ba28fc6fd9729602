import { type Static, Type } from 'typebox'
import { Nullable, OneOf } from '../../platform/http/schema.ts'
import { unixSeconds } from '../../platform/values/clock.ts'
import { toMajor } from '../../platform/values/money.ts'
import type { Resource } from '../../resources/resource.ts'
import { type DebtStatus, debtStatuses } from '../ledger/lock-debts.ts'

export const Instalment = Type.Object(
  {
    instalment_id: Type.Integer(),
    membership_order_id: Type.Integer({ description: 'the order_id of its order' }),
    instalment_number: Type.Integer(),
    amount: Type.Number(),
    currency: Type.String(),
    due_at: Type.Integer({ description: 'Unix seconds' }),
    status: OneOf([...debtStatuses], {
      description: 'submitted: it is being collected; returned: what was paid came back',
    }),
    paid_at: Nullable(Type.Integer()),
    attempts: Type.Integer({ description: 'how often its collection was tried' }),
    overdue: Type.Boolean({ description: 'not paid, and its day has passed' }),
  },
  { title: 'Instalment' },
)

export const InstalmentRow = Type.Object({
  instalment_id: Type.Integer(),
  membership_order_id: Type.Integer(),
  instalment_number: Type.Integer(),
  amount_minor: Type.Integer(),
  currency: Type.String(),
  due_at: Type.Unsafe<Date>({ type: 'object' }),
  instalment_status: Type.Unsafe<DebtStatus>({ type: 'string' }),
  paid_at: Type.Unsafe<Date | null>({ type: ['object', 'null'] }),
  attempts: Type.Integer(),
})
export type InstalmentRow = Static<typeof InstalmentRow>

/** Still to be paid. */
const isOpen = (status: DebtStatus): boolean => !['paid', 'waived', 'cancelled'].includes(status)

export const toInstalment = (row: InstalmentRow, now: Date) =>
  ({
    instalment_id: row.instalment_id,
    membership_order_id: row.membership_order_id,
    instalment_number: row.instalment_number,
    amount: toMajor(row.amount_minor, row.currency),
    currency: row.currency,
    due_at: unixSeconds(row.due_at),
    status: row.instalment_status,
    paid_at: row.paid_at ? unixSeconds(row.paid_at) : null,
    attempts: row.attempts,
    overdue: isOpen(row.instalment_status) && row.due_at < now,
  }) satisfies Static<typeof Instalment>

/** Instalments are debts of their order, under the numbers of these. By constraint none is without an order and a number. */
export const instalments: Resource<InstalmentRow, Static<typeof Instalment>> = {
  singular: 'instalment',
  operationNames: { one: 'Instalment', many: 'Instalments' },
  object: 'instalments',
  scope: 'members:manage',
  listPath: '/v1/manage/instalments',
  itemPath: '/v1/manage/instalments/:instalment_id',
  table: 'debts',
  id: 'instalment_id',
  tag: 'Members',
  schema: Instalment,
  select: (sql, _now, orgId) => sql`
    select t.instalment_id, t.membership_order_id, t.instalment_number, t.amount_minor, t.currency, t.due_at,
      t.instalment_status, t.paid_at, t.attempts
    from (
      select org_id, debt_id as instalment_id, coalesce(order_id, 0) as membership_order_id,
        coalesce(instalment_number, 0) as instalment_number, amount_minor, currency, due_at, debt_status as instalment_status, case when debt_status = 'paid' then closed_at end as paid_at, attempts
      from debts
      where org_id = ${orgId}
        and kind = 'instalment'
    ) t`,
  toItem: toInstalment,
}
