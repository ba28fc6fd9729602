import { type Static, Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import type { PaymentProviderName } from '../../payments/payments/provider.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { Nullable } from '../../platform/http/schema.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { OrderStatus } from '../../tickets/orders/order.ts'
import { orderIdIn } from '../../tickets/orders/order-id.ts'
import { findOrder } from '../../tickets/orders/retrieve-order.ts'
import { type LockedDebt, lockDebtsOf } from '../ledger/lock-debts.ts'

/** What is left of a payment to be given back for an order. */
export type RefundablePayment = { paymentId: number; leftMinor: number; provider: PaymentProviderName }

/** An order as it stands under its lock, with what was paid for it and what is still owed. */
export type PaidOrder = {
  orderId: number
  status: OrderStatus
  currency: string
  totalMinor: number
  refundedMinor: number
  /** What was paid and has not come back, refunds aside. */
  paidMinor: number
  /** Those of the fan of which something is open, the earliest day first. */
  openDebts: LockedDebt[]
  /** What of them no payment is collecting at the moment. */
  owedMinor: number
  /** And what a payment is collecting of them: whatever becomes of that, it is for the payment to say. */
  attemptedMinor: number
  hasMemberships: boolean
  /** What of `owedMinor` is of plans of memberships: no ticket is paid by it. */
  plannedMinor: number
  /** In the order in which they are given back: cards first, the newest first. */
  payments: RefundablePayment[]
  /** The sum of what is left of the payments. */
  leftMinor: number
  /** What credit has paid and has not gone back, and whether it goes back before the payments. To the account that it was of; where
   * that one's customer was erased, to the buyer. */
  credit: { leftMinor: number; isFirst: boolean; accountId: number | null; buyerId: number | null }
}

export const PaidOrderRow = Type.Object({
  order_status: Type.Unsafe<OrderStatus>({ type: 'string' }),
  currency: Type.String(),
  total_minor: Type.Integer(),
  refunded_minor: Type.Integer(),
  paid_minor: Nullable(Type.Integer()),
  credit_minor: Nullable(Type.Integer()),
  has_memberships: Type.Boolean(),
  user_id: Nullable(Type.Integer()),
})

/** Locks order, payments and debts, in the order in which all transactions do, and says what may be given back. */
export async function lockPaidOrder(orgId: OrgId, tx: Tx, given: string): Promise<PaidOrder> {
  const [named] = await findOrder(orgId, tx, orderIdIn(given))
  if (!named) throw new ApiError('resource_missing')
  const { order_id: orderId } = named
  const [order] = await tx<Static<typeof PaidOrderRow>[]>`
    select order_status, currency, total_minor, refunded_minor, paid_minor, credit_minor, exists (
        select 1
        from order_lines l
        where l.org_id = ${orgId}
          and l.order_id = orders.order_id
          and l.kind = 'membership'
      ) as has_memberships, user_id
    from orders
    where org_id = ${orgId}
      and order_id = ${orderId}
    for no key update`
  if (!order) throw new Error('an order was lost between finding and locking it')
  const atOnce = await lockOwnPayments(orgId, tx, orderId)
  const byDebts = order.paid_minor === null ? [] : await lockDebtPayments(orgId, tx, orderId)
  const debts = order.paid_minor === null ? [] : await lockDebtsOf(orgId, tx, orderId)
  const payments = [...atOnce, ...byDebts].sort(byReturn).map(({ payment_id, left_minor, provider }) => ({
    paymentId: payment_id,
    leftMinor: left_minor,
    provider,
  }))
  const openDebts = debts.filter(({ owed_by, open_minor }) => owed_by === 'fan' && open_minor > 0)
  const owedMinor = openDebts.reduce((sum, { open_minor, attempted_minor }) => sum + open_minor - attempted_minor, 0)
  return {
    orderId,
    status: order.order_status,
    currency: order.currency,
    totalMinor: order.total_minor,
    refundedMinor: order.refunded_minor,
    paidMinor:
      order.paid_minor ?? atOnce.reduce((sum, { amount_minor }) => sum + amount_minor, order.credit_minor ?? 0),
    openDebts,
    owedMinor,
    attemptedMinor: openDebts.reduce((sum, { attempted_minor }) => sum + attempted_minor, 0),
    hasMemberships: order.has_memberships,
    plannedMinor: openDebts
      .filter(({ membership_plan_id }) => membership_plan_id !== null)
      .reduce((sum, { open_minor, attempted_minor }) => sum + open_minor - attempted_minor, 0),
    payments,
    leftMinor: payments.reduce((sum, { leftMinor }) => sum + leftMinor, 0),
    credit:
      order.paid_minor === null && order.credit_minor === null
        ? { ...NO_CREDIT, buyerId: order.user_id }
        : await findCredit(orgId, tx, orderId, order.user_id),
  }
}

const NO_CREDIT = { leftMinor: 0, isFirst: true, accountId: null }

/** What was spent for the order, at its checkout or for its debts, and whose it was. It does not change while the order is locked. */
async function findCredit(orgId: OrgId, tx: Tx, orderId: number, buyerId: number | null): Promise<PaidOrder['credit']> {
  const [credit] = await tx<{ left_minor: number; account_id: number | null; refund_credit: string }[]>`
    select coalesce((
      select -sum(e.amount_minor)
      from credit_entries e
      where e.org_id = ${orgId}
        and e.order_id = ${orderId}
        and e.kind in ('spent', 'released', 'returned')
    ), 0)::bigint as left_minor, (
      select a.credit_account_id
      from credit_entries e
      join credit_accounts a on a.org_id = ${orgId} and a.credit_account_id = e.credit_account_id
      join customers c on c.org_id = ${orgId} and c.user_id = a.user_id
      where e.org_id = ${orgId}
        and e.order_id = ${orderId}
        and e.kind = 'spent'
        and (c.erased_at is null or a.merged_into_id is not null)
      order by e.credit_entry_id desc
      limit 1
    ) as account_id, refund_credit
    from organisations
    where org_id = ${orgId}`
  if (!credit) throw new Error(`there is no organisation ${orgId}`)
  return {
    leftMinor: credit.left_minor,
    isFirst: credit.refund_credit === 'first',
    accountId: credit.account_id,
    buyerId,
  }
}

type PaymentRow = { payment_id: number; amount_minor: number; left_minor: number; provider: PaymentProviderName }

const byReturn = (a: PaymentRow, b: PaymentRow) =>
  Number(a.provider === 'manual') - Number(b.provider === 'manual') || b.payment_id - a.payment_id

const lockOwnPayments = (orgId: OrgId, tx: Tx, orderId: number) => tx<PaymentRow[]>`
  select payment_id, amount_minor, amount_minor - refunded_minor - reversed_minor as left_minor, provider
  from payments
  where org_id = ${orgId}
    and order_id = ${orderId}
    and payment_status = 'succeeded'
    and not surplus
  for no key update`

/** Of a payment that paid debts of several orders, what it paid of this one, less what has gone back for it. */
async function lockDebtPayments(orgId: OrgId, tx: Tx, orderId: number): Promise<PaymentRow[]> {
  const shares = await tx<{ payment_id: number; settled_minor: number; refunded_minor: number }[]>`
    select s.payment_id, sum(s.amount_minor)::bigint as settled_minor, coalesce((
      select sum(r.amount_minor)
      from refunds r
      where r.org_id = ${orgId}
        and r.payment_id = s.payment_id
        and r.order_id = ${orderId}
        and r.refund_status <> 'failed'
    ), 0)::bigint as refunded_minor
    from debts d
    join settlements s on s.org_id = ${orgId} and s.debt_id = d.debt_id
    join payments p on p.org_id = ${orgId} and p.payment_id = s.payment_id
    where d.org_id = ${orgId}
      and d.order_id = ${orderId}
      and p.order_id is null
    group by s.payment_id
    order by s.payment_id`
  const rows = await tx<PaymentRow[]>`
    select payment_id, amount_minor, amount_minor - refunded_minor - reversed_minor as left_minor, provider
    from payments
    where org_id = ${orgId}
      and payment_id = any (${shares.map(({ payment_id }) => payment_id)}::bigint[])
    order by payment_id
    for no key update`
  return rows.map((row) => {
    const share = shares.find(({ payment_id }) => payment_id === row.payment_id)
    const ownMinor = share ? share.settled_minor - share.refunded_minor : 0
    return { ...row, left_minor: Math.min(row.left_minor, ownMinor) }
  })
}
