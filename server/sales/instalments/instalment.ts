import { type Static, Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import { Nullable, OneOf } from '../../platform/http/schema.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { unixSeconds } from '../../platform/values/clock.ts'
import { toMajor } from '../../platform/values/money.ts'
import type { Resource } from '../../resources/resource.ts'

export const instalmentStatuses = ['due', 'paid', 'failed', 'waived', 'cancelled'] as const

export const Instalment = Type.Object(
  {
    instalment_id: Type.Integer(),
    membership_order_id: Type.Integer({ description: 'the order_id of its order' }),
    instalment_number: Type.Integer(),
    amount: Type.Number(),
    currency: Type.String(),
    due_at: Type.Integer({ description: 'Unix seconds' }),
    status: OneOf([...instalmentStatuses]),
    paid_at: Nullable(Type.Integer()),
    attempts: Type.Integer({ description: 'how often its collection was tried' }),
    overdue: Type.Boolean({ description: 'due or failed, and its day has passed' }),
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
  instalment_status: Type.Unsafe<(typeof instalmentStatuses)[number]>({ type: 'string' }),
  paid_at: Type.Unsafe<Date | null>({ type: ['object', 'null'] }),
  attempts: Type.Integer(),
})
export type InstalmentRow = Static<typeof InstalmentRow>

/** Still to be paid. */
export const isInstalmentOpen = (status: InstalmentRow['instalment_status']): boolean =>
  status === 'due' || status === 'failed'

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
    overdue: isInstalmentOpen(row.instalment_status) && row.due_at < now,
  }) satisfies Static<typeof Instalment>

export const instalments: Resource<InstalmentRow, Static<typeof Instalment>> = {
  singular: 'instalment',
  operationNames: { one: 'Instalment', many: 'Instalments' },
  object: 'instalments',
  scope: 'members:manage',
  listPath: '/v1/manage/instalments',
  itemPath: '/v1/manage/instalments/:instalment_id',
  table: 'instalments',
  id: 'instalment_id',
  tag: 'Members',
  schema: Instalment,
  select: (sql) => sql`
    select t.instalment_id, t.membership_order_id, t.instalment_number, t.amount_minor, o.currency, t.due_at,
      t.instalment_status, t.paid_at, t.attempts
    from instalments t
    join orders o on o.org_id = t.org_id and o.order_id = t.membership_order_id`,
  toItem: toInstalment,
  lock: lockOrder,
  messages: (_change, action) => [action === 'paid' ? 'instalment.paid' : 'instalment.failed'],
}

/** The order first, so that of two instalments that are paid at once one sees the other, and the last one knows that it is. */
async function lockOrder(orgId: OrgId, sql: Db, instalmentId: number): Promise<void> {
  await sql`
    select 1
    from orders
    where org_id = ${orgId}
      and order_id = (
        select membership_order_id
        from instalments
        where org_id = ${orgId}
          and instalment_id = ${instalmentId}
      )
    for no key update`
}
