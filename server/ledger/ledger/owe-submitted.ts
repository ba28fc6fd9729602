import type { OrgId } from '../../access/principal.ts'
import { debitMethods } from '../../payments/payments/payment-methods.ts'
import type { GivenMandate } from '../../payments/payments/provider.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { Clock } from '../../platform/values/clock.ts'
import { DAY_MS } from '../../platform/values/durations.ts'
import type { OrderRow } from '../../tickets/orders/order.ts'
import { publishCreated } from './open-debts.ts'

/** A debit that was submitted for an order which is confirmed with it. */
export type SubmittedDebit = {
  order: OrderRow
  paymentId: number
  /** The provider's name for it. */
  reference: string
  /** What it is to collect. */
  amountMinor: number
  mandate: GivenMandate
}

/**
 * From now on the order owes what its debit is collecting, and the payment is an attempt at paying that: it is settled, fails and comes back as
 * any other attempt. Debts are opened after it, for plans and for the rest. The order's credit is paid.
 */
export async function oweByDebit(orgId: OrgId, tx: Tx, now: Date, debit: SubmittedDebit): Promise<void> {
  const { order, paymentId, reference, amountMinor } = debit
  await tx`
    update orders
    set owed_minor = coalesce(owed_minor, 0) + ${amountMinor}, paid_minor = coalesce(credit_minor, 0)
    where org_id = ${orgId}
      and order_id = ${order.order_id}`
  await tx`
    update payments
    set payment_status = 'processing', order_id = null, provider_reference = ${reference}, next_action = null,
      expires_at = ${daysAfter(now, debit)}, changed_at = ${now}
    where org_id = ${orgId}
      and payment_id = ${paymentId}`
}

/** By which it is debited, once that is on record. */
export const noteMandate = (orgId: OrgId, tx: Tx, paymentId: number, mandateId: number) => tx`
  update payments
  set mandate_id = ${mandateId}
  where org_id = ${orgId}
    and payment_id = ${paymentId}`

/** What the debit collects beside the first parts of plans: tickets, fees, and memberships that credit pays a part of. */
export async function openRest(orgId: OrgId, tx: Tx, clock: Clock, debit: SubmittedDebit): Promise<void> {
  const now = clock(orgId)
  const { order, paymentId, amountMinor } = debit
  const [row] = await tx<{ planned_minor: number }[]>`
    select coalesce(sum(amount_minor), 0)::bigint as planned_minor
    from payment_debts
    where org_id = ${orgId}
      and payment_id = ${paymentId}`
  const restMinor = amountMinor - (row?.planned_minor ?? 0)
  if (restMinor === 0) return
  const [debt] = await tx<{ debt_id: number }[]>`
    insert into debts (org_id, owed_by, kind, order_id, event_id, user_id, currency, amount_minor, due_at, created_at, changed_at)
    values (
      ${orgId}, 'fan', 'direct_debit', ${order.order_id}, ${order.event_id}, ${order.user_id}, ${order.currency}, ${restMinor},
      ${daysAfter(now, debit)}, ${now}, ${now}
    )
    returning debt_id`
  if (!debt) throw new Error('a debt left no row')
  await submitDebt(orgId, tx, now, { debtId: debt.debt_id, paymentId, amountMinor: restMinor })
  await publishCreated(orgId, tx, clock, [debt.debt_id])
}

type SubmittedDebt = { debtId: number; paymentId: number; amountMinor: number }

/** A new debt, all of which a debit that is under way collects. */
export async function submitDebt(
  orgId: OrgId,
  tx: Tx,
  now: Date,
  { debtId, paymentId, amountMinor }: SubmittedDebt,
): Promise<void> {
  await tx`
    insert into payment_debts (org_id, payment_id, debt_id, amount_minor, created_at)
    values (${orgId}, ${paymentId}, ${debtId}, ${amountMinor}, ${now})`
  await tx`
    update debts
    set attempt_payment_id = ${paymentId}, attempted_minor = ${amountMinor}, attempts = attempts + 1, next_attempt_at = null,
      changed_at = ${now}
    where org_id = ${orgId}
      and debt_id = ${debtId}`
}

/** The bank may take this many days to collect the debit. */
const daysAfter = (now: Date, { mandate }: SubmittedDebit): Date =>
  new Date(now.getTime() + debitMethods[mandate.scheme].days * DAY_MS)
