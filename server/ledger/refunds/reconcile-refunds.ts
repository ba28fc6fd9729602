import { allAtOnce, eachDue, untilDone } from '../../access/due-work.ts'
import type { OrgId } from '../../access/principal.ts'
import type { Sql } from '../../platform/postgres/database.ts'
import type { Clocks } from '../../platform/values/clock.ts'
import { carryOutRefund, type RefundDeps } from './carry-out-refund.ts'

/** Longer than the calls to a provider can take, so that the process that asked first has had the answer. */
const QUIET_MS = 60_000
const BATCH = 20

/**
 * Settles refunds that are still open: the program died before it asked, the answer was lost, or the bank takes days. One
 * that cannot be settled waits for the next time and keeps no other waiting.
 */
export async function reconcileRefunds(deps: RefundDeps & Clocks): Promise<number> {
  const due = (now: Date) => ({
    rows: deps.sql`
      select org_id
      from refunds
      where refund_status in ('created', 'processing', 'unknown')
        and leased_until <= ${now}
        and changed_at <= ${new Date(now.getTime() - QUIET_MS)}`,
    oldest: deps.sql`leased_until`,
  })
  return eachDue(deps.sql, deps, { due, batch: BATCH }, async (orgId) => {
    return untilDone(BATCH, () => reconcileBatch(deps, orgId))
  })
}

async function reconcileBatch(deps: RefundDeps, orgId: OrgId): Promise<number> {
  const claimed = await claimRefunds(orgId, deps.sql, deps.clock(orgId))
  return allAtOnce(claimed, ({ refund_id }) => carryOutRefund(deps, orgId, refund_id, { again: true }))
}

/** The lease is also the pause before the next look: as long as the refund has been open, from a minute up to an hour. */
const claimRefunds = (orgId: OrgId, sql: Sql, now: Date) => sql<{ refund_id: number }[]>`
  with due as (
    select refund_id
    from refunds
    where org_id = ${orgId}
      and refund_status in ('created', 'processing', 'unknown')
      and leased_until <= ${now}
      and changed_at <= ${new Date(now.getTime() - QUIET_MS)}
    order by leased_until, refund_id
    limit ${BATCH}
    for update skip locked
  )
  update refunds r
  set leased_until = ${now}::timestamptz
      + greatest(interval '1 minute', least(${now}::timestamptz - r.created_at, interval '1 hour'))
  from due
  where r.org_id = ${orgId}
    and r.refund_id = due.refund_id
  returning r.refund_id`
