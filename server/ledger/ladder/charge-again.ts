import type { OrgId } from '../../access/principal.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { Fragment } from '../../platform/postgres/sql.ts'
import { localDate } from '../../platform/values/time.ts'
import { collectedAt } from '../ledger/due-dates.ts'
import { isMembershipCancelled } from './membership-plan.ts'

type OpenInstalment = { debt_id: number; due_at: Date; timezone: string; collection_hour: number; is_held: boolean }

/**
 * Plans a charge for each of these open instalments: on its day, or at once where that has passed. One that is being paid is left to that
 * payment; of a paused plan it waits until that goes on. The condition is about a debt `d`, its plan `p` and the plan's means `k`.
 */
export async function chargeAgain(orgId: OrgId, tx: Tx, now: Date, isMeant: Fragment): Promise<void> {
  const open = await tx<OpenInstalment[]>`
    select d.debt_id, d.due_at, o.timezone, o.collection_hour, p.collection_status = 'paused' as is_held
    from debts d
    join membership_plans p on p.org_id = ${orgId} and p.membership_plan_id = d.membership_plan_id
    join organisations o on o.org_id = ${orgId}
    left join payment_means k on k.org_id = ${orgId} and k.payment_means_id = p.payment_means_id
    where d.org_id = ${orgId}
      and ${isMeant}
      and d.closed_at is null
      and d.attempt_payment_id is null
    order by d.debt_id
    for no key update of d`
  for (const { debt_id, due_at, timezone, collection_hour, is_held } of open) {
    const onItsDay = collectedAt(localDate(due_at, timezone), timezone, collection_hour)
    const at = onItsDay > now ? onItsDay : now
    await tx`
      update debts
      set next_attempt_at = ${is_held ? null : at}, held_attempt_at = ${is_held ? at : null},
        -- A notice is of the account and the day that it names.
        debit_announced_for = null, changed_at = ${now}
      where org_id = ${orgId}
        and debt_id = ${debt_id}`
  }
}

/**
 * Of an instalment that is owed again because a payment was recorded by mistake: it is charged as if that had never been recorded. One that
 * had failed before stays with its fan, whom the ladder reminds, and so does one of an order that was closed.
 */
export const chargeAsBefore = (orgId: OrgId, tx: Tx, now: Date, debtId: number): Promise<void> =>
  chargeAgain(
    orgId,
    tx,
    now,
    tx`d.debt_id = ${debtId}
      and d.next_attempt_at is null
      and d.held_attempt_at is null
      and d.first_failed_at is null
      and exists (
        select
        from orders q
        where q.org_id = ${orgId}
          and q.order_id = d.order_id
          and q.order_status = 'confirmed'
      )
      and p.collection_status <> 'stopped'
      and k.means_status = 'active'
      and not ${isMembershipCancelled(tx, orgId)}`,
  )
