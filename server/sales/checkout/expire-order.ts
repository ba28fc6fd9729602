import type { OrgId } from '../../access/principal.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { closeBaskets } from '../baskets/close-baskets.ts'
import type { SettleDeps } from './confirmations.ts'
import type { ConfirmingRow } from './confirming.ts'

/** Ends an order that can no longer be confirmed, and its basket, unless somebody has ended them. */
export async function expireOrder(
  { clock }: SettleDeps,
  orgId: OrgId,
  tx: Tx,
  { order, basketId }: { order: ConfirmingRow; basketId: string },
): Promise<void> {
  if (order.order_status === 'pending') await closeBaskets(orgId, tx, clock, [basketId], 'expired')
}
