import { type Static, Type } from 'typebox'
import { Nullable, OneOf } from '../../platform/http/schema.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { unixSeconds } from '../../platform/values/clock.ts'
import { toMajor } from '../../platform/values/money.ts'
import type { Resource } from '../../resources/resource.ts'
import { type DebtStatus, debtStatuses } from '../ledger/lock-debts.ts'

/** How an instalment is collected: paused and stopped are what staff made of one that is charged by itself. */
export const collectionNames = ['by_hand', 'automatic', 'paused', 'stopped'] as const
export type Collection = (typeof collectionNames)[number]

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
    membership_plan_id: Nullable(Type.Integer({ description: 'the plan that it is a part of' })),
    collection: OneOf([...collectionNames], {
      description: 'automatic: it is charged by itself; paused: not for now; stopped: the fan is asked by mail instead',
    }),
    next_charge_at: Nullable(Type.Integer({ description: 'Unix seconds; null where it is not going to be charged' })),
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
  membership_plan_id: Nullable(Type.Integer()),
  collection: Type.Unsafe<Collection>({ type: 'string' }),
  next_charge_at: Type.Unsafe<Date | null>({ type: ['object', 'null'] }),
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
    membership_plan_id: row.membership_plan_id,
    collection: row.collection,
    next_charge_at: row.next_charge_at && unixSeconds(row.next_charge_at),
  }) satisfies Static<typeof Instalment>

/** How the instalments of a plan `p` are collected; what was sold without means that could be charged is paid by hand. */
export const collectionOf = (sql: Db) => sql`case
    when p.payment_means_id is null then 'by_hand'
    when p.collection_status = 'running' then 'automatic'
    else p.collection_status
  end`

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
      t.instalment_status, t.paid_at, t.attempts, t.membership_plan_id, t.collection, t.next_charge_at
    from (
      select d.org_id, d.debt_id as instalment_id, coalesce(d.order_id, 0) as membership_order_id,
        coalesce(d.instalment_number, 0) as instalment_number, d.amount_minor, d.currency, d.due_at, d.debt_status as instalment_status,
        case when d.debt_status = 'paid' then d.closed_at end as paid_at, d.attempts, d.membership_plan_id, ${collectionOf(sql)} as collection,
        case when p.collection_status = 'running' and d.closed_at is null then d.next_attempt_at end as next_charge_at
      from debts d
      left join membership_plans p on p.org_id = ${orgId} and p.membership_plan_id = d.membership_plan_id
      where d.org_id = ${orgId}
        and d.kind = 'instalment'
    ) t`,
  toItem: toInstalment,
}
