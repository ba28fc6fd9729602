import type { OrgId } from '../../access/principal.ts'
import type { Identity } from '../../people/sso/verify-token.ts'
import type { BasketContents } from '../baskets/basket.ts'
import type { Channel } from '../baskets/offer-refusal.ts'
import type { OrderRow } from '../orders/order.ts'
import type { PaymentProviderName } from '../payments/provider.ts'
import type { LineRow } from './order-tickets.ts'
import type { ExpectedTickets } from './prepare-tickets.ts'

/** Who buys, as they say it at the checkout. Whoever pays at the box office may say nothing. */
export type Buyer = {
  email: string | null
  first_name: string | null
  last_name: string | null
  mobile_number: string | null
  postcode: string | null
  marketing_emails: boolean
}

/** A basket that somebody wants to check out. */
export type Starting = {
  orgId: OrgId
  basketId: string
  buyer: Buyer
  paymentMethod: string | null
  /** Whoever is signed in, and the customer they are linked to, if any. */
  fan?: { identity: Identity; userId: number | undefined }
  /** Online unless staff sell it, who collect the money by hand. */
  channel?: Channel
  /** Of the Idempotency-Key that the request came with; see `own-order.ts`. */
  mark?: string
}

/** A payment that is about to be asked for; its row is committed. */
export type PaymentToMake = {
  orgId: OrgId
  paymentId: number
  orderId: number
  basketId: string
  provider: PaymentProviderName
  account: string | null
  idempotencyKey: string
  paymentMethod: string
  amountMinor: number
  currency: string
  createdAt: Date
  /** What will be issued once it is paid: the order's lines, and for each the ids of its tickets. */
  tickets: ExpectedTickets
}

/** An order that waits for its payment (for none, when nothing is to pay), or a basket that somebody is paying already. */
export type Started =
  | { kind: 'started'; order: OrderRow; payment: PaymentToMake | null }
  | { kind: 'paying'; orderId: number }

/** What a basket is about to become. */
export type Draft = {
  starting: Starting
  basket: BasketContents
  order: OrderRow
  lines: LineRow[]
  payment: PaymentToMake | null
  /** The order is there from an attempt before, whose payment failed. */
  again: boolean
}
