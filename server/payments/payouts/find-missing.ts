import type { OrgId } from '../../access/principal.ts'
import type { Db } from '../../platform/postgres/database.ts'
import type { Fragment } from '../../platform/postgres/sql.ts'
import { DAY_MS } from '../../platform/values/durations.ts'

/** Providers keep money for some days before they pay it out: what is older than a payout by so much should be in it, or before. */
export const LATE_MS = 10 * DAY_MS
/** Where nothing was paid out at all for so long, a month's schedule included. */
const SILENT_MS = 45 * DAY_MS

type Known = { checked_until: Date; issued_at: Date | null; unlisted_at: Date | null; is_behind: boolean }

/**
 * Payments that should have been paid out by now. Each is looked for once, when its time has come, and is taken off the list when a payout
 * brings it. What went before a payout that staff have asked for themselves may be in that one: the provider does not say.
 */
export async function findMissing(orgId: OrgId, sql: Db, now: Date): Promise<void> {
  const [known] = await sql<Known[]>`
    select r.checked_until, max(t.issued_at) as issued_at, max(t.issued_at) filter (where t.reading = 'unlisted') as unlisted_at,
      coalesce(bool_or(t.reading = 'reading'), false) as is_behind
    from payout_readings r
    left join payouts t on t.org_id = ${orgId} and t.issued_at >= ${new Date(now.getTime() - SILENT_MS)}
    where r.org_id = ${orgId}
    group by r.org_id, r.checked_until`
  // While payouts are still being read, what they bring is not missing.
  if (!known || known.is_behind) return
  const silent = now.getTime() - SILENT_MS
  const until = new Date(Math.max(silent, (known.issued_at?.getTime() ?? 0) - LATE_MS))
  // Providers count in seconds.
  const from = new Date(
    Math.max(known.checked_until.getTime(), known.unlisted_at ? known.unlisted_at.getTime() + 1000 : 0),
  )
  if (until <= known.checked_until) return
  await sql`
    with checked as (
      update payout_readings
      set checked_until = ${until}, changed_at = ${now}
      where org_id = ${orgId}
        and checked_until = ${known.checked_until}
      returning org_id
    )
    insert into missing_payments (org_id, payment_id, paid_at, created_at)
    select p.org_id, p.payment_id, p.succeeded_at, ${now}
    from payments p
    where p.org_id = ${orgId}
      and p.provider = 'stripe'
      and p.succeeded_at >= ${from}
      and p.succeeded_at < ${until}
      and exists (
        select
        from checked
      )
      and not exists (
        select
        from payout_movements m
        where m.org_id = ${orgId}
          and m.payment_id = p.payment_id
      )
    on conflict do nothing`
}

/** Of `missing_payments` as `n`: a payout may have brought it in the very moment in which it was missed. */
export const isStillMissing = (orgId: OrgId, sql: Db): Fragment => sql`
  not exists (
    select
    from payout_movements k
    where k.org_id = ${orgId}
      and k.payment_id = n.payment_id
  )`
