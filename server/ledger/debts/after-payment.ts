import { publish } from '../../messages/webhooks/publish.ts'
import { type CustomerRow, customerColumns, toCustomer } from '../../people/customers/customer.ts'
import { audit, type ChangeBy } from '../../resources/change-row.ts'
import { findItem } from '../../resources/resource.ts'
import { findOrderForMessage } from '../../tickets/orders/order.ts'
import { instalments } from '../instalments/instalment.ts'
import { moveMembers } from '../instalments/move-members.ts'
import { type Debt, debts, findDebts } from '../ledger/debt.ts'
import type { LockedDebt } from '../ledger/lock-debts.ts'

/** The audit log keeps this beside a debt: the same of all, or by debt. */
export type Logged = object | ((debtId: number) => object)

/** What follows from debts of fans that were paid, in whole or in part: orders, members, messages, the audit log. */
export async function afterPayment(
  at: ChangeBy,
  paid: LockedDebt[],
  action = 'payment_recorded',
  logged: Logged = {},
): Promise<Debt[]> {
  for (const orderId of ordersOf(paid)) await confirmOrder(at, orderId)
  for (const orderId of ordersOf(paid.filter(({ kind }) => kind !== 'invoice'))) await moveMembers(at, orderId)
  return announceDebts(at, paid, action, logged)
}

export const ordersOf = (rows: LockedDebt[]): number[] => [
  ...new Set(rows.flatMap(({ order_id }) => (order_id === null ? [] : [order_id]))),
]

/** Tells of debts as they are now; of those that a change has closed, that they are. What is `logged` stands beside them in the audit log. */
export async function announceDebts(
  at: ChangeBy,
  before: LockedDebt[],
  action: string,
  logged: Logged = {},
): Promise<Debt[]> {
  const { orgId, tx, clock } = at
  const now = clock(orgId)
  const ids = before.map(({ debt_id }) => debt_id)
  const after = await findDebts(orgId, tx, now, ids)
  for (const [index, debt] of after.entries()) {
    const was = before[index]
    if (was?.debt_id !== debt.debt_id) throw new Error('debts are not in the order of their ids')
    await audit(debts, at, debt.debt_id, action, {
      before: { status: was.debt_status },
      after: { ...debt, ...(typeof logged === 'function' ? logged(debt.debt_id) : logged) },
    })
    if (was.open_minor === 0 || debt.open > 0) continue
    await publish(orgId, tx, clock, 'debt.settled', { debt })
    if (debt.kind === 'instalment' && debt.status === 'paid') {
      const instalment = await findItem(instalments, orgId, tx, debt.debt_id, now)
      await publish(orgId, tx, clock, 'instalment.paid', { instalment })
    }
  }
  return after
}

/** The first payment confirms an order that waits for it, as any other order is confirmed by being paid, and says so. */
async function confirmOrder({ orgId, tx, clock }: ChangeBy, orderId: number): Promise<void> {
  const now = clock(orgId)
  const [confirmed] = await tx<{ user_id: number | null }[]>`
    update orders
    set order_status = 'confirmed', payment_method = coalesce(payment_method, 'instalments'), confirmed_at = ${now}, changed_at = ${now}
    where org_id = ${orgId}
      and order_id = ${orderId}
      and order_status = 'pending'
    returning user_id`
  if (!confirmed) return
  const [customer] = await tx<CustomerRow[]>`
    select ${customerColumns(tx)}
    from customers
    where org_id = ${orgId}
      and user_id = ${confirmed.user_id}`
  const fan = customer ? toCustomer(customer) : null
  await publish(orgId, tx, clock, 'order.completed', { fan, order: await findOrderForMessage(orgId, tx, orderId) })
}
