import type { OrgId } from '../../access/principal.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { Clock } from '../../platform/values/clock.ts'
import { creditExpiry, giveCredit, lockCredit } from '../ledger/credit.ts'
import type { PaidOrder } from './paid-order.ts'

/** What credit had paid of an order goes back to it, for as long as credit lasts from now on. */
export async function returnCredit(
  orgId: OrgId,
  tx: Tx,
  clock: Clock,
  { orderId, currency, credit }: Pick<PaidOrder, 'orderId' | 'currency' | 'credit'>,
  { creditMinor, reason }: { creditMinor: number; reason: string | null },
): Promise<void> {
  if (creditMinor === 0) return
  const { userId } = credit
  if (userId === null) throw new Error(`order ${orderId} was paid by credit without a customer`)
  const now = clock(orgId)
  const account = await lockCredit(orgId, tx, now, { userId, currency })
  const expiresAt = await creditExpiry(orgId, tx, now)
  await giveCredit(orgId, tx, clock, account, {
    kind: 'returned',
    amountMinor: creditMinor,
    orderId,
    reason,
    expiresAt,
  })
  await tx`
    update orders
    set refunded_minor = refunded_minor + ${creditMinor}, changed_at = ${now}
    where org_id = ${orgId}
      and order_id = ${orderId}`
}
