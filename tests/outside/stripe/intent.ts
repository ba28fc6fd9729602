export type Intent = {
  id: string
  object: 'payment_intent'
  account: string
  amount: number
  amount_received: number
  application_fee_amount?: number | null
  currency: string
  created: number
  status:
    | 'requires_payment_method'
    | 'requires_confirmation'
    | 'requires_action'
    | 'processing'
    | 'succeeded'
    | 'canceled'
  client_secret: string
  payment_method: string | null
  customer: string | null
  setup_future_usage: 'on_session' | 'off_session' | null
  payment_method_types: string[]
  /** The caller said which it allows. */
  is_listed: boolean
  allow_redirects: 'always' | 'never'
  last_payment_error: Record<string, unknown> | null
  next_action: Record<string, unknown> | null
  cancellation_reason: string | null
  latest_charge: string | null
  /** Of a debit; Stripe says it with the charge alone. */
  mandate: string | null
  metadata: Record<string, string>
}
