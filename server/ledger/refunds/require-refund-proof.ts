import { isStaff, type OrgId, type Principal } from '../../access/principal.ts'
import type { SessionDeps } from '../../access/staff/sessions.ts'
import { atShard } from '../../platform/postgres/at-shard.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { Clock } from '../../platform/values/clock.ts'
import { HOUR_MS } from '../../platform/values/durations.ts'

const WITHIN_MS = HOUR_MS

/** These actions have their `amount_minor` in the audit log. Money that a drawer counts is recorded without one. */
const COUNTED = [
  'credit.granted',
  'credit.withdrawn',
  'debt.waived',
  'debt.paid_by_credit',
  'debt.payment_recorded',
  'debt.paid_out',
  'order.created',
]

/**
 * Signed-in staff confirm their identity before more goes out, or is owed less, than the organisation lets pass: as a refund, as credit,
 * as a debt that is written off or cancelled, or as money that neither a till nor a provider has counted. The amount is added to what
 * they have given within the hour, or many small ones would be as good as a large one.
 */
export async function requireRefundProof(
  orgId: OrgId,
  tx: Tx,
  { sessions, clock }: SessionDeps & { clock: Clock },
  principal: Principal,
  amountMinor: number,
): Promise<void> {
  if (!isStaff(principal) || amountMinor === 0) return
  const { staffId } = principal
  // One at a time for each person: two at once would not see each other.
  await tx`
    select pg_advisory_xact_lock(hashtextextended('refunds of ' || ${orgId}::bigint || ' ' || ${staffId}::bigint, 0))
    from ${atShard(tx, orgId)}`
  const [organisation] = await tx<{ refund_proof_minor: number }[]>`
    select refund_proof_minor
    from organisations
    where org_id = ${orgId}`
  const before = await refundedBy(orgId, tx, staffId, new Date(clock(orgId).getTime() - WITHIN_MS))
  if (before + amountMinor > (organisation?.refund_proof_minor ?? 0)) await sessions.requireProof(principal)
}

/**
 * The audit log says who opened a refund, cancelled what an order still owed, gave, took or spent credit, wrote a debt off, recorded money
 * for it or sold tickets for money that nothing has counted.
 */
async function refundedBy(orgId: OrgId, tx: Tx, staffId: number, since: Date): Promise<number> {
  const [row] = await tx<{ given_minor: number }[]>`
    with given as (
      select action, before, after
      from audit_log
      where org_id = ${orgId}
        and actor_kind = 'staff'
        and actor_id = ${String(staffId)}
        and created_at > ${since}
    )
    select (coalesce((
      select sum(r.amount_minor)
      from given g
      cross join lateral jsonb_array_elements_text(
        case when g.after ? 'refund_ids' then g.after -> 'refund_ids' else jsonb_build_array(g.after -> 'refund_id') end
      ) as opened (id)
      join refunds r on r.org_id = ${orgId} and r.refund_id = opened.id::bigint
      where g.action in ('order.refunded', 'order.cancelled', 'refund.retried')
        and r.refund_status <> 'failed'
    ), 0) + coalesce((
      select sum((before ->> 'owed_minor')::bigint - (after ->> 'owed_minor')::bigint)
      from given
      where action in ('order.refunded', 'order.cancelled')
    ), 0) + coalesce((
      select sum((after ->> 'amount_minor')::bigint)
      from given
      where action = any (${COUNTED}::text[])
    ), 0))::bigint as given_minor`
  return row?.given_minor ?? 0
}
