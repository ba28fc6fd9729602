import type { ApiError } from '../../platform/http/errors.ts'
import { toMinor } from '../../platform/values/money.ts'
import { invalid } from '../../resources/constraints.ts'
import { basketCost, type Cost } from '../baskets/cost-of-basket.ts'
import type { BasketContents } from '../baskets/find-baskets.ts'
import { ruleOf } from '../baskets/totals.ts'
import { feeRuleOf } from '../baskets/transaction-fee.ts'
import { type DraftedMembership, draftMemberships, owedByPlans, plannedMinor } from './draft-memberships.ts'
import type { CheckoutRequest } from './stages.ts'

/** After how many days an invoice of the organisation is due. */
export type InvoiceRule = { invoice_days: number }

/** What an order costs, and who pays which part of it when: `total = credit + owed + charged`. */
export type OrderAmounts = {
  cost: Cost
  memberships: DraftedMembership[]
  /** Null: no credit is spent. */
  creditMinor: number | null
  /** On plans or on an invoice; null: nothing is owed. */
  owedMinor: number | null
  /** The amount that the payment of this checkout asks for. */
  chargedMinor: number
}

export function amountsOf(
  basket: BasketContents,
  currency: string,
  request: CheckoutRequest,
  { lineIds, invoice, now }: { lineIds: Iterator<number, undefined>; invoice: InvoiceRule; now: Date },
): OrderAmounts {
  const { channel = 'online' } = request
  // A renewal charges what its notice named.
  const fee = request.means ? null : feeRuleOf(basket.row, currency, channel)
  const cost = basketCost(basket, ruleOf(basket.row), fee, now)
  const onInvoice = isOnInvoice(channel, request.paymentMethod) && cost.total_minor > 0
  const tickets = basket.items.length
  const memberships = draftMemberships(
    basket,
    { discounts: cost.lineDiscounts.slice(tickets), taxes: cost.tax.lines.slice(tickets) },
    lineIds,
    now,
    onInvoice ? invoice.invoice_days : null,
  )
  const owedMinor = onInvoice ? cost.total_minor : owedByPlans(memberships)
  const creditMinor = creditOf(request, currency, cost.total_minor - plannedMinor(memberships))
  const chargedMinor = cost.total_minor - (creditMinor ?? 0) - (owedMinor ?? 0)
  return { cost, memberships, creditMinor, owedMinor, chargedMinor }
}

/** Staff sell on an invoice: nothing is paid now, and all of it is owed. */
const isOnInvoice = (channel: string, paymentMethod: string | null) =>
  channel === 'boxoffice' && paymentMethod === 'invoice'

/** As much of the credit that the fan wants to spend as it can pay for; null where none is. */
function creditOf({ credit = 0 }: CheckoutRequest, currency: string, mostMinor: number): number | null {
  if (credit === 0 || mostMinor === 0) return null
  const requestedMinor = toMinor(credit, currency)
  if (requestedMinor === undefined) throw invalidCredit(currency)
  return Math.min(requestedMinor, mostMinor)
}

const invalidCredit = (currency: string): ApiError => invalid('credit', `credit is finer than ${currency} allows.`)()
