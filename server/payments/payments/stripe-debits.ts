import type Stripe from 'stripe'
import { type DebitScheme, isDebit } from './payment-methods.ts'
import type { GivenMandate, KeptMeans, MandateConsent, PaymentResult } from './provider.ts'
import { type InTime, inNameOf, type StripeClient } from './stripe-client.ts'

type Given = Pick<Stripe.PaymentIntent | Stripe.SetupIntent, 'customer' | 'payment_method'>

/** What Stripe wants as evidence that the fan has agreed; undefined where it is not at hand any more: it is not stored. */
export function mandateDataOf({ ipAddress, userAgent }: MandateConsent) {
  if (ipAddress === undefined) return undefined
  const online = { ip_address: ipAddress, user_agent: userAgent ?? 'unknown' }
  return { mandate_data: { customer_acceptance: { type: 'online' as const, online } } }
}

/** The scheme and the end of the account's number, of a payment method that was asked for along with what it was given for. */
function accountOf({ payment_method }: Given): { scheme: DebitScheme; id: string; last4: string | null } | undefined {
  if (payment_method === null || typeof payment_method !== 'object' || !isDebit(payment_method.type)) return undefined
  const { type: scheme, id } = payment_method
  return { scheme, id, last4: payment_method[scheme]?.last4 ?? null }
}

/** A person's account, kept to be debited again. */
export function debitMeans(given: Given): KeptMeans | undefined {
  const account = accountOf(given)
  const { customer } = given
  if (!account || customer === null) return undefined
  return {
    customer: typeof customer === 'string' ? customer : customer.id,
    method: account.id,
    kind: 'debit',
    last4: account.last4,
    expiresOn: null,
  }
}

/** Of the charge, where that was asked for along with the payment; it is there from when the debit is submitted. */
function mandateIdOf({ latest_charge }: Stripe.PaymentIntent, scheme: DebitScheme): string | undefined {
  const details = typeof latest_charge === 'object' ? latest_charge?.payment_method_details : undefined
  return details?.[scheme]?.mandate ?? undefined
}

/** BECS has no reference of the bank's: Stripe's name for it is the one that there is. */
export function toGivenMandate(mandate: Stripe.Mandate, given: Given): GivenMandate | undefined {
  const account = accountOf(given)
  if (!account) return undefined
  const { sepa_debit, bacs_debit } = mandate.payment_method_details
  return {
    scheme: account.scheme,
    reference: sepa_debit?.reference ?? bacs_debit?.reference ?? mandate.id,
    providerReference: mandate.id,
    last4: account.last4,
    bankName: null,
  }
}

/** On the PaymentIntent: its fan has agreed to this version of a mandate's text, here and now. */
export const CONSENT_KEY = 'grandstand_mandate_version'

export const createStripeMandates = ({ stripe }: StripeClient) => ({
  /**
   * With the mandate that a debit was submitted by, where it was given with this payment. One that cannot be read leaves the payment unknown,
   * to be asked for again: an order is not confirmed by a debit whose mandate is not on record.
   */
  async withMandate<T extends PaymentResult | { kind: 'unconfirmed' }>(
    account: string | null,
    intent: Stripe.PaymentIntent,
    result: T,
    inTime: InTime,
  ): Promise<T | PaymentResult> {
    if (result.kind !== 'processing' && result.kind !== 'succeeded') return result
    const scheme = accountOf(intent)?.scheme
    if (scheme === undefined || intent.metadata[CONSENT_KEY] === undefined) return result
    const mandateId = mandateIdOf(intent, scheme)
    if (mandateId === undefined)
      return { kind: 'unknown', cause: new Error(`${intent.id} is a debit without a mandate`) }
    try {
      const mandate = await inTime(() => stripe.mandates.retrieve(mandateId, {}, inNameOf(account)))
      const given = toGivenMandate(mandate, intent)
      return given ? { ...result, mandate: given } : result
    } catch (error) {
      return { kind: 'unknown', cause: error }
    }
  },
})
