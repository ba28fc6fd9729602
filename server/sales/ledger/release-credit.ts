import type { OrgId } from '../../access/principal.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { Clock } from '../../platform/values/clock.ts'
import { giveCredit, lockCredit } from './credit.ts'

type SpentRow = { amount_minor: number; expires_at: Date | null; user_id: number; currency: string }

/**
 * What was spent for an order that was not paid for is the fan's again, for as long as it would have lasted. The order has no credit
 * then; tried again, it is spent anew. The caller has locked the order's basket.
 */
export async function releaseCredit(orgId: OrgId, tx: Tx, clock: Clock, orderId: number): Promise<void> {
  const now = clock(orgId)
  const [spent] = await tx<SpentRow[]>`
    select -e.amount_minor as amount_minor, e.expires_at, a.user_id, a.currency
    from credit_entries e
    join credit_accounts a on a.org_id = ${orgId} and a.credit_account_id = e.credit_account_id
    where e.org_id = ${orgId}
      and e.order_id = ${orderId}
      and e.kind = 'spent'
    order by e.credit_entry_id desc
    limit 1`
  if (!spent) throw new Error(`order ${orderId} has credit that nobody spent`)
  const { amount_minor: amountMinor, expires_at: expiresAt, user_id: userId, currency } = spent
  const account = await lockCredit(orgId, tx, now, { userId, currency })
  await giveCredit(orgId, tx, clock, account, { kind: 'released', amountMinor, orderId, reason: null, expiresAt })
  await tx`
    update orders
    set credit_minor = null, changed_at = ${now}
    where org_id = ${orgId}
      and order_id = ${orderId}`
}
