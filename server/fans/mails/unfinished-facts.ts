import type { OrgId } from '../../access/principal.ts'
import { basketIdOf } from '../../checkout/baskets/basket-state.ts'
import type { Db } from '../../platform/postgres/database.ts'
import type { Tell } from './mail-content.ts'

/** An order whose buyer has left for their bank, as it stands with its last attempt. */
export type UnfinishedFact = {
  order_id: number
  basket_id: string
  basket_status: string
  basket_expires_at: Date
  payment_status: string
  payment_expires_at: Date | null
  return_url: string | null
}

export async function findUnfinished(orgId: OrgId, sql: Db, orderIds: number[]): Promise<Map<number, UnfinishedFact>> {
  const rows = await sql<UnfinishedFact[]>`
    select o.order_id, b.basket_id, b.basket_status, b.expires_at as basket_expires_at, p.payment_status,
      p.expires_at as payment_expires_at, p.return_url
    from orders o
    join baskets b on b.org_id = ${orgId} and b.basket_id = o.basket_id
    join lateral (
      select payment_status, expires_at, return_url
      from payments
      where org_id = ${orgId}
        and order_id = o.order_id
      order by payment_id desc
      limit 1
    ) p on true
    where o.org_id = ${orgId}
      and o.order_id = any (${orderIds}::bigint[])`
  return new Map(rows.map((row) => [row.order_id, row]))
}

/** Paid meanwhile, it has the mail with the tickets. Of money that is on its way there is nothing to do. */
export const paymentUnfinished: Tell = ({ unfinished }, { order_id }, order) => {
  const left = unfinished.get(order_id ?? 0)
  const heldUntil = left && heldUntilOf(left)
  if (!heldUntil || left.return_url === null || order.order_status !== 'pending') return { dropped: 'nothing_to_tell' }
  return { to: order.email_address, tickets: [], heldUntil, wayBack: wayBackOf(left.return_url, left.basket_id) }
}

/** Null where no places are kept for a payment of theirs any more. */
function heldUntilOf({ basket_status, basket_expires_at, payment_status, payment_expires_at }: UnfinishedFact) {
  if (basket_status === 'open') return basket_expires_at
  return basket_status === 'paying' && payment_status === 'requires_action' ? payment_expires_at : null
}

/**
 * Where the buyer was to come back to, with their basket behind the #, which no other has seen: on any device they go on at the bank, pay
 * another way, or find their tickets. A page that keeps something of its own there says how it stands by the token alone.
 */
function wayBackOf(returnUrl: string, basketId: string): string {
  const url = new URL(returnUrl)
  if (url.hash === '') url.hash = basketIdOf(basketId)
  return url.href
}
