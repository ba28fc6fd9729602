import { instalments } from '../../ledger/instalments/instalment.ts'
import { collectedAt, dueAt } from '../../ledger/ledger/due-dates.ts'
import { lockDebts } from '../../ledger/ledger/lock-debts.ts'
import { publish } from '../../messages/webhooks/publish.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { DAY_MS } from '../../platform/values/durations.ts'
import { localDate } from '../../platform/values/time.ts'
import { reclaimMatches } from '../../programme/seasons/free-matches.ts'
import { audit, type ChangeBy } from '../../resources/change-row.ts'
import { findItem } from '../../resources/resource.ts'
import { announceDebit } from './announce-debits.ts'

/** Beyond it a plan would outlive the season that it pays for, and the one after. */
const DAYS_AHEAD_MAX = 400

type Planned = {
  timezone: string
  collection_hour: number
  collection_status: 'running' | 'paused' | 'stopped' | null
  has_means: boolean
  is_announced: boolean
}

/**
 * An instalment is due on another day, today or later: what had failed of it counts no more, it is charged on its new day, and the ladder
 * begins anew from there. Whose debit was announced for the old day is told of the new one at once.
 */
export async function moveDay(at: ChangeBy, instalmentId: number, dueOn: string) {
  const { orgId, tx, clock } = at
  const now = clock(orgId)
  const [debt] = await lockDebts(orgId, tx, [instalmentId])
  const before = await findItem(instalments, orgId, tx, instalmentId, now)
  if (!debt || !before) throw new ApiError('resource_missing')
  if (debt.open_minor === 0) throw new ApiError('state_conflict', { message: `The instalment is ${debt.debt_status}.` })
  if (debt.attempt_payment_id !== null)
    throw new ApiError('state_conflict', { message: 'The instalment is being collected.' })
  const [planned] = await tx<Planned[]>`
    select o.timezone, o.collection_hour, p.collection_status, p.payment_means_id is not null as has_means,
      d.debit_announced_for is not null and d.debit_announced_for = coalesce(d.next_attempt_at, d.held_attempt_at) as is_announced
    from debts d
    join organisations o on o.org_id = ${orgId}
    left join membership_plans p on p.org_id = ${orgId} and p.membership_plan_id = d.membership_plan_id
    where d.org_id = ${orgId}
      and d.debt_id = ${instalmentId}`
  if (!planned) throw new Error('an instalment was lost while it was changed')
  const { timezone, collection_hour, collection_status, has_means } = planned
  const isInTime = dueOn >= localDate(now, timezone)
  if (!isInTime || dueOn > localDate(new Date(now.getTime() + DAYS_AHEAD_MAX * DAY_MS), timezone)) {
    const message = `must be today or later, and within ${DAYS_AHEAD_MAX} days`
    throw new ApiError('parameter_invalid', { param: 'due_on', message })
  }
  const onItsDay = collectedAt(dueOn, timezone, collection_hour)
  const charged = has_means ? (onItsDay > now ? onItsDay : now) : null
  const isHeld = collection_status === 'paused'
  await tx`
    update debts
    set due_at = ${dueAt(dueOn, timezone)}, next_attempt_at = ${isHeld ? null : charged}, held_attempt_at = ${isHeld ? charged : null},
      last_outcome = case when last_outcome = 'failed' then null else last_outcome end, first_failed_at = null, ladder_at = null,
      overdue_told_at = null, changed_at = ${now}
    where org_id = ${orgId}
      and debt_id = ${instalmentId}`
  await tx`
    delete from ladder_steps
    where org_id = ${orgId}
      and debt_id = ${instalmentId}`
  await reclaimMatches(orgId, tx, now, instalmentId)
  if (planned.is_announced && !isHeld) await announceDebit(orgId, tx, now, instalmentId)
  const instalment = await findItem(instalments, orgId, tx, instalmentId, now)
  if (!instalment) throw new Error('an instalment was lost while it was changed')
  await audit(instalments, at, instalmentId, 'moved', { before, after: instalment })
  await publish(orgId, tx, clock, 'instalment.moved', { instalment })
  return instalment
}
