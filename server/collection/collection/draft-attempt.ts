import { randomUUID } from 'node:crypto'
import { type Actor, recordAs } from '../../access/audit/record.ts'
import type { OrgId } from '../../access/principal.ts'
import type { ReturnPage } from '../../checkout/answers/payment-return.ts'
import { debtSubject } from '../../checkout/answers/settle-debt-return.ts'
import { type LockedDebt, lockDebts } from '../../ledger/ledger/lock-debts.ts'
import { PaymentError } from '../../payments/errors.ts'
import { allowedMethods, type MethodSettings } from '../../payments/payments/offered-methods.ts'
import { findOpenAttempt, type OpenPayment } from '../../payments/payments/open-payment.ts'
import { type OperatorFeeRule, operatorFeeColumns, operatorFeeOf } from '../../payments/payments/operator-fee.ts'
import { amountNotChargeable, type Charge, isReader, type PaymentProvider } from '../../payments/payments/provider.ts'
import type { Payee, Payments } from '../../payments/payments/providers.ts'
import { ApiError } from '../../platform/http/errors.ts'
import type { Db, Tx } from '../../platform/postgres/database.ts'
import type { Clock } from '../../platform/values/clock.ts'
import { findPlanPayer } from './plan-card.ts'

/** What there is to do: a payment to begin, one that is under way already, or nothing. */
export type DraftedAttempt =
  | { kind: 'drafted'; paymentId: number; provider: PaymentProvider; charge: Charge }
  | { kind: 'under_way'; payment: OpenPayment }
  | { kind: 'nothing_open' }

type At = { orgId: OrgId; tx: Tx; clock: Clock; payments: Payments; actor: Actor }

/** How much of it, and by what. */
type Wanted = {
  paymentMethod: string | null
  wholePlan: boolean
  returnPage?: ReturnPage | undefined
  keepCard?: boolean
  kept?: KeptForCharge
}

/** What was kept at the provider, to be charged without the fan. */
export type KeptForCharge = { meansId: number; customer: string; mandateId: number | null }

/**
 * Writes down that all that is open of a debt, or of its plan, is about to be asked for, under which key, before the provider is asked. Each
 * debt keeps so much for this payment, and by its constraints there is one at a time: of two who pay at once, the second finds the first's.
 */
export async function draftAttempt(
  at: At,
  debtId: number,
  { paymentMethod, wholePlan, returnPage, keepCard = false, kept }: Wanted,
): Promise<DraftedAttempt> {
  const { orgId, tx, clock, payments } = at
  const now = clock(orgId)
  const locked = await lockDebts(orgId, tx, wholePlan ? await findPlanDebts(orgId, tx, debtId) : [debtId])
  const debt = locked.find(({ debt_id }) => debt_id === debtId)
  if (!debt) throw new ApiError('resource_missing')
  if (debt.owed_by === 'club') throw conflict('This is not for you to pay.')
  if (debt.open_minor === 0) return { kind: 'nothing_open' }
  if (debt.attempt_payment_id !== null) {
    const [payment] = await findOpenAttempt(orgId, tx, debt.attempt_payment_id)
    if (!payment) throw new Error(`debt ${debtId} is being paid by a payment that is over`)
    return { kind: 'under_way', payment }
  }
  await requireOpenOrder(orgId, tx, debt)
  if (paymentMethod === null) throw new ApiError('parameter_missing', { param: 'payment_method' })
  if (isReader(paymentMethod)) throw new PaymentError('payment_method_invalid')
  const payee = await findPayee(orgId, tx)
  const { provider, account } = payments.forOrganisation(payee)
  const { currency } = debt
  // What another payment is collecting of the plan is left to that one.
  const parts = locked.filter(({ open_minor, attempt_payment_id }) => open_minor > 0 && attempt_payment_id === null)
  const amountMinor = parts.reduce((sum, { open_minor }) => sum + open_minor, 0)
  if (!provider.takes(amountMinor, currency)) {
    const { code, declineCode, message } = amountNotChargeable(currency)
    throw new PaymentError(code, { message, decline_code: declineCode })
  }
  const keeps = keepCard && provider.means ? await findPlanPayer(orgId, tx, debt) : undefined
  const idempotencyKey = `debt_${randomUUID()}.${debt.attempts + 1}`
  const returnUrl = returnPage?.(debtSubject(idempotencyKey, debtId)) ?? null
  const sale = { amountMinor, currency, now, startsAt: null, keeps: keeps !== undefined, hasMandate: false }
  const allowed = kept ? undefined : allowedMethods(provider, payee, sale, { paymentMethod, returnUrl })
  const operatorFeeMinor = operatorFeeOf(payee, { amountMinor, currency }, provider.takes)
  const charge = {
    orgId,
    orderId: null,
    account,
    amountMinor,
    currency,
    paymentMethod,
    returnUrl,
    idempotencyKey,
    ...(allowed && { allowedMethods: allowed }),
    ...(operatorFeeMinor !== undefined && { operatorFeeMinor }),
  }
  const paymentId = await insertAttempt(orgId, tx, now, parts, {
    ...charge,
    provider: provider.name,
    meansId: kept?.meansId ?? null,
    mandateId: kept?.mandateId ?? null,
    keeps: keeps !== undefined,
  })
  for (const { debt_id: objectId } of parts) {
    const entry = { action: 'debt.attempted', objectType: 'debt', objectId, after: { payment_id: paymentId } }
    await recordAs(tx, clock, at.actor, entry)
  }
  const begun = { createdAt: now, again: false }
  const offSession = kept && { offSession: { customer: kept.customer } }
  return {
    kind: 'drafted',
    paymentId,
    provider,
    charge: { ...charge, ...begun, ...offSession, ...(keeps && { keeps }) },
  }
}

type NewAttempt = Omit<Charge, 'orderId' | 'orgId' | 'createdAt' | 'again' | 'keeps'> & {
  provider: string
  meansId: number | null
  mandateId: number | null
  keeps: boolean
}

/** The debts of the plan that a debt is of, or the debt alone. */
async function findPlanDebts(orgId: OrgId, tx: Tx, debtId: number): Promise<number[]> {
  const rows = await tx<{ debt_id: number }[]>`
    select i.debt_id
    from debts d
    join debts i on i.org_id = ${orgId} and i.membership_plan_id = d.membership_plan_id
    where d.org_id = ${orgId}
      and d.debt_id = ${debtId}`
  return [debtId, ...rows.map(({ debt_id }) => debt_id).filter((id) => id !== debtId)]
}

async function insertAttempt(
  orgId: OrgId,
  tx: Tx,
  now: Date,
  parts: LockedDebt[],
  attempt: NewAttempt,
): Promise<number> {
  const {
    provider,
    account,
    idempotencyKey,
    paymentMethod,
    returnUrl,
    amountMinor,
    currency,
    meansId,
    mandateId,
    keeps,
  } = attempt
  const allowed = attempt.allowedMethods?.join(' ') ?? null
  const [payment] = await tx<{ payment_id: number }[]>`
    insert into payments (
      org_id, provider, payment_account_id, idempotency_key, payment_method, amount_minor, currency, payment_means_id,
      mandate_id, keeps, return_url, allowed_methods, operator_fee_minor, created_at, changed_at
    )
    values (
      ${orgId}, ${provider}, ${account}, ${idempotencyKey}, ${paymentMethod}, ${amountMinor}, ${currency}, ${meansId},
      ${mandateId}, ${keeps}, ${returnUrl}, ${allowed}, ${attempt.operatorFeeMinor ?? null}, ${now}, ${now}
    )
    returning payment_id`
  if (!payment) throw new Error('a payment left no row')
  const { payment_id: paymentId } = payment
  for (const { debt_id: debtId, open_minor: openMinor } of parts) {
    await tx`
      insert into payment_debts (org_id, payment_id, debt_id, amount_minor, created_at)
      values (${orgId}, ${paymentId}, ${debtId}, ${openMinor}, ${now})`
    await tx`
      update debts
      set attempt_payment_id = ${paymentId}, attempted_minor = ${openMinor}, attempts = attempts + 1,
        next_attempt_at = ${meansId === null ? tx`next_attempt_at` : null}, leased_until = '-infinity', changed_at = ${now}
      where org_id = ${orgId}
        and debt_id = ${debtId}`
  }
  return paymentId
}

export async function findPayee(orgId: OrgId, sql: Db): Promise<Payee & MethodSettings & OperatorFeeRule> {
  const [payee] = await sql<(Payee & MethodSettings & OperatorFeeRule)[]>`
    select mode, payment_account_id, payment_methods_off, account_methods, ${operatorFeeColumns(sql)}
    from organisations
    where org_id = ${orgId}`
  if (!payee) throw new Error(`there is no organisation ${orgId}`)
  return payee
}

/** A fan does not pay for what was cancelled. */
async function requireOpenOrder(orgId: OrgId, tx: Tx, { order_id: orderId }: LockedDebt): Promise<void> {
  const [order] = await tx<{ order_status: string }[]>`
    select order_status
    from orders
    where org_id = ${orgId}
      and order_id = ${orderId}`
  if (order?.order_status === 'confirmed' || order?.order_status === 'pending') return
  throw conflict(`The order is ${order?.order_status ?? 'gone'}.`)
}

const conflict = (message: string) => new ApiError('state_conflict', { message })
