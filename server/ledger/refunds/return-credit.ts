import type { OrgId } from '../../access/principal.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { Clock } from '../../platform/values/clock.ts'
import { creditExpiry, giveCredit, lockCredit, lockCreditAccount } from '../ledger/credit.ts'
import type { PaidOrder } from './paid-order.ts'

type CreditedOrder = Pick<PaidOrder, 'orderId' | 'currency' | 'credit'>
type ReturnedCredit = {
  creditMinor: number
  reason: string | null
  refundId: number | undefined
  /** The tickets that go back with it. */
  ticketIds?: number[]
}

/**
 * What credit had paid of an order goes back to it, for as long as credit lasts from now on. Where money goes back with it, the first of
 * those refunds says so.
 */
export async function returnCredit(
  orgId: OrgId,
  tx: Tx,
  clock: Clock,
  { orderId, currency, credit }: CreditedOrder,
  { creditMinor, reason, refundId, ticketIds = [] }: ReturnedCredit,
): Promise<void> {
  if (creditMinor === 0) return
  const now = clock(orgId)
  const account = await lockAccountOf(orgId, tx, now, { orderId, currency, credit })
  const expiresAt = await creditExpiry(orgId, tx, now)
  await giveCredit(orgId, tx, clock, account, {
    kind: 'returned',
    amountMinor: creditMinor,
    orderId,
    refundId: refundId ?? null,
    reason,
    expiresAt,
    ticketIds,
  })
  await tx`
    update orders
    set refunded_minor = refunded_minor + ${creditMinor}, changed_at = ${now}
    where org_id = ${orgId}
      and order_id = ${orderId}`
}

function lockAccountOf(orgId: OrgId, tx: Tx, now: Date, { orderId, currency, credit }: CreditedOrder) {
  const { accountId, buyerId: userId } = credit
  if (accountId !== null) return lockCreditAccount(orgId, tx, accountId)
  if (userId === null) throw new Error(`order ${orderId} was paid by credit without a customer`)
  return lockCredit(orgId, tx, now, { userId, currency })
}
