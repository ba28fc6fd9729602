import { isWorkedOn, type Owned, ownedRows } from '../../access/organisations.ts'
import type { Sql } from '../../platform/postgres/database.ts'
import type { Clock } from '../../platform/values/clock.ts'
import type { PaymentResult } from '../payments/provider.ts'
import { askAgain, type OpenPayment } from './resume-checkout.ts'
import { type SettleDeps, settleFree, settlePayment } from './settle-payment.ts'

/** Longer than a checkout can take, so that whoever asked the provider first has had the answer. */
export const QUIET_MS = 60_000
/** For so long a fan may take over what the bank asks; then the payment is called off and the places are free. */
export const ACTION_MS = 15 * 60_000
const BATCH = 50

type Claimed = OpenPayment & { org_id: number; order_id: number }

/**
 * Settles every order that was left pending: the program died on the way, the answer was lost, or the fan walked off. Any
 * number of workers share the work. Answers how many it looked at; one that fails is put back and keeps nobody waiting.
 */
export async function reconcileOrders(deps: SettleDeps): Promise<number> {
  const [payments, free] = await Promise.all([claimPayments(deps.sql, deps.clock), claimFree(deps.sql, deps.clock)])
  const outcomes = await Promise.allSettled([
    ...payments.map((payment) => settleClaimed(deps, payment)),
    ...free.map(({ org_id, order_id }) => settleFree(deps, org_id, order_id)),
  ])
  const failed = outcomes.find((outcome) => outcome.status === 'rejected')
  if (failed) throw failed.reason
  return outcomes.length
}

async function settleClaimed(deps: SettleDeps, payment: Owned<Claimed>): Promise<void> {
  const { org_id: orgId, order_id: orderId, payment_id: paymentId } = payment
  const result = await ask(deps, payment)
  await settlePayment(deps, { orgId, orderId, paymentId }, result)
}

async function ask(deps: SettleDeps, payment: Owned<Claimed>): Promise<PaymentResult> {
  const result = await askAgain(deps, payment.org_id, payment.order_id, payment)
  const waits = result.kind === 'requires_action' && payment.created_at.getTime() <= deps.clock().getTime() - ACTION_MS
  if (!waits) return result
  return deps.payments.forStored(payment).cancel(payment.payment_account_id, result.reference)
}

/**
 * Claiming moves `changed_at`, which is the lease and the pause before the next look: as long as the payment has been open,
 * from a minute up to an hour; a fan who may still act is looked after every minute.
 */
const claimPayments = (sql: Sql, clock: Clock) =>
  ownedRows(sql<Claimed[]>`
  with due as (
    select org_id, payment_id
    from payments
    where payment_status in ('created', 'requires_action', 'processing', 'unknown')
      and order_id is not null
      and changed_at <= ${before(clock, QUIET_MS)}
      and changed_at <= ${clock()}::timestamptz - least(
        changed_at - created_at,
        case payment_status when 'requires_action' then interval '1 minute' else interval '1 hour' end
      )
      and ${isWorkedOn(sql, clock())}
    order by changed_at
    limit ${BATCH}
    for update skip locked
  )
  update payments p
  set changed_at = ${clock()}
  from due
  join organisations o using (org_id)
  where p.org_id = due.org_id
    and p.payment_id = due.payment_id
  returning p.org_id, p.order_id, p.payment_id, p.provider, o.mode, p.payment_account_id, p.idempotency_key,
    p.payment_method, p.provider_reference, p.payment_status, p.amount_minor, p.currency, p.next_action, p.created_at, p.changed_at`)

const claimFree = (sql: Sql, clock: Clock) =>
  ownedRows(sql<{ org_id: number; order_id: number }[]>`
  with due as (
    select o.org_id, o.order_id
    from orders o
    join baskets b on b.org_id = o.org_id and b.basket_id = o.basket_id
    where o.order_status = 'pending'
      and o.total_minor = 0
      and o.changed_at <= ${before(clock, QUIET_MS)}
      and b.basket_status = 'paying'
      and ${isWorkedOn(sql, clock(), 'o.org_id')}
    order by o.changed_at
    limit ${BATCH}
    for update of o skip locked
  )
  update orders o
  set changed_at = ${clock()}
  from due
  where o.org_id = due.org_id
    and o.order_id = due.order_id
  returning o.org_id, o.order_id`)

const before = (clock: Clock, ms: number) => new Date(clock().getTime() - ms)
