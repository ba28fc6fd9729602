import type { OrgId } from '../../access/principal.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { HOUR_MS } from '../../platform/values/durations.ts'

/** Disputes, and refunds that were made past us, are read every hour: what is not in our books after twice as long is not ours. */
const STRAY_AFTER_MS = 2 * HOUR_MS

/**
 * Finds what our books have for each movement that has nothing yet: the payment, the refund, or what came back. Money in another currency
 * than ours is a difference in both. What nothing is found for in time is stray, until something is.
 */
export async function matchMovements(orgId: OrgId, sql: Db, now: Date): Promise<void> {
  await matchPayments(orgId, sql, now)
  await matchRefunds(orgId, sql, now)
  await matchReversals(orgId, sql, now, 'dispute')
  await matchReversals(orgId, sql, now, 'payment')
  await sql`
    update payout_movements
    set stray_at = ${now}, changed_at = ${now}
    where org_id = ${orgId}
      and matched_at is null
      and stray_at is null
      and created_at <= ${new Date(now.getTime() - STRAY_AFTER_MS)}`
}

const matchPayments = (orgId: OrgId, sql: Db, now: Date) => sql`
  with found as (
    update payout_movements m
    set payment_id = p.payment_id, matched_at = ${now}, changed_at = ${now},
      difference_minor = m.amount_minor - case when p.currency = m.currency then p.amount_minor else 0 end,
      foreign_minor = case when p.currency <> m.currency then p.amount_minor end,
      foreign_currency = case when p.currency <> m.currency then p.currency end
    from payouts t, payments p
    where m.org_id = ${orgId}
      and t.org_id = ${orgId}
      and p.org_id = ${orgId}
      and m.matched_at is null
      and m.kind = 'payment'
      and t.payout_id = m.payout_id
      and p.provider = t.provider
      and p.provider_reference = m.source_reference
      and p.payment_account_id is not distinct from t.payment_account_id
      and p.payment_status = 'succeeded'
      and not exists (
        select
        from payout_movements o
        where o.org_id = ${orgId}
          and o.payment_id = p.payment_id
      )
    returning m.payment_id
  )
  delete from missing_payments
  where org_id = ${orgId}
    and payment_id in (
      select payment_id
      from found
    )`

/** One that its bank has sent back is not in our books: what it took and what it brought back are the same. */
const matchRefunds = (orgId: OrgId, sql: Db, now: Date) => sql`
  update payout_movements m
  set refund_id = r.refund_id, matched_at = ${now}, changed_at = ${now},
    difference_minor = m.amount_minor - case when p.currency = m.currency then s.sign * r.amount_minor else 0 end,
    foreign_minor = case when p.currency <> m.currency then s.sign * r.amount_minor end,
    foreign_currency = case when p.currency <> m.currency then p.currency end
  from payouts t, refunds r, payments p, (values ('refund', -1), ('refund_returned', 1)) as s (kind, sign)
  where m.org_id = ${orgId}
    and t.org_id = ${orgId}
    and r.org_id = ${orgId}
    and p.org_id = ${orgId}
    and m.matched_at is null
    and m.kind = s.kind
    and t.payout_id = m.payout_id
    and r.provider_reference = m.source_reference
    and r.refund_status in ('succeeded', 'failed')
    and p.payment_id = r.payment_id
    and p.provider = t.provider
    and p.payment_account_id is not distinct from t.payment_account_id`

/** A dispute may have several rows: one for each debt that it has opened again. */
const matchReversals = (orgId: OrgId, sql: Db, now: Date, of: 'dispute' | 'payment') => sql`
  update payout_movements m
  set payment_reversal_id = v.payment_reversal_id, matched_at = ${now}, changed_at = ${now},
    difference_minor = m.amount_minor + case when v.currency = m.currency then v.amount_minor else 0 end,
    foreign_minor = case when v.currency <> m.currency then -v.amount_minor end,
    foreign_currency = case when v.currency <> m.currency then v.currency end
  from (
    select w.payout_movement_id, p.currency, min(x.payment_reversal_id) as payment_reversal_id, sum(x.amount_minor)::bigint as amount_minor
    from payout_movements w
    join payouts t on t.org_id = ${orgId} and t.payout_id = w.payout_id
    ${of === 'dispute' ? byReference(orgId, sql) : byPayment(orgId, sql)}
    where w.org_id = ${orgId}
      and w.matched_at is null
      and p.provider = t.provider
      and p.payment_account_id is not distinct from t.payment_account_id
    group by w.payout_movement_id, p.currency
  ) v
  where m.org_id = ${orgId}
    and m.matched_at is null
    and m.payout_movement_id = v.payout_movement_id`

const byReference = (orgId: OrgId, sql: Db) => sql`
  join (
    values ('refund', 'provider_refund'), ('dispute', 'dispute_opened'), ('dispute', 'returned'), ('dispute_won', 'dispute_won')
  ) as k (kind, reversal) on k.kind = w.kind
  join payment_reversals x on x.org_id = ${orgId} and x.reference = w.source_reference and x.kind = k.reversal
  join payments p on p.org_id = ${orgId} and p.payment_id = x.payment_id`

/** A debit that came back before Stripe calls it a dispute. */
const byPayment = (orgId: OrgId, sql: Db) => sql`
  join payments p on p.org_id = ${orgId} and p.provider_reference = w.source_reference and w.kind = 'payment_returned'
  join payment_reversals x on x.org_id = ${orgId} and x.payment_id = p.payment_id and x.kind = 'returned'`
