/**
 * What a payment provider can answer. `unknown` is an answer like the others: no reply, or none that tells, so that only
 * asking again, under the same idempotency key, can settle it.
 */
export type PaymentResult =
  | { kind: 'succeeded'; reference: string }
  | { kind: 'processing'; reference: string }
  | { kind: 'requires_action'; reference: string; nextAction: NextAction }
  | {
      kind: 'declined'
      reference?: string
      code: 'card_declined' | 'payment_failed' | 'payment_method_invalid'
      declineCode?: string
      message: string
    }
  /** The provider refused to be asked at all (credentials, account): nothing was charged. */
  | { kind: 'refused'; cause: unknown }
  | { kind: 'unknown'; cause: unknown }

/** What the fan's browser has to do next: 3-D Secure by the provider's own script, or a page to visit. */
export type NextAction = { type: 'client_secret'; client_secret: string } | { type: 'redirect'; url: string }

export type RefundResult =
  | { kind: 'succeeded'; reference: string }
  | { kind: 'processing'; reference: string }
  | { kind: 'failed'; reference?: string; code: string }
  | { kind: 'unknown'; cause: unknown }

export type Charge = {
  /** The organisation's account at the provider; null where the provider needs none. */
  account: string | null
  amountMinor: number
  currency: string
  paymentMethod: string
  /** The same key again gives the same payment, never a second one. */
  idempotencyKey: string
  orderId: number
  orgId: number
}

export type PaymentProviderName = 'test' | 'stripe' | 'manual'

/** Calls out, so it is never used between BEGIN and COMMIT. None of its functions throws: what went wrong is `unknown`. */
export type PaymentProvider = {
  name: PaymentProviderName
  create(charge: Charge): Promise<PaymentResult>
  /** What became of a payment whose reference we have. */
  retrieve(account: string | null, reference: string): Promise<PaymentResult>
  /** Makes sure that a payment that has not succeeded never will; `succeeded` when it was too late for that. */
  cancel(account: string | null, reference: string): Promise<PaymentResult>
  refund(refund: {
    account: string | null
    reference: string
    amountMinor: number
    currency: string
    idempotencyKey: string
  }): Promise<RefundResult>
}
