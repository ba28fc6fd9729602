import { systemActor } from '../../access/audit/record.ts'
import type { OrgId } from '../../access/principal.ts'
import { publish } from '../../messages/webhooks/publish.ts'
import { noteProgress } from '../../payments/payments/note-progress.ts'
import type { Declined, KeptMeans, PaymentProviderName, PaymentResult } from '../../payments/payments/provider.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { ChangeBy } from '../../resources/change-row.ts'
import { findItem } from '../../resources/resource.ts'
import { instalments } from '../instalments/instalment.ts'
import { moveMembers } from '../instalments/move-members.ts'
import { changeMeans } from '../ladder/change-means.ts'
import { planNextAttempt } from '../ladder/next-attempt.ts'
import { type LockedDebt, lockDebts } from '../ledger/lock-debts.ts'
import { releaseDebt, settleDebt } from '../ledger/settle-debt.ts'
import { carryOutRefund, type RefundDeps } from '../refunds/carry-out-refund.ts'
import { openFullRefund } from '../refunds/refund-in-full.ts'
import { afterPayment, announceDebts, ordersOf } from './after-payment.ts'

type Attempt = { orgId: OrgId; paymentId: number }

/** What an attempt at paying debts has come to so far. `returned`: the money came too late, and goes back. */
export type DebtPaymentOutcome =
  | { kind: 'collected' | 'returned' | 'pending' }
  | { kind: 'declined'; declined: Omit<Declined, 'kind'> }
  | { kind: 'refused'; cause: unknown }

/**
 * Changes debts by what the provider of an attempt at paying them answered. As with an order, the fan's request, the worker and a webhook
 * may bring the same answer, any number of times and at once: every change is guarded by the state that it leaves.
 */
export async function settleAttempt(
  deps: RefundDeps,
  attempt: Attempt,
  result: PaymentResult,
): Promise<DebtPaymentOutcome> {
  const { sql, clock } = deps
  const { orgId, paymentId } = attempt
  switch (result.kind) {
    case 'succeeded': {
      const { refundId } = (await sql.begin((tx) => collect({ ...deps, orgId, tx }, paymentId, result))) as Collected
      if (refundId === undefined) return { kind: 'collected' }
      // If this process ends here, the worker carries out the refund.
      await carryOutRefund(deps, orgId, refundId, { again: false })
      return { kind: 'returned' }
    }
    case 'declined': {
      const { kind: _kind, ...declined } = result
      const { code, declineCode = null, reference = null } = declined
      await sql.begin((tx) => endAttempt({ ...deps, orgId, tx }, paymentId, { code, declineCode, reference }))
      return { kind: 'declined', declined }
    }
    case 'refused':
      await sql.begin((tx) => endAttempt({ ...deps, orgId, tx }, paymentId, { code: 'provider_refused' }))
      return { kind: 'refused', cause: result.cause }
    default:
      await noteProgress(orgId, sql, clock(orgId), paymentId, result)
      return { kind: 'pending' }
  }
}

type At = Pick<RefundDeps, 'clock'> & { orgId: OrgId; tx: Tx }
type Part = { debt: LockedDebt; amountMinor: number; isOpen: boolean }
type Collected = { refundId?: number | undefined }

/**
 * The money is there. It pays the debts that it was asked for, unless they are gone meanwhile: with their order, or because another payer
 * paid while the provider had called this one failed. Then it pays for nothing, and goes back.
 */
async function collect(
  { orgId, tx, clock }: At,
  paymentId: number,
  { reference, cardLast4, means }: Extract<PaymentResult, { kind: 'succeeded' }>,
): Promise<Collected> {
  const now = clock(orgId)
  const parts = await lockParts(orgId, tx, paymentId)
  const fits = parts.every(({ debt, amountMinor, isOpen }) => isOpen && amountMinor <= roomFor(debt, paymentId))
  const [payment] = await tx<CollectedPayment[]>`
    update payments
    set payment_status = 'succeeded', surplus = ${!fits}, provider_reference = ${reference}, card_last4 = ${cardLast4 ?? null},
      succeeded_at = ${now}, failure_code = null, decline_code = null, next_action = null, watched = false, changed_at = ${now}
    where org_id = ${orgId}
      and payment_id = ${paymentId}
      and payment_status <> 'succeeded'
    returning provider, payment_account_id, keeps, mandate_id`
  if (!payment) return {}
  await letGo(orgId, tx, now, paymentId, null)
  const by = { orgId, tx, clock, actor: systemActor(orgId) }
  if (!fits) {
    await cancelOfClosed(by, parts)
    return {
      refundId: await openFullRefund({ orgId, paymentId }, tx, clock, 'What it was to pay was not owed any more.'),
    }
  }
  for (const { debt, amountMinor } of parts) await settleDebt(orgId, tx, debt, { paymentId, amountMinor, now })
  if (payment.keeps && means) await keepForPlan(by, parts, payment, means)
  await afterPayment(
    by,
    parts.map(({ debt }) => debt),
    payment.mandate_id === null ? 'paid_by_card' : 'paid_by_debit',
  )
  return {}
}

type CollectedPayment = {
  provider: PaymentProviderName
  payment_account_id: string | null
  keeps: boolean
  mandate_id: number | null
}

/** The fan wants what is still open of the plan to be charged to the card that has just paid. */
async function keepForPlan(by: ChangeBy, parts: Part[], payment: CollectedPayment, means: KeptMeans): Promise<void> {
  const { orgId, tx, clock } = by
  const planned = parts.find(({ debt }) => debt.membership_plan_id !== null && debt.user_id !== null)?.debt
  if (planned?.membership_plan_id == null || planned.user_id === null) return
  const { provider, payment_account_id: account } = payment
  const { membership_plan_id: planId, user_id: userId } = planned
  await changeMeans(orgId, tx, clock, { planId, userId, provider, account, means })
}

type Failure = { code: string; declineCode?: string | null; reference?: string | null; watched?: boolean }

/** An attempt that came to nothing: the debts can be tried again. True when this call has ended it. */
export async function endAttempt(at: At, paymentId: number, failure: Failure): Promise<boolean> {
  const { orgId, tx, clock } = at
  const now = clock(orgId)
  const parts = await lockParts(orgId, tx, paymentId)
  const [ended] = await tx<{ mandate_id: number | null }[]>`
    update payments
    set payment_status = 'failed', failure_code = ${failure.code}, decline_code = ${failure.declineCode ?? null},
      provider_reference = coalesce(${failure.reference ?? null}, provider_reference), next_action = null,
      watched = ${failure.watched ?? false}, changed_at = ${now}
    where org_id = ${orgId}
      and payment_id = ${paymentId}
      and payment_status not in ('succeeded', 'failed', 'cancelled')
    returning mandate_id`
  if (!ended) return false
  await letGo(orgId, tx, now, paymentId, 'failed')
  await planNextAttempt(orgId, tx, clock, paymentId, failure)
  const by = { orgId, tx, clock, actor: systemActor(orgId) }
  await cancelOfClosed(by, parts)
  const open = parts.filter(({ isOpen }) => isOpen).map(({ debt }) => debt)
  // What was confirmed while its debit was under way counted as paid until now.
  if (ended.mandate_id !== null) for (const orderId of ordersOf(open)) await moveMembers(by, orderId, true)
  await announceDebts(by, open, 'attempt_failed')
  for (const { debt_id: debtId, kind } of open) {
    if (kind !== 'instalment') continue
    const instalment = await findItem(instalments, orgId, tx, debtId, now)
    await publish(orgId, tx, clock, 'instalment.failed', { instalment })
  }
  return true
}

/** What the attempt is for, with orders, debts and payment locked. An order that was closed meanwhile wants no money. */
async function lockParts(orgId: OrgId, tx: Tx, paymentId: number): Promise<Part[]> {
  const wanted = await tx<{ debt_id: number; amount_minor: number }[]>`
    select debt_id, amount_minor
    from payment_debts
    where org_id = ${orgId}
      and payment_id = ${paymentId}
    order by debt_id`
  const debts = await lockDebts(
    orgId,
    tx,
    wanted.map(({ debt_id }) => debt_id),
  )
  await tx`
    select 1
    from payments
    where org_id = ${orgId}
      and payment_id = ${paymentId}
    for no key update`
  const orders = await tx<{ order_id: number }[]>`
    select order_id
    from orders
    where org_id = ${orgId}
      and order_id = any (${debts.map(({ order_id }) => order_id)}::bigint[])
      and order_status in ('confirmed', 'pending')`
  return debts.map((debt) => ({
    debt,
    amountMinor: wanted.find(({ debt_id }) => debt_id === debt.debt_id)?.amount_minor ?? 0,
    isOpen: orders.some(({ order_id }) => order_id === debt.order_id),
  }))
}

/** What an attempt may settle of a debt: its own part, which the debt keeps for it, or what no attempt is collecting. */
const roomFor = ({ open_minor, attempted_minor, attempt_payment_id }: LockedDebt, paymentId: number): number =>
  attempt_payment_id === paymentId ? open_minor : open_minor - attempted_minor

const letGo = (orgId: OrgId, tx: Tx, now: Date, paymentId: number, outcome: 'failed' | null) => tx`
  update debts
  set attempt_payment_id = null, attempted_minor = 0, last_outcome = coalesce(${outcome}, last_outcome), changed_at = ${now}
  where org_id = ${orgId}
    and attempt_payment_id = ${paymentId}`

/** Closing the order left to the attempt what it was collecting; that is not wanted any more. */
async function cancelOfClosed(by: ChangeBy, parts: Part[]): Promise<void> {
  const { orgId, tx, clock } = by
  const closed = parts.filter(({ isOpen, debt }) => !isOpen && debt.open_minor > 0).map(({ debt }) => debt)
  for (const debt of closed) {
    const amountMinor = debt.open_minor
    const reason = 'The order was closed.'
    await releaseDebt(orgId, tx, debt, { kind: 'cancelled', amountMinor, reason, now: clock(orgId) })
  }
  await announceDebts(by, closed, 'cancelled')
}
