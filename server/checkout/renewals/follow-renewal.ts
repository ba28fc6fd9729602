import type { OrgId } from '../../access/principal.ts'
import { type DeclineKind, declineKindOf } from '../../ledger/ladder/decline-kind.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { DAY_MS } from '../../platform/values/durations.ts'
import type { SettleDeps } from '../answers/settle-deps.ts'
import { closeBaskets } from '../baskets/close-baskets.ts'
import { lockBaskets } from '../baskets/find-baskets.ts'
import { failRenewal } from './end-renewal.ts'
import type { RenewalReason } from './renewal.ts'

/** An account without money is charged again so many days later, so often, and before the end of the term. */
const AGAIN_MS = 2 * DAY_MS
const ATTEMPTS_MAX = 3

const reasons: Record<DeclineKind, RenewalReason> = {
  insufficient: 'declined',
  expired: 'card_expired',
  hard: 'declined',
  needs_fan: 'bank_asks',
  returned: 'declined',
}

type Followed = {
  renewal_status: string
  ends_at: Date
  attempts: number
  order_status: string | null
  basket_id: string | null
  basket_status: string | null
  is_being_paid: boolean
  decline_code: string | null
}

/**
 * What became of the order of a renewal. `ready`: nothing is under way, and the next attempt may be made; `waiting`: its payment is not
 * decided yet, which the reconciler sees to; `over`: there is nothing more to do now.
 */
export function followRenewal(
  deps: SettleDeps,
  orgId: OrgId,
  renewalId: number,
): Promise<'ready' | 'waiting' | 'over'> {
  return deps.sql.begin(async (tx) => {
    const now = deps.clock(orgId)
    const basketId = await findBasketId(orgId, tx, renewalId)
    // Baskets come first, as in every sale.
    if (basketId !== null) await lockBaskets(orgId, tx, [basketId])
    const [renewal] = await readRenewal(orgId, tx, renewalId)
    if (!renewal) return 'over'
    if (renewal.renewal_status === 'announced') return 'ready'
    if (renewal.renewal_status !== 'under_way') return 'over'
    if (renewal.order_status === 'confirmed') {
      await tx`
        update membership_renewals
        set renewal_status = 'renewed', next_attempt_at = null, changed_at = ${now}
        where org_id = ${orgId}
          and membership_renewal_id = ${renewalId}`
      return 'over'
    }
    if (renewal.is_being_paid || renewal.basket_status === 'paying') return 'waiting'
    if (basketId !== null && renewal.basket_status === 'open')
      await closeBaskets(orgId, tx, deps.clock, [basketId], 'abandoned')
    const kind = declineKindOf(renewal.decline_code)
    const nextAt = new Date(now.getTime() + AGAIN_MS)
    if (kind === 'insufficient' && renewal.attempts < ATTEMPTS_MAX && nextAt < renewal.ends_at) {
      await tx`
        update membership_renewals
        set renewal_status = 'announced', next_attempt_at = ${nextAt}, leased_until = '-infinity', changed_at = ${now}
        where org_id = ${orgId}
          and membership_renewal_id = ${renewalId}`
      return 'over'
    }
    await failRenewal({ orgId, tx, clock: deps.clock }, renewalId, reasons[kind])
    return 'over'
  }) as Promise<'ready' | 'waiting' | 'over'>
}

async function findBasketId(orgId: OrgId, tx: Tx, renewalId: number): Promise<string | null> {
  const [order] = await tx<{ basket_id: string | null }[]>`
    select o.basket_id
    from membership_renewals r
    join orders o on o.org_id = ${orgId} and o.order_id = r.order_id
    where r.org_id = ${orgId}
      and r.membership_renewal_id = ${renewalId}`
  return order?.basket_id ?? null
}

const readRenewal = (orgId: OrgId, tx: Tx, renewalId: number) => tx<Followed[]>`
  select r.renewal_status, r.ends_at, r.attempts, o.order_status, o.basket_id, b.basket_status, exists (
      select 1
      from payments p
      where p.org_id = ${orgId}
        and p.order_id = r.order_id
        and p.payment_status not in ('succeeded', 'failed', 'cancelled')
    ) as is_being_paid, (
      select p.decline_code
      from payments p
      where p.org_id = ${orgId}
        and p.order_id = r.order_id
      order by p.payment_id desc
      limit 1
    ) as decline_code
  from membership_renewals r
  left join orders o on o.org_id = ${orgId} and o.order_id = r.order_id
  left join baskets b on b.org_id = ${orgId} and b.basket_id = o.basket_id
  where r.org_id = ${orgId}
    and r.membership_renewal_id = ${renewalId}
  for no key update of r`
