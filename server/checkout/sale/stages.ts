import type { Static } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import type {
  Charge,
  Declined,
  GivenMandate,
  KeptMeans,
  MandateConsent,
  NextAction,
  PaymentProviderName,
} from '../../payments/payments/provider.ts'
import type { Identity } from '../../people/sso/verify-token.ts'
import type { Credential } from '../../platform/http/guarded-fields.ts'
import type { OrderRow, OrderWithTickets } from '../../tickets/orders/order.ts'
import type { OrderMembershipRow } from '../../tickets/orders/order-memberships.ts'
import type { RecipientBody } from '../../tickets/recipients/recipient.ts'
import type { BasketContents } from '../baskets/find-baskets.ts'
import type { Channel } from '../baskets/item-rules.ts'
import type { BasketTax, LineTax } from '../baskets/tax-of-basket.ts'
import type { DraftedMembership } from './draft-memberships.ts'
import type { CheckoutDetails, TicketHolder } from './holders.ts'
import type { NewTicket } from './issue-tickets.ts'

/**
 * A sale goes through four stages:
 *
 *   drafted    the order is there, pending, with its lines and the payment that will be asked for; its places no longer expire
 *   paying     the provider is asked, outside any transaction; the caller that hears of the payment takes it from here
 *   settled    the money is there, or none is needed, and the tickets are signed
 *   confirmed  the places are sold, the tickets issued, the messages written
 *
 * The first and the last are committed, and the two between live in a process: after a crash the provider is asked again, under
 * the key that the draft wrote down, and tickets are signed anew.
 *
 * A basket becomes an order in `draft-orders.ts` and is sold in `confirm-orders.ts`, many at once; `settle-payment.ts` stands
 * between the two. What does not go this way is in `fail-payment.ts` (declined) and `rescue-order.ts` (paid too late).
 */

/** Who buys, as they say it at the checkout. A buyer at the box office may say nothing. */
export type Buyer = {
  email: string | null
  first_name: string | null
  last_name: string | null
  mobile_number: string | null
  postcode: string | null
  /** ISO 3166-1 numeric. */
  country_id: number | null
  marketing_emails: boolean
  /** BCP 47, of the mails about the order; null: the organisation's. */
  language: string | null
}

/** A basket that a buyer wants to check out. */
export type CheckoutRequest = {
  orgId: OrgId
  basketId: string
  buyer: Buyer
  paymentMethod: string | null
  /** Where the buyer comes back to if the payment sends them away. */
  returnUrl?: string
  /** Of the terms that the buyer has agreed to. */
  termsVersion?: number | null
  /** The buyer agrees to be debited. */
  mandate?: MandateConsent
  /** For whom the invoice is; without it there will be a receipt. */
  recipient?: Static<typeof RecipientBody>
  /** Who the tickets are for and what else was asked; without it, nothing was said. */
  details?: CheckoutDetails
  /** The fan who is signed in, and the customer that they have proven to be, if any. */
  fan?: { identity: Identity; provenUserId: number | undefined }
  /** How much of their credit that customer wants to spend, in the major unit of the currency. */
  credit?: number
  /** Through a publishable key, which everybody can use. */
  isByStranger?: boolean
  /** Online unless staff sell it, who collect the money by hand or by a reader. */
  channel?: Channel
  /** Without the fan, by what they have left with the provider: they have agreed to it before, and pay what they were told. */
  means?: { meansId: number; customer: string; attempt: number }
  /** A fingerprint of the Idempotency-Key that the request came with, by which it finds its order again; see `own-order.ts`. */
  mark?: string
}

/** A line of an order, with what its tickets show and the ids that they will have. */
export type OrderLine = {
  order_id: number
  order_line_id: number
  event_id: number
  price_category_id: number
  category_title: string
  section_label: string | null
  gate: string | null
  entrance: string | null
  price_id: number
  price_title: string
  quantity: number
  places: number
  price_minor: number
  rebate_minor: number
  service_fee_minor: number
  service_tax_minor: number
  discount_minor: number
  /** Null: nothing is known of tax. */
  tax: LineTax | null
  currency: string
  reserved_seating: boolean
  ticket_ids: number[]
  /** Whom the tickets are for, in their order; null where the buyer said nothing. */
  holders: TicketHolder[] | null
}

export type DraftedOrder = {
  request: CheckoutRequest
  basket: BasketContents
  /** Null: memberships alone. */
  eventId: number | null
  /** How many tickets of the event one customer may have; null: no cap. */
  eventCap: number | null
  order: OrderRow
  tax: BasketTax
  lines: OrderLine[]
  memberships: DraftedMembership[]
  /** Null when nothing is to pay now. */
  payment: { paymentId: number; provider: PaymentProviderName; charge: Charge } | null
  /** The order is there from an attempt before, whose payment failed. */
  redrafted: boolean
}

export type PayingOrder = {
  orgId: OrgId
  orderId: number
  /** Null when nothing is to pay. */
  paymentId: number | null
  /** Known to the caller that drafted the order; others read them. */
  basketId?: string
  lines?: OrderLine[]
}

/** What pays for an order, or will: a debit that was `submitted` is money days later. */
export type SettlingPayment = {
  paymentId: number
  reference: string
  cardLast4?: string | null
  means?: KeptMeans | undefined
  mandate?: GivenMandate | undefined
  isSubmitted?: boolean
}

export type SettledOrder = {
  orgId: OrgId
  orderId: number
  basketId: string
  payment: SettlingPayment | null
  /** With the barcodes of their tickets, in the order of the ids. */
  lines: (OrderLine & { barcodes: Credential[] })[]
}

export type ConfirmedOrder = {
  order: OrderRow
  tickets: NewTicket[]
  memberships: OrderMembershipRow[]
  holds: HoldRow[]
  payment: PaymentRow | undefined
  settled: SettledOrder
}

/** A hold of a basket that is being paid. */
export type HoldRow = {
  basket_id: string
  basket_item_id: number
  price_category_id: number
  price_id: number
  places: number
}

/** A payment for an order, as it is under the lock. */
export type PaymentRow = {
  payment_id: number
  order_id: number
  provider: PaymentProviderName
  payment_account_id: string | null
  payment_method: string | null
  payment_status: string
  /** What it was charged by without the fan. */
  payment_means_id: number | null
  amount_minor: number
  surplus: boolean
  /** Of the text of a mandate that its buyer agreed to. */
  mandate_version: number | null
  /** Neither has it succeeded nor has it come to nothing. */
  open: boolean
}

/** What a checkout comes to, whichever caller has brought it there: the fan's request, a repetition, the worker or a provider's message. */
export type CheckoutOutcome =
  | { kind: 'confirmed'; order: OrderWithTickets }
  /** Nothing is decided yet; the places stay held. */
  | { kind: 'pending'; order: OrderRow; nextAction: NextAction | null }
  | { kind: 'declined'; declined: Omit<Declined, 'kind'> }
  /** The provider turned the call itself away, for its credentials or its account; nothing was charged. */
  | { kind: 'refused'; cause: unknown }
  /** It could not be sold after all, which `why` says; money that was paid goes back. */
  | { kind: 'refunded'; paid: boolean; why: string }
