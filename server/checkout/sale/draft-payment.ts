import { PaymentError } from '../../payments/errors.ts'
import { allowedMethods, type MethodSettings, type Sale } from '../../payments/payments/offered-methods.ts'
import { type OperatorFeeRule, operatorFeeOf } from '../../payments/payments/operator-fee.ts'
import { amountNotChargeable, type Charge, isReader, type Payer } from '../../payments/payments/provider.ts'
import type { Payee, Payments } from '../../payments/payments/providers.ts'
import {
  BANK_TRANSFER,
  TRANSFER_METHOD,
  type TransferSettings,
  transferDeadline,
} from '../../payments/payments/transfer-rule.ts'
import type { DraftedMembership } from './draft-memberships.ts'
import { newPaymentKey } from './own-order.ts'
import type { Buyer, CheckoutRequest, DraftedOrder } from './stages.ts'

/** What of an organisation decides how its orders are paid. */
export type PaymentRules = Payee & MethodSettings & TransferSettings & OperatorFeeRule

/** An order with something to pay now. */
type OrderToPay = {
  request: CheckoutRequest
  orderId: number
  paymentId: number
  amountMinor: number
  currency: string
  /** Of the event; null where nothing begins at a certain time. */
  startsAt: Date | null
  memberships: DraftedMembership[]
  now: Date
}

type Payment = NonNullable<DraftedOrder['payment']>
type Collector = ReturnType<Payments['forOrganisation']>

export const isAtCounter = ({ channel }: CheckoutRequest): boolean => channel === 'boxoffice'

/** Card readers stand at the counter. */
export function refuseReaderOnline(request: CheckoutRequest): void {
  if (isReader(request.paymentMethod) && !isAtCounter(request)) throw new PaymentError('payment_method_invalid')
}

/** The payment of an order, in the way that the request names. Throws an ApiError where that way is not offered. */
export function draftPayment(payments: Payments, rules: PaymentRules, order: OrderToPay): Payment {
  const { paymentMethod, means } = order.request
  if (isAtCounter(order.request)) {
    return isReader(paymentMethod) ? payByReader(payments, rules, order) : payByHand(payments, order)
  }
  if (paymentMethod === BANK_TRANSFER) return payByTransfer(payments, rules, order)
  return means ? payByKeptMeans(payments, rules, order, means) : payOnline(payments, rules, order)
}

/** Staff take the money themselves, and record it. */
function payByHand(payments: Payments, order: OrderToPay): Payment {
  const collector = { provider: payments.byName('manual'), account: null }
  return paymentBy(collector, order, chargeOf(collector, order))
}

function payByReader(payments: Payments, rules: PaymentRules, order: OrderToPay): Payment {
  const collector = payments.forOrganisation(rules)
  const charge = withOperatorFee(collector, rules, chargeOf(collector, order))
  if (isKept(collector, order)) charge.keeps = payerOf(order.request.buyer)
  return paymentBy(collector, order, charge)
}

/** The places wait for the money until a deadline. */
function payByTransfer(payments: Payments, rules: PaymentRules, order: OrderToPay): Payment {
  const collector = { provider: payments.byName('manual'), account: null }
  const charge = chargeOf(collector, order)
  const expiresAt = transferDeadline(rules, saleOf(order, collects(order.memberships)))
  if (!expiresAt) throw new PaymentError('payment_method_not_offered')
  return paymentBy(collector, order, { ...charge, paymentMethod: TRANSFER_METHOD, returnUrl: null, expiresAt })
}

/** A renewal is charged without the fan. Each attempt at it is a payment of its own. */
function payByKeptMeans(
  payments: Payments,
  rules: PaymentRules,
  order: OrderToPay,
  means: NonNullable<CheckoutRequest['means']>,
): Payment {
  const collector = payments.forOrganisation(rules)
  const charge = withOperatorFee(collector, rules, chargeOf(collector, order))
  charge.idempotencyKey = `${newPaymentKey(undefined)}.${means.attempt}`
  charge.offSession = { customer: means.customer }
  return paymentBy(collector, order, charge)
}

function payOnline(payments: Payments, rules: PaymentRules, order: OrderToPay): Payment {
  const collector = payments.forOrganisation(rules)
  const charge = withOperatorFee(collector, rules, chargeOf(collector, order))
  const keeps = isKept(collector, order)
  const allowed = allowedMethods(collector.provider, rules, saleOf(order, keeps), charge)
  if (allowed) charge.allowedMethods = allowed
  if (keeps) charge.keeps = payerOf(order.request.buyer)
  return paymentBy(collector, order, charge)
}

const paymentBy = ({ provider }: Collector, { paymentId }: OrderToPay, charge: Charge): Payment => ({
  paymentId,
  provider: provider.name,
  charge,
})

/** What is charged in every way. Refuses an amount that the provider cannot charge. */
function chargeOf({ provider, account }: Collector, order: OrderToPay): Charge {
  const { request, orderId, amountMinor, currency, now } = order
  if (!provider.takes(amountMinor, currency)) {
    const { code, declineCode, message } = amountNotChargeable(currency)
    throw new PaymentError(code, { message, decline_code: declineCode })
  }
  return {
    orgId: request.orgId,
    orderId,
    account,
    idempotencyKey: newPaymentKey(request.mark),
    paymentMethod: request.paymentMethod ?? '',
    returnUrl: request.returnUrl ?? null,
    amountMinor,
    currency,
    createdAt: now,
    again: false,
    ...(request.mandate && { mandate: request.mandate }),
  }
}

/** Only of payments through the service: not of cash, invoices and transfers. */
function withOperatorFee({ provider }: Collector, rules: PaymentRules, charge: Charge): Charge {
  const operatorFeeMinor = operatorFeeOf(rules, charge, provider.takes)
  return operatorFeeMinor === undefined ? charge : { ...charge, operatorFeeMinor }
}

const saleOf = ({ request, amountMinor, currency, now, startsAt }: OrderToPay, keeps: boolean): Sale => ({
  amountMinor,
  currency,
  now,
  startsAt,
  keeps,
  hasMandate: request.mandate !== undefined,
})

/** Whether the provider keeps what the buyer pays with. */
const isKept = ({ provider }: Collector, { memberships }: OrderToPay): boolean =>
  provider.means !== undefined && collects(memberships)

/** Whether later parts of a plan, or the next term, are charged by what this one is paid with. */
const collects = (memberships: DraftedMembership[]): boolean =>
  memberships.some(({ membership, plan }) => membership.renews || (membership.collects && plan !== null))

const payerOf = ({ email, first_name, last_name }: Buyer): Payer => ({
  email,
  name: [first_name, last_name].filter((name) => name !== null).join(' ') || null,
})
