import { type Static, Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import { Nullable } from '../../platform/http/schema.ts'
import type { Tx } from '../../platform/postgres/database.ts'

export const debtKinds = [
  'instalment',
  'invoice',
  'direct_debit',
  'returned_payment',
  'cash_refund',
  'transfer_refund',
  'payout',
] as const
export type DebtKind = (typeof debtKinds)[number]
export const debtStatuses = ['due', 'submitted', 'paid', 'failed', 'returned', 'waived', 'cancelled'] as const
export type DebtStatus = (typeof debtStatuses)[number]

/** A debt as it is under its lock. What is open is neither paid nor let go, with what is being collected. */
export const LockedDebtRow = Type.Object({
  debt_id: Type.Integer(),
  owed_by: Type.Unsafe<'fan' | 'club'>({ type: 'string' }),
  kind: Type.Unsafe<DebtKind>({ type: 'string' }),
  order_id: Nullable(Type.Integer()),
  refund_id: Nullable(Type.Integer()),
  user_id: Nullable(Type.Integer()),
  currency: Type.String(),
  amount_minor: Type.Integer(),
  settled_minor: Type.Integer(),
  open_minor: Type.Integer(),
  attempted_minor: Type.Integer(),
  attempt_payment_id: Nullable(Type.Integer({ description: 'the payment that is trying to collect it' })),
  membership_plan_id: Nullable(Type.Integer()),
  attempts: Type.Integer({ description: 'payments that have tried so far' }),
  debt_status: Type.Unsafe<DebtStatus>({ type: 'string' }),
})
export type LockedDebt = Static<typeof LockedDebtRow>

/** Debts with the orders that they are of, which every transaction locks first and in the order of their ids, so that none deadlock. */
export async function lockDebts(orgId: OrgId, tx: Tx, debtIds: number[]): Promise<LockedDebt[]> {
  await tx`
    select 1
    from orders
    where org_id = ${orgId}
      and order_id in (
        select order_id
        from debts
        where org_id = ${orgId}
          and debt_id = any (${debtIds}::bigint[])
      )
    order by order_id
    for no key update`
  return tx<LockedDebt[]>`
    select ${lockedColumns(tx)}
    from debts
    where org_id = ${orgId}
      and debt_id = any (${debtIds}::bigint[])
    order by debt_id
    for no key update`
}

/** All debts of an order that the caller has locked, in the order in which they are due. */
export const lockDebtsOf = (orgId: OrgId, tx: Tx, orderId: number) => tx<LockedDebt[]>`
  select ${lockedColumns(tx)}
  from debts
  where org_id = ${orgId}
    and order_id = ${orderId}
  order by due_at, debt_id
  for no key update`

const lockedColumns = (tx: Tx) => tx`
  debt_id, owed_by, kind, order_id, refund_id, user_id, currency, amount_minor, settled_minor,
  amount_minor - settled_minor - waived_minor - cancelled_minor as open_minor, attempted_minor, attempt_payment_id, membership_plan_id,
  attempts, debt_status`
