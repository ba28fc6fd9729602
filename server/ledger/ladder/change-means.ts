import type { OrgId } from '../../access/principal.ts'
import { giveMandate } from '../../payments/mandates/give-mandate.ts'
import { keepMeans } from '../../payments/payments/keep-means.ts'
import type { GivenMandate, KeptMeans, PaymentProviderName } from '../../payments/payments/provider.ts'
import { giveUpMandates } from '../../people/mandates/end-mandates.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { Clock } from '../../platform/values/clock.ts'
import { localDate } from '../../platform/values/time.ts'
import { collectedAt } from '../ledger/due-dates.ts'

type GivenMeans = {
  planId: number
  userId: number
  provider: PaymentProviderName
  account: string | null
  means: KeptMeans
  /** Of an account, with the text that the fan has read. */
  agreed?: { mandate: GivenMandate; version: number; language: string | null } | undefined
}

/**
 * A plan is charged by other means from now on, and so are all plans that were charged by the same: a family that joined together has left
 * one card. What is due by now is charged by the new ones soon; the old ones are given up. The same means given twice are kept once,
 * and not again where a debit by them ends after they were given up.
 */
export async function changeMeans(orgId: OrgId, tx: Tx, clock: Clock, given: GivenMeans): Promise<void> {
  const now = clock(orgId)
  const { planId, means } = given
  const [plan] = await tx<{ payment_means_id: number | null; method_reference: string | null }[]>`
    select p.payment_means_id, k.method_reference
    from membership_plans p
    left join payment_means k on k.org_id = ${orgId} and k.payment_means_id = p.payment_means_id and k.means_status <> 'refused'
      and k.customer_reference = ${means.customer}
    where p.org_id = ${orgId}
      and p.membership_plan_id = ${planId}
    for no key update of p`
  if (!plan) throw new Error(`plan ${planId} was lost`)
  if (plan.method_reference === means.method) return
  const meansId = await keepMeans(orgId, tx, now, given)
  if (given.agreed) await giveMandate(orgId, tx, clock, { ...given, ...given.agreed, meansId })
  const plans = await tx<{ membership_plan_id: number }[]>`
    update membership_plans
    set payment_means_id = ${meansId}, changed_at = ${now}
    where org_id = ${orgId}
      and (membership_plan_id = ${planId} or payment_means_id = ${plan.payment_means_id})
    returning membership_plan_id`
  if (plan.payment_means_id !== null) {
    await tx`
      update members
      set renewal_means_id = ${meansId}
      where org_id = ${orgId}
        and renewal_means_id = ${plan.payment_means_id}`
    await giveUpMeans(orgId, tx, now, plan.payment_means_id)
    await giveUpMandates(orgId, tx, clock, plan.payment_means_id)
  }
  await chargeAgain(
    orgId,
    tx,
    now,
    plans.map(({ membership_plan_id }) => membership_plan_id),
  )
}

/** The worker takes them off the provider as soon as it can, by real time, which need not be the organisation's. */
const giveUpMeans = (orgId: OrgId, tx: Tx, now: Date, meansId: number) => tx`
  update payment_means
  set means_status = 'given_up', release_at = '-infinity', changed_at = ${now}
  where org_id = ${orgId}
    and payment_means_id = ${meansId}
    and means_status <> 'given_up'`

type OpenInstalment = { debt_id: number; due_at: Date; timezone: string; collection_hour: number; is_held: boolean }

/**
 * Each open instalment on its day, or at once where that has passed. One that is being paid is left to that payment; of a
 * paused plan it waits until that goes on.
 */
async function chargeAgain(orgId: OrgId, tx: Tx, now: Date, planIds: number[]): Promise<void> {
  const open = await tx<OpenInstalment[]>`
    select d.debt_id, d.due_at, o.timezone, o.collection_hour, p.collection_status = 'paused' as is_held
    from debts d
    join membership_plans p on p.org_id = ${orgId} and p.membership_plan_id = d.membership_plan_id
    join organisations o on o.org_id = ${orgId}
    where d.org_id = ${orgId}
      and d.membership_plan_id = any (${planIds}::bigint[])
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
        -- A notice is of the account that it names.
        debit_announced_for = null, changed_at = ${now}
      where org_id = ${orgId}
        and debt_id = ${debt_id}`
  }
}
