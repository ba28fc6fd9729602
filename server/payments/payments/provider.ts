import type { DebitScheme } from './payment-methods.ts'
import type { ProviderDomains } from './provider-domains.ts'
import type { ProviderPayouts } from './provider-payouts.ts'

/**
 * What a payment provider can answer. `unknown` is an answer like the others: no reply, or none that tells, so that only
 * asking again, under the same idempotency key, can settle it. `method` is the way to pay, where the provider says it: see
 * `payment-methods.ts`.
 */
export type PaymentResult =
  | { kind: 'succeeded'; reference: string; cardLast4?: string; means?: KeptMeans; mandate?: GivenMandate }
  /** With a mandate it is a debit that was submitted: what it is for is sold, and owed until the money is there. */
  | { kind: 'processing'; reference: string; method?: string; means?: KeptMeans; mandate?: GivenMandate }
  | { kind: 'requires_action'; reference: string; nextAction: NextAction; method?: string }
  | Declined
  /** The provider refused to be asked at all (credentials, account): nothing was charged. */
  | { kind: 'refused'; cause: unknown }
  | { kind: 'unknown'; cause: unknown }

/** What a payment was made with, where the provider has kept it to be charged again without the fan. */
export type KeptMeans = {
  /** The provider's names for the person, and for what they pay with. */
  customer: string
  method: string
  kind: 'card' | 'debit'
  last4: string | null
  /** YYYY-MM-DD, the last day on which it can be charged. */
  expiresOn: string | null
}

/** The leave to debit an account that a payment was submitted by, or that was left for later. */
export type GivenMandate = {
  scheme: DebitScheme
  /** What the fan's bank calls it. */
  reference: string
  /** The provider's name for it; null where it has none. */
  providerReference: string | null
  last4: string | null
  bankName: string | null
}

/** A fan who agrees to a mandate's text, in its version; of their browser what a scheme wants as evidence. */
export type MandateConsent = { version: number; ipAddress?: string; userAgent?: string }

/** Whose means are kept, as the owner of the account will see them there. */
export type Payer = { email: string | null; name: string | null }

/** A payment that was given up in time is declined too, with the decline code `cancelled`. It never succeeds afterwards. */
export type Declined = {
  kind: 'declined'
  reference?: string
  code: 'card_declined' | 'payment_failed' | 'payment_method_invalid' | 'payment_method_not_offered'
  declineCode?: string
  message: string
}

/**
 * What the fan has to do next: 3-D Secure by the provider's own script, or a page to visit, in their browser; or a card to hold to a
 * reader at the counter.
 */
export type NextAction =
  | { type: 'client_secret'; client_secret: string }
  /** Of the test provider's bank it is a path of this service. */
  | { type: 'redirect'; redirect_url: string }
  | { type: 'present_card'; reader_id: string }

/** As callers are told it. */
export const toAbsolute = (action: NextAction, publicUrl: string): NextAction =>
  action.type === 'redirect' ? { ...action, redirect_url: new URL(action.redirect_url, publicUrl).href } : action

/** A device at the counter that takes cards. */
export type CardReader = { reader_id: string; name: string; status: 'online' | 'offline' }

/**
 * Whether a payment method is a reader, by the id that the provider gives to readers. Only staff may name one: it asks the fan who
 * stands before it for a card.
 */
export const isReader = (paymentMethod: string | null): boolean => paymentMethod?.startsWith(READER_PREFIX) ?? false
export const READER_PREFIX = 'tmr_'

export type RefundResult =
  | { kind: 'succeeded'; reference: string }
  | { kind: 'processing'; reference: string }
  | { kind: 'failed'; reference?: string; code: string }
  | { kind: 'unknown'; cause: unknown }

/** The payment is at the provider, and the money has not been asked for yet: it can be confirmed, or cancelled. */
export type Unconfirmed = { kind: 'unconfirmed'; reference: string }

/**
 * Told the reference of a payment before any money can move; false, and none does. So whatever is lost after it, an answer, an
 * event or the whole process, what became of the money can be asked for by that reference.
 */
export type Begun = (reference: string) => Promise<boolean>

export type Charge = {
  /** The organisation's account at the provider; null where the provider needs none. */
  account: string | null
  amountMinor: number
  currency: string
  /** What the operator of the service takes of it; absent: nothing. */
  operatorFeeMinor?: number
  paymentMethod: string
  /** Where a buyer who has to leave the page comes back to; null: one who has to cannot pay. */
  returnUrl: string | null
  /** The ways to pay that may be taken, where the payment method's name does not say which it is. */
  allowedMethods?: string[]
  /** The buyer agrees that what they pay with is kept, and charged later without them. */
  keeps?: Payer
  /** The fan has agreed to a mandate; absent, no debit is taken. */
  mandate?: MandateConsent
  /** Without the fan: the payment method is one that was kept, of this person at the provider. */
  offSession?: { customer: string }
  /**
   * The same key again gives the same payment, never a second one. Random, since two installations may share an account at
   * the provider, and their order numbers would meet.
   */
  idempotencyKey: string
  /** Of an awaited transfer: until when its places wait. */
  expiresAt?: Date
  /** When the payment's row was made. */
  createdAt: Date
  /** True when an earlier call under this key may have arrived and its answer was lost: the reconciler's way to ask. */
  again: boolean
  /** Null of an attempt at paying debts. */
  orderId: number | null
  orgId: number
}

export type ConfirmedBy = Pick<Charge, 'paymentMethod' | 'returnUrl' | 'offSession' | 'mandate'>

export type RefundRequest = {
  account: string | null
  /** That of the payment. */
  reference: string
  amountMinor: number
  currency: string
  /** The same key again gives the same refund, never a second one. */
  idempotencyKey: string
  /** When the refund's row was made. */
  createdAt: Date
  orgId: number
  /** True when an earlier call under this key may have arrived and its answer was lost. */
  again: boolean
}

/** Money that moved, as the provider has it on record. */
export type ProviderRecord = {
  /** As it is in our rows: of the payment, or of the refund. */
  reference: string
  paymentReference: string
  amountMinor: number
  currency: string
  createdUnix: number
  /** The organisation that it says it was for; undefined where another program made it. */
  orgId: number | undefined
}

export type RecordKind = 'payments' | 'refunds'

export type RecordList =
  /** All that there is from `sinceUnix` on. */
  { kind: 'listed'; records: ProviderRecord[]; sinceUnix: number } | { kind: 'unknown'; cause: unknown }

/** A payment that its fan's bank takes back. */
export type ProviderDispute = {
  reference: string
  paymentReference: string
  amountMinor: number
  currency: string
  /** warning: no money has moved. Lost and open are the same to the books: the money is gone. */
  state: 'warning' | 'open' | 'won' | 'lost'
  /** By the provider's name, such as insufficient_funds of a debit. */
  reason: string
}

export type DisputeList = { kind: 'listed'; disputes: ProviderDispute[] } | { kind: 'unknown'; cause: unknown }

/** The provider's own account of what moved, to hold ours against. */
export type ProviderBooks = {
  /** Succeeded within the time, newest first; a bounded number, so perhaps not all the way back. */
  list(account: string | null, kind: RecordKind, time: { startUnix: number; endUnix: number }): Promise<RecordList>
  has(account: string | null, kind: RecordKind, reference: string): Promise<'yes' | 'no' | 'unknown'>
  /** Opened since then, newest first, whatever has become of them; a bounded number. */
  disputes(account: string | null, sinceUnix: number): Promise<DisputeList>
}

/** What a fan wants to leave with the provider without paying anything now. */
export type MeansSetup = {
  account: string | null
  paymentMethod: string
  payer: Payer
  /** Of what is to be charged by it. */
  currency: string
  /** The ways to pay that may be left, where the payment method's name does not say which it is. */
  allowedMethods?: string[] | undefined
  /** The fan has agreed to a mandate; absent, no account is left to be debited. */
  mandate?: MandateConsent
  orgId: number
  /** The plan that is to be charged by it. What was set up for one is not taken for another. */
  planId: number
  idempotencyKey: string
}

/** Money is not moved by any of these, so what is `unknown` is asked for anew, and not settled. */
export type SetupResult =
  | { kind: 'kept'; means: KeptMeans; mandate?: GivenMandate }
  | { kind: 'requires_action'; reference: string; nextAction: NextAction }
  | Declined
  | { kind: 'refused'; cause: unknown }
  | { kind: 'unknown'; cause: unknown }

/** What fans leave with a provider, to be charged without them. */
export type ProviderMeans = {
  setUp(setup: MeansSetup): Promise<SetupResult>
  /** What became of one for which the fan had to do something. */
  retrieveSetup(setup: Pick<MeansSetup, 'account' | 'orgId' | 'planId'>, reference: string): Promise<SetupResult>
  /** Whether a mandate that was left for later is still good; absent where no bank ends one. */
  retrieveMandate?(account: string | null, reference: string): Promise<'active' | 'ended' | 'unknown'>
  /** True once it cannot be charged there any more, also where another caller has seen to that. */
  giveUp(account: string | null, means: Pick<KeptMeans, 'customer' | 'method'>): Promise<boolean>
}

export type PaymentProviderName = 'test' | 'stripe' | 'manual'

/** Calls out, so it is never used between BEGIN and COMMIT. What went wrong is `unknown`; nothing throws but what `begun` throws. */
export type PaymentProvider = {
  name: PaymentProviderName
  /** Absent where it cannot keep what a fan pays with. */
  means?: ProviderMeans
  /** Which way to pay a payment method is, where its name says so. */
  methodIn?(paymentMethod: string, currency: string): string
  /** Whether there is such an amount there, to charge or to refund. Asked before anything is written down. */
  takes(amountMinor: number, currency: string): boolean
  create(charge: Charge, begun: Begun): Promise<PaymentResult>
  /** What became of a payment whose reference we have. */
  retrieve(account: string | null, reference: string): Promise<PaymentResult | Unconfirmed>
  /**
   * Asks for the money of a payment that is unconfirmed. Asked any number of times, it is collected once at most. One that a reader
   * should have and has not is called off: the buyer who stands there by now need not be the one who wanted to pay.
   */
  confirm(account: string | null, reference: string, by: ConfirmedBy): Promise<PaymentResult>
  /** Makes sure that a payment that has not succeeded never will; `succeeded` when it was too late for that. */
  cancel(account: string | null, reference: string): Promise<PaymentResult>
  refund(refund: RefundRequest): Promise<RefundResult>
  /** What became of a refund whose reference we have. */
  retrieveRefund(account: string | null, reference: string): Promise<RefundResult>
  /** Absent where no books are kept: cash, and what is only pretended. */
  books?: ProviderBooks
  /** Absent where nothing is paid out by itself. */
  payouts?: ProviderPayouts
  /** Absent where wallets are shown at any host. */
  domains?: ProviderDomains
  /** The readers of an account, a bounded number. Absent where there can be none. Throws `payment_provider_error`. */
  readers?(account: string | null): Promise<CardReader[]>
}

/** The answer where there is no such amount: no provider was asked. */
export const amountNotChargeable = (currency: string) =>
  ({
    kind: 'declined',
    code: 'payment_failed',
    declineCode: 'amount_not_chargeable',
    message: `This amount of ${currency} is finer than the payment provider can charge.`,
  }) satisfies Declined
