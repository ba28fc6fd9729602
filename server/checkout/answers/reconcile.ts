import { allAtOnce, eachDue } from '../../access/due-work.ts'
import type { OrgId } from '../../access/principal.ts'
import { askAgain } from '../../payments/payments/ask-again.ts'
import { type OpenPayment, openPaymentColumns } from '../../payments/payments/open-payment.ts'
import { deadlineOf } from '../../payments/payments/payment-methods.ts'
import type { PaymentResult } from '../../payments/payments/provider.ts'
import type { Db, Sql } from '../../platform/postgres/database.ts'
import type { Clocks } from '../../platform/values/clock.ts'
import { applyAnswer } from './apply-answer.ts'
import type { SettleDeps } from './settle-deps.ts'
import { settleFree } from './settle-payment.ts'

/** Longer than a checkout can take, so that the caller that asked the provider first has had the answer. */
export const QUIET_MS = 60_000
const BATCH = 50

/** Without an order: an attempt at paying debts. */
export type ClaimedPayment = OpenPayment & { order_id: number | null }

/**
 * Settles every order, and every attempt at paying debts, that was left pending: the program died on the way, the answer was lost, or the fan walked off. Any
 * number of workers share the work, one organisation after the other. Answers how many it looked at; one that fails is put
 * back and keeps no buyer waiting.
 */
export async function reconcileOrders(deps: SettleDeps & Clocks): Promise<number> {
  const due = (now: Date) => [quietPayments(deps.sql, now), quietOrders(deps.sql, now)]
  return eachDue(deps.sql, deps, { due, batch: BATCH }, (orgId) => reconcileOrganisation(deps, orgId))
}

async function reconcileOrganisation(deps: SettleDeps, orgId: OrgId): Promise<number> {
  const [payments, free] = await Promise.all([
    claimPayments(orgId, deps.sql, deps.clock(orgId)),
    claimFree(orgId, deps.sql, deps.clock(orgId)),
  ])
  return allAtOnce(
    [
      ...payments.map((payment) => () => settleClaimed(deps, orgId, payment)),
      ...free.map(
        ({ order_id }) =>
          () =>
            settleFree(deps, orgId, order_id),
      ),
    ],
    (settle) => settle(),
  )
}

async function settleClaimed(deps: SettleDeps, orgId: OrgId, payment: ClaimedPayment): Promise<void> {
  await applyAnswer(deps, orgId, payment, await askOrCallOff(deps, orgId, payment))
}

/** What became of a payment; one that has waited for the fan for long enough comes to nothing. */
export async function askOrCallOff(deps: SettleDeps, orgId: OrgId, payment: ClaimedPayment): Promise<PaymentResult> {
  const result = await askAgain(deps, orgId, payment.order_id, payment)
  const isOver = result.kind === 'requires_action' && deadlineOf(payment.created_at, result) <= deps.clock(orgId)
  if (!isOver) return result
  return deps.payments.forStored(payment).cancel(payment.payment_account_id, result.reference)
}

/** No provider knows of a transfer that is waited for: the bank's statement tells, or staff do. */
const isAsked = (sql: Db) => sql`not (provider = 'manual' and payment_status = 'processing')`

/** Payments that nothing has changed for a while, and no process is looking after. */
const quietPayments = (sql: Sql, now: Date) => ({
  rows: sql`
    select org_id
    from payments
    where payment_status in ('created', 'requires_action', 'processing', 'unknown')
      and ${isAsked(sql)}
      and leased_until <= ${now}
      and changed_at <= ${before(now, QUIET_MS)}`,
  oldest: sql`leased_until`,
})

/** Orders that no payment will settle: they cost nothing, or credit and debts pay for all of them. */
const quietOrders = (sql: Sql, now: Date) => ({
  rows: sql`
    select org_id
    from orders
    where order_status = 'pending'
      and basket_id is not null
      and (total_minor = 0 or owed_minor is not null or credit_minor = total_minor)
      and total_minor = coalesce(credit_minor, 0) + coalesce(owed_minor, 0)
      and leased_until <= ${now}
      and changed_at <= ${before(now, QUIET_MS)}`,
  oldest: sql`leased_until`,
})

/**
 * The lease is also the pause before the next look: as long as the payment has been open, from a minute up to five; a fan who may still
 * act is looked after every minute, a bank that takes its time every hour.
 */
const claimPayments = (orgId: OrgId, sql: Sql, now: Date) => sql<ClaimedPayment[]>`
  with due as (
    select payment_id
    from payments
    where org_id = ${orgId}
      and payment_status in ('created', 'requires_action', 'processing', 'unknown')
      and ${isAsked(sql)}
      and leased_until <= ${now}
      and changed_at <= ${before(now, QUIET_MS)}
    order by leased_until, payment_id
    limit ${BATCH}
    for update skip locked
  )
  update payments p
  set leased_until = ${now}::timestamptz + greatest(
      ${QUIET_MS / 1000} * interval '1 second',
      least(
        ${now}::timestamptz - p.created_at,
        case
          when p.payment_status = 'requires_action' then interval '1 minute'
          when p.payment_status = 'processing' then interval '1 hour'
          else interval '5 minutes'
        end
      )
    )
  from due, organisations o
  where p.org_id = ${orgId}
    and o.org_id = ${orgId}
    and p.payment_id = due.payment_id
  returning p.order_id, ${openPaymentColumns(orgId, sql)}`

const claimFree = (orgId: OrgId, sql: Sql, now: Date) => sql<{ order_id: number }[]>`
  with due as (
    select o.order_id
    from orders o
    join baskets b on b.org_id = o.org_id and b.basket_id = o.basket_id
    where o.org_id = ${orgId}
      and b.org_id = ${orgId}
      and o.order_status = 'pending'
      and o.basket_id is not null
      and (o.total_minor = 0 or o.owed_minor is not null or o.credit_minor = o.total_minor)
      and o.total_minor = coalesce(o.credit_minor, 0) + coalesce(o.owed_minor, 0)
      and o.leased_until <= ${now}
      and o.changed_at <= ${before(now, QUIET_MS)}
      and b.basket_status = 'paying'
    order by o.leased_until, o.order_id
    limit ${BATCH}
    for update of o skip locked
  )
  update orders o
  set leased_until = ${new Date(now.getTime() + QUIET_MS)}
  from due
  where o.org_id = ${orgId}
    and o.order_id = due.order_id
  returning o.order_id`

const before = (now: Date, ms: number) => new Date(now.getTime() - ms)
