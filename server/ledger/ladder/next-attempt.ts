import type { OrgId } from '../../access/principal.ts'
import { noteMails } from '../../messages/mail/notices.ts'
import { failMandate } from '../../people/mandates/end-mandates.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { Clock } from '../../platform/values/clock.ts'
import { DAY_MS } from '../../platform/values/durations.ts'
import { localDate } from '../../platform/values/time.ts'
import { collectedAt } from '../ledger/due-dates.ts'
import type { DebtKind } from '../ledger/lock-debts.ts'
import { type DeclineKind, debitDeclineKindOf, declineKindOf } from './decline-kind.ts'

type Tried = {
  debt_id: number
  kind: DebtKind
  order_id: number | null
  attempts: number
  due_at: Date
  timezone: string
  collection_hour: number
  retry_days: number[]
  collection_status: CollectionStatus
  /** How often it was debited so far. */
  debits: number
}
type CollectionStatus = 'running' | 'paused' | 'stopped'
type Failure = { code: string; declineCode?: string | null }

/**
 * What follows when a charge without the fan has come to nothing: another day, or none, and means that the bank will not hear of again
 * are not charged for other instalments either. Of payments that fans made themselves nothing does.
 */
export async function planNextAttempt(
  orgId: OrgId,
  tx: Tx,
  clock: Clock,
  paymentId: number,
  failure: Failure,
): Promise<void> {
  const now = clock(orgId)
  const [payment] = await tx<{ payment_means_id: number | null; mandate_id: number | null }[]>`
    select coalesce(p.payment_means_id, m.payment_means_id) as payment_means_id, p.mandate_id
    from payments p
    left join mandates m on m.org_id = ${orgId} and m.mandate_id = p.mandate_id
    where p.org_id = ${orgId}
      and p.payment_id = ${paymentId}`
  if (!payment || (payment.payment_means_id === null && payment.mandate_id === null)) return
  // The provider would not be asked, for its credentials or its account, or the call was lost: the fan's card has nothing to do with it.
  const isOurs = failure.code === 'provider_refused' || failure.declineCode === 'never_arrived'
  const kind = (payment.mandate_id === null ? declineKindOf : debitDeclineKindOf)(failure.declineCode ?? null)
  const debts = await tx<Tried[]>`
    select d.debt_id, d.kind, d.order_id, d.attempts, d.due_at, o.timezone, o.collection_hour, o.retry_days, (
        select count(*)::integer
        from payment_debts x
        join payments q on q.org_id = ${orgId} and q.payment_id = x.payment_id
        where x.org_id = ${orgId}
          and x.debt_id = d.debt_id
          and q.mandate_id is not null
      ) as debits, coalesce(p.collection_status, 'running') as collection_status
    from payment_debts f
    join debts d on d.org_id = f.org_id and d.debt_id = f.debt_id
    join organisations o on o.org_id = f.org_id
    left join membership_plans p on p.org_id = f.org_id and p.membership_plan_id = d.membership_plan_id
    where f.org_id = ${orgId}
      and f.payment_id = ${paymentId}
      and d.closed_at is null
    order by d.debt_id`
  for (const debt of debts) {
    // Without means that are kept there is nothing to try again.
    const at =
      payment.payment_means_id === null ? null : isOurs ? new Date(now.getTime() + DAY_MS) : nextDay(debt, kind, now)
    // Staff may have paused or stopped the plan while its provider was asked.
    const isHeld = debt.collection_status === 'paused'
    await tx`
      update debts
      set next_attempt_at = ${debt.collection_status === 'running' ? at : null}, held_attempt_at = ${isHeld ? at : null},
        -- What is presented again is announced by the mail that says that it came back.
        debit_announced_for = ${payment.mandate_id === null ? null : at},
        first_failed_at = case when ${isOurs} then first_failed_at else coalesce(first_failed_at, ${now}) end,
        ladder_at = ${isOurs || debt.kind !== 'instalment' ? tx`ladder_at` : now}
      where org_id = ${orgId}
        and debt_id = ${debt.debt_id}`
  }
  if (isOurs) return
  await tellFan(orgId, tx, now, debts)
  if (kind !== 'expired' && kind !== 'hard') return
  await failMandate(orgId, tx, clock, payment.mandate_id)
  await tx`
    update payment_means
    set means_status = 'refused', changed_at = ${now}
    where org_id = ${orgId}
      and payment_means_id = ${payment.payment_means_id}
      and means_status = 'active'`
}

/** One mail for each attempt, however often its end is told. */
async function tellFan(orgId: OrgId, tx: Tx, now: Date, debts: Tried[]): Promise<void> {
  const mails = debts.flatMap(({ debt_id: aboutId, kind, order_id: orderId, attempts }) =>
    orderId === null
      ? []
      : [
          {
            kind: kind === 'instalment' ? ('instalment_failed' as const) : ('debt_reminder' as const),
            orderId,
            aboutId,
            messageId: `instalment-${aboutId}-failed-${attempts}`,
          },
        ],
  )
  if (mails.length > 0) await noteMails(orgId, tx, now, mails)
}

/**
 * The first of the ladder's days that is still to come; null leaves it to the fan, or to staff. What a bank will not hear of again no
 * ladder tries again: card schemes fine those who do.
 */
function nextDay(debt: Tried, kind: DeclineKind, now: Date): Date | null {
  const { due_at, timezone, collection_hour, retry_days, debits } = debt
  // A scheme lets a debit that came back be presented once more; it may come back weeks after its day.
  const isTried = kind === 'insufficient' || (kind === 'returned' && debits <= 1)
  const instants = (isTried ? retry_days : []).map((days) => {
    const from = kind === 'returned' ? now : due_at
    const day = localDate(new Date(from.getTime() + days * DAY_MS), timezone)
    return collectedAt(day, timezone, collection_hour)
  })
  return instants.find((instant) => instant > now) ?? null
}
