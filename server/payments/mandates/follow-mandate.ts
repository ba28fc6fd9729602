import type { OrgId } from '../../access/principal.ts'
import { failMandate } from '../../people/mandates/end-mandates.ts'
import type { Sql } from '../../platform/postgres/database.ts'
import type { Clock } from '../../platform/values/clock.ts'
import type { PaymentDeps } from '../payments/providers.ts'

type Followed = { mandate_id: number; payment_account_id: string | null; payment_means_id: number }

/**
 * A mandate of Stripe's may have ended at the bank: Stripe is asked. What was left to be debited by it is not charged again, and its fan is
 * asked for other means on the day of the next debit. False where Stripe has not answered.
 */
export async function followMandate(
  { sql, clock, payments }: PaymentDeps & { sql: Sql; clock: Clock },
  orgId: OrgId,
  reference: string,
): Promise<boolean> {
  // One that was given for a single debit ends with it.
  const [mandate] = await sql<Followed[]>`
    select mandate_id, payment_account_id, payment_means_id
    from mandates
    where org_id = ${orgId}
      and provider_reference = ${reference}
      and provider = 'stripe'
      and mandate_status = 'active'
      and payment_means_id is not null`
  const { means } = payments.byName('stripe')
  if (!mandate || !means?.retrieveMandate) return true
  const state = await means.retrieveMandate(mandate.payment_account_id, reference)
  if (state !== 'ended') return state === 'active'
  const now = clock(orgId)
  await sql.begin(async (tx) => {
    await failMandate(orgId, tx, clock, mandate.mandate_id)
    await tx`
      update payment_means
      set means_status = 'refused', changed_at = ${now}
      where org_id = ${orgId}
        and payment_means_id = ${mandate.payment_means_id}
        and means_status = 'active'`
  })
  return true
}
