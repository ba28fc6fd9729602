import { isWorkedOn, type Owned, ownedRows } from '../../access/organisations.ts'
import type { Sql } from '../../platform/postgres/database.ts'
import type { Clock } from '../../platform/values/clock.ts'
import { carryOutRefund, type RefundDeps } from './carry-out-refund.ts'

/** Longer than a call to a provider can take, so that whoever asked first has had the answer. */
const QUIET_MS = 60_000
const BATCH = 20

type Claimed = { org_id: number; refund_id: number }

/**
 * Settles refunds that are still open: the program died before it asked, the answer was lost, or the bank takes days. One
 * that cannot be settled waits for the next time and keeps no other waiting.
 */
export async function reconcileRefunds(deps: RefundDeps): Promise<number> {
  let looked = 0
  for (let claimed = BATCH; claimed === BATCH; looked += claimed) claimed = await reconcileBatch(deps)
  return looked
}

async function reconcileBatch(deps: RefundDeps): Promise<number> {
  const claimed = await claimRefunds(deps.sql, deps.clock)
  const outcomes = await Promise.allSettled(
    claimed.map(({ org_id, refund_id }) => carryOutRefund(deps, org_id, refund_id, { again: true })),
  )
  const failed = outcomes.find((outcome) => outcome.status === 'rejected')
  if (failed) throw failed.reason
  return claimed.length
}

/**
 * Claiming moves `changed_at`, which is both the lease and the pause before the next look. The pause is as long as the
 * refund has been open, from a minute up to an hour.
 */
async function claimRefunds(sql: Sql, clock: Clock): Promise<Owned<Claimed>[]> {
  const now = clock()
  return ownedRows(sql<Claimed[]>`
    with due as (
      select org_id, refund_id
      from refunds
      where refund_status in ('created', 'processing', 'unknown')
        and changed_at <= ${new Date(now.getTime() - QUIET_MS)}
        and changed_at <= ${now}::timestamptz - least(changed_at - created_at, interval '1 hour')
        and ${isWorkedOn(sql, now)}
      order by changed_at
      limit ${BATCH}
      for update skip locked
    )
    update refunds r
    set changed_at = ${now}
    from due
    where r.org_id = due.org_id
      and r.refund_id = due.refund_id
    returning r.org_id, r.refund_id`)
}
