import { allAtOnce, eachDue } from '../../access/due-work.ts'
import type { OrgId } from '../../access/principal.ts'
import { openPaymentColumns } from '../../payments/payments/open-payment.ts'
import type { PaymentResult } from '../../payments/payments/provider.ts'
import type { Db, Sql } from '../../platform/postgres/database.ts'
import type { Clocks } from '../../platform/values/clock.ts'
import { DAY_MS } from '../../platform/values/durations.ts'
import { applyAnswer } from './apply-answer.ts'
import type { ClaimedPayment } from './reconcile.ts'
import type { SettleDeps } from './settle-deps.ts'

const BATCH = 50
const WATCH_MAX_MS = 30 * DAY_MS

/**
 * Payments that ended here without the provider's word: given up after an hour, or settled by staff. They are asked about
 * until the provider says what became of them, every hour for a month; money that was collected after all takes the
 * places again or goes back. Answers how many it looked at.
 */
export async function watchPayments(deps: SettleDeps & Clocks): Promise<number> {
  const due = (now: Date) => ({
    rows: deps.sql`
      select org_id
      from payments
      where watched
        and leased_until <= ${now}
        and changed_at <= ${pauseBefore(now)}`,
    oldest: deps.sql`leased_until`,
  })
  return eachDue(deps.sql, deps, { due, batch: BATCH }, async (orgId) => {
    const payments = await claimWatched(orgId, deps.sql, deps.clock(orgId))
    return allAtOnce(payments, (payment) => settleWatched(deps, orgId, payment))
  })
}

async function settleWatched(deps: SettleDeps, orgId: OrgId, payment: ClaimedPayment): Promise<void> {
  const result = await lastWord(deps, payment)
  if (result.kind === 'succeeded') await applyAnswer(deps, orgId, payment, result)
  const isOver = result.kind === 'succeeded' || result.kind === 'declined' || result.kind === 'refused'
  const isOld = payment.created_at.getTime() <= deps.clock(orgId).getTime() - WATCH_MAX_MS
  if (isOver || isOld) await watch(orgId, deps.sql, payment.payment_id, false)
}

/** What can still be paid is cancelled: its places are gone. Without a reference the provider was never asked for the money. */
async function lastWord(deps: SettleDeps, payment: ClaimedPayment): Promise<PaymentResult> {
  const { payment_account_id: account, provider_reference: reference } = payment
  if (reference === null) return { kind: 'refused', cause: new Error('it was never begun') }
  const provider = deps.payments.forStored(payment)
  const result = await provider.retrieve(account, reference)
  const canBePaid = result.kind === 'unconfirmed' || result.kind === 'requires_action'
  return canBePaid ? provider.cancel(account, reference) : result
}

export const watch = (orgId: OrgId, sql: Db, paymentId: number, watched: boolean) => sql`
  update payments
  set watched = ${watched}, leased_until = '-infinity'
  where org_id = ${orgId}
    and payment_id = ${paymentId}`

const pauseBefore = (now: Date) => new Date(now.getTime() - 5 * 60_000)

/** The lease is also the pause before the next look: an eighth of the payment's age, from five minutes up to an hour. */
const claimWatched = (orgId: OrgId, sql: Sql, now: Date) => sql<ClaimedPayment[]>`
  with due as (
    select payment_id
    from payments
    where org_id = ${orgId}
      and watched
      and leased_until <= ${now}
      and changed_at <= ${pauseBefore(now)}
    order by leased_until, payment_id
    limit ${BATCH}
    for update skip locked
  )
  update payments p
  set leased_until = ${now}::timestamptz
      + greatest(interval '5 minutes', least((${now}::timestamptz - p.created_at) / 8, interval '1 hour'))
  from due, organisations o
  where p.org_id = ${orgId}
    and o.org_id = ${orgId}
    and p.payment_id = due.payment_id
  returning p.order_id, ${openPaymentColumns(orgId, sql)}`
