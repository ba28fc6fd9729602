import type { ChangeBy } from '../../resources/change-row.ts'
import { moveMembers } from '../instalments/move-members.ts'
import type { Debt } from '../ledger/debt.ts'
import type { LockedDebt } from '../ledger/lock-debts.ts'
import { releaseDebt } from '../ledger/settle-debt.ts'
import { applyRefundResult } from '../refunds/settle-refund.ts'
import { announceDebts } from './after-payment.ts'

type WrittenOff = { amountMinor: number; reason: string; actorName: string | null }

/** Lets go of a debt, which is locked, and of what hangs on it. */
export async function writeOff(
  at: ChangeBy,
  debt: LockedDebt,
  { amountMinor, reason, actorName }: WrittenOff,
): Promise<Debt[]> {
  const { orgId, tx, clock } = at
  await releaseDebt(orgId, tx, debt, { kind: 'waived', amountMinor, reason, actorName, now: clock(orgId) })
  const { order_id: orderId, refund_id: refundId } = debt
  if (refundId !== null)
    await applyRefundResult(orgId, tx, clock, { refundId, orderId }, { kind: 'failed', code: 'forgone' })
  if (debt.kind === 'instalment' && orderId !== null) await moveMembers(at, orderId)
  return announceDebts(at, [debt], 'waived', { amount_minor: amountMinor })
}
