import { eachOrganisation, findDueByClock } from '../../access/organisations.ts'
import type { OrgId } from '../../access/principal.ts'
import type { Sql } from '../../platform/postgres/database.ts'
import type { Clocks } from '../../platform/values/clock.ts'
import { carryOutRefund, type RefundDeps } from './carry-out-refund.ts'

/** Longer than the calls to a provider can take, so that the process that asked first has had the answer. */
const QUIET_MS = 60_000
const BATCH = 20
const ORGANISATIONS_MAX = 100

/**
 * Settles refunds that are still open: the program died before it asked, the answer was lost, or the bank takes days. One
 * that cannot be settled waits for the next time and keeps no other waiting.
 */
export async function reconcileRefunds(deps: RefundDeps & Clocks): Promise<number> {
  const waiting = await findDueByClock(
    deps.sql,
    deps,
    (isWorkedOn, now) => deps.sql<{ org_id: number }[]>`
    select distinct org_id
    from (
      select org_id
      from refunds
      where refund_status in ('created', 'processing', 'unknown')
        and changed_at <= ${new Date(now.getTime() - QUIET_MS)}
        and ${isWorkedOn}
      order by changed_at
      limit ${BATCH * ORGANISATIONS_MAX}
    ) r
    limit ${ORGANISATIONS_MAX}`,
  )
  return eachOrganisation(waiting, async (orgId) => {
    let looked = 0
    for (let claimed = BATCH; claimed === BATCH; looked += claimed) claimed = await reconcileBatch(deps, orgId)
    return looked
  })
}

async function reconcileBatch(deps: RefundDeps, orgId: OrgId): Promise<number> {
  const claimed = await claimRefunds(orgId, deps.sql, deps.clock(orgId))
  const outcomes = await Promise.allSettled(
    claimed.map(({ refund_id }) => carryOutRefund(deps, orgId, refund_id, { again: true })),
  )
  const failed = outcomes.find((outcome) => outcome.status === 'rejected')
  if (failed) throw failed.reason
  return claimed.length
}

/**
 * Claiming moves `changed_at`, which is both the lease and the pause before the next look. The pause is as long as the
 * refund has been open, from a minute up to an hour.
 */
const claimRefunds = (orgId: OrgId, sql: Sql, now: Date) => sql<{ refund_id: number }[]>`
  with due as (
    select refund_id
    from refunds
    where org_id = ${orgId}
      and refund_status in ('created', 'processing', 'unknown')
      and changed_at <= ${new Date(now.getTime() - QUIET_MS)}
      and ${now}::timestamptz - changed_at >= least(changed_at - created_at, interval '1 hour')
    order by changed_at
    limit ${BATCH}
    for update skip locked
  )
  update refunds r
  set changed_at = ${now}
  from due
  where r.org_id = ${orgId}
    and r.refund_id = due.refund_id
  returning r.refund_id`
