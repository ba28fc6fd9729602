import { eachDue } from '../../access/due-work.ts'
import type { OrganisationMode, OrgId } from '../../access/principal.ts'
import type { PaymentProviderName } from '../../payments/payments/provider.ts'
import type { Payments } from '../../payments/payments/providers.ts'
import type { Sql } from '../../platform/postgres/database.ts'
import { realTime, type SystemClock } from '../../platform/values/clock.ts'
import { HOUR_MS } from '../../platform/values/durations.ts'

const BATCH = 20
/** A provider that did not answer is asked again after so long. */
const AGAIN_MS = HOUR_MS

type Deps = { sql: Sql; systemClock: SystemClock; payments: Payments }

/**
 * Takes means of payment that were given up off the provider, so that they cannot be charged there by any program. It is done by real
 * time: the provider has no other. Answers how many it has asked about.
 */
export async function releaseMeans(deps: Deps): Promise<number> {
  const { sql, systemClock } = deps
  const due = (now: Date) => ({
    rows: sql`
      select org_id
      from payment_means
      where release_at <= ${now}`,
    oldest: sql`release_at`,
  })
  return eachDue(sql, realTime(systemClock), { due, batch: BATCH }, (orgId) => releaseBatch(deps, orgId, systemClock()))
}

type GivenUp = {
  payment_means_id: number
  provider: PaymentProviderName
  mode: OrganisationMode
  payment_account_id: string | null
  customer_reference: string
  method_reference: string
}

/** Claiming moves the time ahead, so that no two processes ask at once and one that dies leaves the rest to another. */
async function releaseBatch({ sql, payments }: Deps, orgId: OrgId, now: Date): Promise<number> {
  const claimed = await sql<GivenUp[]>`
    with due as (
      select payment_means_id
      from payment_means
      where org_id = ${orgId}
        and release_at <= ${now}
      order by release_at, payment_means_id
      limit ${BATCH}
      for no key update skip locked
    )
    update payment_means k
    set release_at = ${new Date(now.getTime() + AGAIN_MS)}
    from due, organisations o
    where k.org_id = ${orgId}
      and o.org_id = ${orgId}
      and k.payment_means_id = due.payment_means_id
    returning k.payment_means_id, k.provider, o.mode, k.payment_account_id, k.customer_reference, k.method_reference`
  for (const { payment_account_id: account, customer_reference, method_reference, ...means } of claimed) {
    const provider = payments.forStored(means).means
    const isDone = await provider?.giveUp(account, { customer: customer_reference, method: method_reference })
    if (!isDone) continue
    await sql`
      update payment_means
      set release_at = null
      where org_id = ${orgId}
        and payment_means_id = ${means.payment_means_id}`
  }
  return claimed.length
}
