import type { OrgId } from '../../access/principal.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { Clock } from '../../platform/values/clock.ts'
import { giveCredit, lockCreditAccount } from './credit.ts'

type SpentRow = { amount_minor: number; expires_at: Date | null; credit_account_id: number }

/**
 * What was spent for an order that was not paid for is the fan's again, for as long as it would have lasted, also where they were merged
 * with another customer meanwhile. The order has no credit then; tried again, it is spent anew. The caller has locked the order's basket.
 */
export async function releaseCredit(orgId: OrgId, tx: Tx, clock: Clock, orderId: number): Promise<void> {
  const now = clock(orgId)
  const [spent] = await tx<SpentRow[]>`
    select -amount_minor as amount_minor, expires_at, credit_account_id
    from credit_entries
    where org_id = ${orgId}
      and order_id = ${orderId}
      and kind = 'spent'
    order by credit_entry_id desc
    limit 1`
  if (!spent) throw new Error(`order ${orderId} has credit that nobody spent`)
  const { amount_minor: amountMinor, expires_at: expiresAt } = spent
  const account = await lockCreditAccount(orgId, tx, spent.credit_account_id)
  await giveCredit(orgId, tx, clock, account, { kind: 'released', amountMinor, orderId, reason: null, expiresAt })
  await tx`
    update orders
    set credit_minor = null, changed_at = ${now}
    where org_id = ${orgId}
      and order_id = ${orderId}`
}
