import type { OrgId, Principal } from '../../access/principal.ts'
import type { SessionDeps } from '../../access/staff/sessions.ts'
import { requireRefundProof } from '../../ledger/refunds/require-refund-proof.ts'
import { priceToday } from '../../people/membership-catalogue/type-price.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { Clock } from '../../platform/values/clock.ts'
import type { DraftedOrder } from '../sale/stages.ts'
import type { OrderBody } from './order-body.ts'

/** A gift costs nothing once it is in the basket: its worth is what the prices say. */
export const isGift = ({ payment_method, reason }: Pick<OrderBody, 'payment_method' | 'reason'>): boolean =>
  payment_method === 'free' && Boolean(reason)

/**
 * A card reader vouches for what it takes, the count of a till for its cash, and an invoice stays owed. A sale for cash without a till and
 * a gift hand out tickets on the word of the caller: they ask for a proof as a refund does, and count with refunds. The answer is what
 * the audit log keeps of it, by which the next one is counted.
 */
export async function requireProofOfSale(
  orgId: OrgId,
  tx: Tx,
  deps: SessionDeps & { clock: Clock },
  principal: Principal,
  { body, basketId, draft }: { body: OrderBody; basketId: string; draft: DraftedOrder },
): Promise<{ amount_minor?: number }> {
  const amountMinor = isGift(body)
    ? await worthOf(orgId, tx, deps.clock(orgId), basketId)
    : isVouchedFor(body)
      ? 0
      : (draft.payment?.charge.amountMinor ?? 0)
  if (amountMinor === 0) return {}
  await requireRefundProof(orgId, tx, deps, principal, amountMinor)
  return { amount_minor: amountMinor }
}

const isVouchedFor = ({ payment_method: method, till_id: tillId = null }: OrderBody): boolean =>
  method === 'card_reader' || (method === 'cash' && tillId !== null)

async function worthOf(orgId: OrgId, tx: Tx, now: Date, basketId: string): Promise<number> {
  const [row] = await tx<{ worth_minor: number }[]>`
    select coalesce((
      select sum(i.quantity * p.price_minor)
      from basket_items i
      join prices p on p.org_id = ${orgId} and p.price_id = i.price_id
      where i.org_id = ${orgId}
        and i.basket_id = ${basketId}
    ), 0)::bigint + coalesce((
      select sum(${priceToday(tx, now)})
      from basket_memberships b
      join membership_types t on t.org_id = ${orgId} and t.membership_type_id = b.membership_type_id
      join organisations o on o.org_id = ${orgId}
      where b.org_id = ${orgId}
        and b.basket_id = ${basketId}
    ), 0)::bigint as worth_minor`
  return row?.worth_minor ?? 0
}
