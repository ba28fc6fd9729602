import { PaymentError } from '../../payments/errors.ts'
import { allowedMethods, type MethodSettings } from '../../payments/payments/offered-methods.ts'
import { type OperatorFeeRule, operatorFeeOf } from '../../payments/payments/operator-fee.ts'
import { amountNotChargeable, isReader, type Payer } from '../../payments/payments/provider.ts'
import type { Payee, PaymentDeps } from '../../payments/payments/providers.ts'
import {
  BANK_TRANSFER,
  TRANSFER_METHOD,
  type TransferSettings,
  transferDeadline,
} from '../../payments/payments/transfer-rule.ts'
import { ApiError, invalidParameters } from '../../platform/http/errors.ts'
import { toMinor } from '../../platform/values/money.ts'
import type { GivenAnswer } from '../../programme/questions/answer.ts'
import { StockError } from '../../programme/stock/errors.ts'
import { invalid } from '../../resources/constraints.ts'
import type { OrderRow } from '../../tickets/orders/order.ts'
import { basketRefusal } from '../baskets/basket-state.ts'
import { basketCost, type Cost } from '../baskets/cost-of-basket.ts'
import type { BasketContents } from '../baskets/find-baskets.ts'
import { ruleOf } from '../baskets/totals.ts'
import { feeRuleOf } from '../baskets/transaction-fee.ts'
import { SaleError } from '../errors.ts'
import { type DraftedMembership, draftMemberships, owedByPlans, plannedMinor } from './draft-memberships.ts'
import type { BasketBeingPaid, LiveEvent } from './draft-orders.ts'
import { type AskedQuestion, readDetails } from './holders.ts'
import { newOrderUuid, newPaymentKey } from './own-order.ts'
import type { Buyer, CheckoutRequest, DraftedOrder, OrderLine } from './stages.ts'

/** After how many days an invoice of the organisation is due. */
export type InvoiceRule = { invoice_days: number }

/** What was read under the locks. */
type Rows = {
  baskets: Map<string, BasketContents>
  liveEvents: Map<number, LiveEvent>
  /** By event, of those that ask some. */
  questions: Map<number, AskedQuestion[]>
  /** From attempts before, whose payments failed. */
  orders: Map<number, OrderRow>
  holds: Map<string, unknown[]>
  itemIds: Map<number, { order_line_id: number; ticket_ids: number[] }>
  /** For memberships. */
  lineIds: Iterator<number, undefined>
  payee: Payee & MethodSettings & TransferSettings & InvoiceRule & OperatorFeeRule
}

/** The order as it will be, or why there can be none. The first of two requests for one basket wins; the other finds it being paid. */
export function draftOrder(
  { payments }: PaymentDeps,
  { baskets, liveEvents, questions, orders, holds, itemIds, lineIds, payee }: Rows,
  request: CheckoutRequest,
  ids: { order_id: number; payment_id: number },
  now: Date,
): DraftedOrder | BasketBeingPaid | ApiError {
  const { orgId, basketId, paymentMethod } = request
  const isAtCounter = request.channel === 'boxoffice'
  if (isReader(paymentMethod) && !isAtCounter) return new PaymentError('payment_method_invalid')
  const basket = baskets.get(basketId)
  if (basket?.row.basket_status === 'paying') return { payingOrderId: orderOf(basket) }
  const refusal = basketRefusal(basket, now)
  if (refusal || !basket) return refusal ?? new ApiError('resource_missing')
  const { row, items } = basket
  const { currency } = row
  const eventId = items.length === 0 ? null : row.event_id
  if (items.length + basket.memberships.length === 0 || currency === null) {
    return new ApiError('state_conflict', { message: 'The basket is empty.' })
  }
  const event = eventId === null ? undefined : liveEvents.get(eventId)
  if (!event && items.length > 0) return new StockError('price_unavailable', { message: 'The event is not on sale.' })
  // A hold that is missing was reclaimed by a process whose clock is ahead: the basket has expired after all.
  const areHeld =
    (holds.get(basketId)?.length ?? 0) === items.length && basket.memberships.every((one) => one.holds_place)
  if (!areHeld) return new SaleError('basket_expired')
  const { means } = request
  const unaccepted = isAtCounter || means ? undefined : termsRefusal(row.terms_version, request.termsVersion ?? null)
  if (unaccepted) return unaccepted
  const fee = means ? null : feeRuleOf(row, currency, request.channel ?? 'online')
  const cost = basketCost(basket, ruleOf(row), fee, now)
  const { tax } = cost
  const onInvoice = isOnInvoice(request.channel ?? 'online', paymentMethod) && cost.total_minor > 0
  const invoiceDays = onInvoice ? payee.invoice_days : null
  const memberships = draftMemberships(
    basket,
    { discounts: cost.lineDiscounts.slice(items.length), taxes: tax.lines.slice(items.length) },
    lineIds,
    now,
    invoiceDays,
  )
  const owedMinor = onInvoice ? cost.total_minor : owedByPlans(memberships)
  const creditMinor = creditOf(request, currency, cost.total_minor - plannedMinor(memberships))
  if (creditMinor instanceof ApiError) return creditMinor
  const chargedMinor = cost.total_minor - (creditMinor ?? 0) - (owedMinor ?? 0)
  if (chargedMinor > 0 && paymentMethod === null) {
    return new ApiError('parameter_missing', { param: 'payment_method', message: 'payment_method is missing.' })
  }
  const asking = event
    ? { holderNames: event.holder_names, questions: questions.get(event.event_id) ?? [] }
    : NOTHING_ASKED
  const tickets = items.reduce((sum, { places }) => sum + places, 0)
  const details = readDetails(asking, request.details, tickets)
  if ('problems' in details) return invalidParameters(details.problems)
  const earlier = row.order_id === null ? undefined : orders.get(row.order_id)
  const order = newOrder(
    request,
    earlier ?? ids,
    { eventId, currency, cost, creditMinor, owedMinor, answers: details.answers },
    now,
  )
  let firstTicket = 0
  const lines = items.map((item, index): OrderLine => {
    const drawn = itemIds.get(item.basket_item_id)
    if (!drawn) throw new Error(`no ids were drawn for item ${item.basket_item_id}`)
    const holders = details.holders?.slice(firstTicket, firstTicket + item.places) ?? null
    firstTicket += item.places
    return {
      ...drawn,
      order_id: order.order_id,
      event_id: item.event_id,
      price_category_id: item.price_category_id,
      category_title: item.price_category_title,
      section_label: item.section_label,
      gate: item.gate,
      entrance: item.entrance,
      price_id: item.price_id,
      price_title: item.title,
      quantity: item.quantity,
      places: item.places,
      price_minor: item.price_minor,
      rebate_minor: item.rebate_minor,
      service_fee_minor: item.service_fee_minor,
      service_tax_minor: item.service_tax_minor,
      discount_minor: cost.lineDiscounts[index] ?? 0,
      tax: tax.lines[index] ?? null,
      currency,
      reserved_seating: row.reserved_seating,
      holders,
    }
  })
  let payment: DraftedOrder['payment'] = null
  if (chargedMinor > 0) {
    const isTransfer = !isAtCounter && paymentMethod === BANK_TRANSFER
    const chosen =
      isTransfer || (isAtCounter && !isReader(paymentMethod))
        ? { provider: payments.byName('manual'), account: null }
        : payments.forOrganisation(payee)
    if (!chosen.provider.takes(chargedMinor, currency)) {
      const { code, declineCode, message } = amountNotChargeable(currency)
      return new PaymentError(code, { message, decline_code: declineCode })
    }
    const keeps = !means && (isTransfer || chosen.provider.means !== undefined) && collects(memberships)
    const by = isTransfer
      ? { paymentMethod: TRANSFER_METHOD, returnUrl: null }
      : { paymentMethod: paymentMethod ?? '', returnUrl: request.returnUrl ?? null }
    const hasMandate = request.mandate !== undefined
    const sale = { amountMinor: chargedMinor, currency, now, startsAt: event?.starts_at ?? null, keeps, hasMandate }
    const expiresAt = isTransfer ? transferDeadline(payee, sale) : undefined
    if (isTransfer && !expiresAt) return new PaymentError('payment_method_not_offered')
    const allowed = isAtCounter || isTransfer || means ? undefined : allowedMethods(chosen.provider, payee, sale, by)
    const { provider } = chosen
    // Cash, invoices and transfers are no payments through the service.
    const operatorFeeMinor =
      provider.name === 'manual'
        ? undefined
        : operatorFeeOf(payee, { amountMinor: chargedMinor, currency }, provider.takes)
    const charge = {
      orgId,
      orderId: order.order_id,
      account: chosen.account,
      idempotencyKey: means ? `${newPaymentKey(undefined)}.${means.attempt}` : newPaymentKey(request.mark),
      ...by,
      ...(allowed && { allowedMethods: allowed }),
      amountMinor: chargedMinor,
      currency,
      ...(operatorFeeMinor !== undefined && { operatorFeeMinor }),
      createdAt: now,
      again: false,
      ...(expiresAt && { expiresAt }),
      ...(keeps && { keeps: payerOf(request.buyer) }),
      ...(request.mandate && { mandate: request.mandate }),
      ...(means && { offSession: { customer: means.customer } }),
    }
    payment = { paymentId: ids.payment_id, provider: chosen.provider.name, charge }
  }
  // A caller that asks for the same basket again in this batch finds it as it will be.
  const { order_id, order_uuid } = order
  basket.row = { ...row, basket_status: 'paying', order_id, order_uuid, order_status: 'pending' }
  const redrafted = earlier !== undefined
  const eventCap = event?.max_per_customer ?? null
  return { request, basket, eventId, eventCap, order, tax, lines, memberships, payment, redrafted }
}

/** Whether later parts of a plan, or the next term, are charged by what this one is paid with. */
const collects = (memberships: DraftedMembership[]): boolean =>
  memberships.some(({ membership, plan }) => membership.renews || (membership.collects && plan !== null))

const payerOf = ({ email, first_name, last_name }: Buyer): Payer => ({
  email,
  name: [first_name, last_name].filter((name) => name !== null).join(' ') || null,
})

function orderOf({ row }: BasketContents): number {
  if (row.order_id === null) throw new Error(`basket ${row.basket_id} is being paid, and has no order`)
  return row.order_id
}

const NOTHING_ASKED = { holderNames: 'none' as const, questions: [] }

/** As much of the credit that the fan wants to spend as it can pay for; null where none is. */
function creditOf({ credit = 0 }: CheckoutRequest, currency: string, mostMinor: number): number | null | ApiError {
  if (credit === 0 || mostMinor === 0) return null
  const wantedMinor = toMinor(credit, currency)
  if (wantedMinor === undefined) return invalid('credit', `credit is finer than ${currency} allows.`)()
  return Math.min(wantedMinor, mostMinor)
}

/** Staff sell on an invoice: nothing is paid now, and all of it is owed. */
const isOnInvoice = (channel: string, paymentMethod: string | null) =>
  channel === 'boxoffice' && paymentMethod === 'invoice'

type Earlier = { order_id: number; order_uuid?: string; created_at?: Date }

/** A buyer online agrees to the terms as they are now, where the organisation asks for it. */
function termsRefusal(wanted: number | null, accepted: number | null): ApiError | undefined {
  if (wanted === null || wanted === accepted) return undefined
  return accepted === null
    ? new ApiError('parameter_missing', { param: 'terms_version', message: 'The buyer has to agree to the terms.' })
    : new ApiError('parameter_invalid', {
        param: 'terms_version',
        message: `The terms have changed: the present version is ${wanted}.`,
      })
}

const newOrder = (
  { buyer, mark, channel = 'online' }: CheckoutRequest,
  earlier: Earlier,
  {
    eventId,
    currency,
    cost,
    creditMinor,
    owedMinor,
    answers,
  }: {
    eventId: number | null
    currency: string
    cost: Cost
    creditMinor: number | null
    owedMinor: number | null
    answers: GivenAnswer[] | null
  },
  now: Date,
): OrderRow => ({
  order_id: earlier.order_id,
  order_uuid: earlier.order_uuid ?? newOrderUuid(mark),
  event_id: eventId,
  user_id: null,
  order_status: 'pending',
  sales_channel: channel,
  first_name: buyer.first_name,
  last_name: buyer.last_name,
  email_address: buyer.email,
  mobile_number: buyer.mobile_number,
  postcode: buyer.postcode,
  country_id: buyer.country_id,
  marketing_opt_in: buyer.marketing_emails,
  payment_method: null,
  currency,
  price_minor: cost.price_minor,
  discount_minor: cost.discount_minor,
  service_fee_minor: cost.service_fee_minor,
  service_tax_minor: cost.service_tax_minor,
  transaction_fee_minor: cost.transaction_fee_minor,
  rebate_minor: cost.rebate_minor,
  total_minor: cost.total_minor,
  added_tax_minor: cost.tax.order.added_tax_minor,
  taxes: cost.tax.order.taxes,
  refunded_minor: 0,
  credit_minor: creditMinor,
  owed_minor: owedMinor,
  answers,
  created_at: earlier.created_at ?? now,
  changed_at: now,
})
