import type { OrgId } from '../../access/principal.ts'
import { publishAll } from '../../messages/webhooks/publish.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { Clock } from '../../platform/values/clock.ts'
import { findDebts } from '../ledger/debt.ts'
import { releaseDebt } from '../ledger/settle-debt.ts'
import type { PaidOrder } from './paid-order.ts'

type CancelledPart = {
  amountMinor: number
  reason: string | null
  actorName?: string | null
  /** The tickets that go back with it. */
  ticketIds?: number[]
}

/**
 * So much of what is owed for an order need not be paid any more; the last day first, so that what is due soon stays due. What a payment
 * is just collecting is left to it: money that comes for a debt that is gone is given back.
 */
export async function cancelDebts(
  orgId: OrgId,
  tx: Tx,
  clock: Clock,
  { openDebts }: Pick<PaidOrder, 'openDebts'>,
  { amountMinor, reason, actorName, ticketIds }: CancelledPart,
): Promise<void> {
  const now = clock(orgId)
  let restMinor = amountMinor
  const closed: number[] = []
  for (const debt of openDebts.toReversed()) {
    const part = Math.min(debt.open_minor - debt.attempted_minor, restMinor)
    if (part === 0) continue
    await releaseDebt(orgId, tx, debt, {
      kind: 'cancelled',
      amountMinor: part,
      reason,
      actorName: actorName ?? null,
      ticketIds,
      now,
    })
    restMinor -= part
    if (part === debt.open_minor) closed.push(debt.debt_id)
  }
  if (closed.length === 0) return
  const debts = await findDebts(orgId, tx, now, closed)
  const messages = debts.map((debt) => ({ type: 'debt.settled' as const, data: { debt } }))
  await publishAll(orgId, tx, clock, messages)
}
