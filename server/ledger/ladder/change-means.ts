import type { OrgId } from '../../access/principal.ts'
import { giveMandate } from '../../payments/mandates/give-mandate.ts'
import { keepMeans } from '../../payments/payments/keep-means.ts'
import type { GivenMandate, KeptMeans, PaymentProviderName } from '../../payments/payments/provider.ts'
import { giveUpMandates } from '../../people/mandates/end-mandates.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { Clock } from '../../platform/values/clock.ts'
import { chargeAgain } from './charge-again.ts'

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
  const planIds = plans.map(({ membership_plan_id }) => membership_plan_id)
  await chargeAgain(orgId, tx, now, tx`d.membership_plan_id = any (${planIds}::bigint[])`)
}

/** The worker takes them off the provider as soon as it can, by real time, which need not be the organisation's. */
const giveUpMeans = (orgId: OrgId, tx: Tx, now: Date, meansId: number) => tx`
  update payment_means
  set means_status = 'given_up', release_at = '-infinity', changed_at = ${now}
  where org_id = ${orgId}
    and payment_means_id = ${meansId}
    and means_status <> 'given_up'`
