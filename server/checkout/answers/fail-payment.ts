import type { OrgId } from '../../access/principal.ts'
import { releaseCredit } from '../../ledger/ledger/release-credit.ts'
import { isReader } from '../../payments/payments/provider.ts'
import { noticeOnRequest } from '../../people/mailed-codes/mail-on-request.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { prolongHolds } from '../../programme/stock/holds.ts'
import { buyerAddressOf } from '../../tickets/tickets/buyer-address.ts'
import { expiryAfterChange } from '../baskets/basket-state.ts'
import { lockBaskets } from '../baskets/find-baskets.ts'
import { prolongSeasonPlaces } from '../membership-sale/hold-season-places.ts'
import type { PayingOrder } from '../sale/stages.ts'
import type { SettleDeps } from './settle-deps.ts'

export type Failure = { code: string; declineCode?: string | undefined; reference?: string | undefined }

/** What a buyer went away with: the page that would have shown that it failed is gone. Before a reader stands the buyer. */
const UNDER_WAY = ['processing', 'unknown']

type BasketRow = { basket_id: string; has_memberships: boolean; created_at: Date; credit_minor: number | null }

/**
 * A payment that came to nothing. The basket is open again and its places expire again, so that the fan can try another
 * card; the order stays pending for that. Only the caller that ends the payment reopens the basket.
 */
export async function failPayment(
  deps: SettleDeps,
  paying: PayingOrder & { paymentId: number },
  failure: Failure,
): Promise<boolean> {
  const { orgId, orderId, paymentId } = paying
  const now = deps.clock(orgId)
  return deps.sql.begin(async (tx) => {
    const basket = await lockBasketOf(orgId, tx, orderId)
    const [ended] = await endPayment(orgId, tx, now, { orderId, paymentId }, failure)
    if (!ended) return false
    if (UNDER_WAY.includes(ended.payment_status) && !isReader(ended.payment_method)) {
      const messageId = `payment-${paymentId}-failed`
      await noticeOnRequest(orgId, tx, now, {
        purpose: 'payment_failed',
        recipients: [await buyerAddressOf(orgId, tx, orderId)],
        notices: [{ kind: 'payment_failed', orderId, aboutId: paymentId, messageId }],
        refusal: 'hidden',
      })
    }
    if (!basket) return true
    if (basket.credit_minor !== null) await releaseCredit(orgId, tx, deps.clock, orderId)
    const expiresAt = expiryAfterChange(basket.created_at, now)
    const reopened = await tx`
      update baskets
      set basket_status = 'open', expires_at = ${expiresAt}, changed_at = ${now}
      where org_id = ${orgId}
        and basket_id = ${basket.basket_id}
        and basket_status = 'paying'`
    if (reopened.count > 0) {
      await Promise.all(prolongHolds(orgId, tx, [{ basketId: basket.basket_id, expiresAt }]))
      await prolongSeasonPlaces(orgId, tx, now, [{ row: basket }], expiresAt)
    }
    return true
  })
}

async function lockBasketOf(orgId: OrgId, tx: Tx, orderId: number): Promise<BasketRow | undefined> {
  const [basket] = await tx<BasketRow[]>`
    select b.basket_id, b.has_memberships, b.created_at, o.credit_minor
    from orders o
    join baskets b on b.org_id = o.org_id and b.basket_id = o.basket_id
    where o.org_id = ${orgId}
      and o.order_id = ${orderId}`
  if (basket) await lockBaskets(orgId, tx, [basket.basket_id])
  return basket
}

const endPayment = (
  orgId: OrgId,
  tx: Tx,
  now: Date,
  { orderId, paymentId }: { orderId: number; paymentId: number },
  { code, declineCode, reference }: Failure,
) => tx<{ payment_status: string; payment_method: string | null }[]>`
  update payments p
  set payment_status = 'failed', failure_code = ${code}, decline_code = ${declineCode ?? null},
    provider_reference = coalesce(${reference ?? null}, p.provider_reference), next_action = null, changed_at = ${now}
  from (
    select payment_id, payment_status, payment_method
    from payments
    where org_id = ${orgId}
      and payment_id = ${paymentId}
      -- A debit that was submitted meanwhile is an attempt at paying a debt by now, and ends as one.
      and order_id = ${orderId}
    for no key update
  ) before
  where p.org_id = ${orgId}
    and p.payment_id = before.payment_id
    and p.payment_status not in ('succeeded', 'failed', 'cancelled')
  returning before.payment_status, before.payment_method`
