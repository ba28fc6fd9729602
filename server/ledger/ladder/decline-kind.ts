/**
 * Why a charge without the fan came to nothing, as far as it decides what follows: whether it may be tried again by itself, and what the
 * fan is asked for.
 *
 *   insufficient  may go through on another day
 *   expired       the card is over: the fan gives another
 *   hard          never again by itself: the bank said so, or did not say why
 *   needs_fan     the bank wants to ask the fan: they pay by a link
 *   returned      a debit that the bank has not paid, or has taken back: presented once more
 */
export type DeclineKind = 'insufficient' | 'expired' | 'hard' | 'needs_fan' | 'returned'

/** The codes that Stripe documents for declines, and ours. What is not here is hard: schemes fine those who try such cards again. */
const kinds: Record<string, DeclineKind> = {
  insufficient_funds: 'insufficient',
  card_velocity_exceeded: 'insufficient',
  withdrawal_count_limit_exceeded: 'insufficient',
  approve_with_id: 'insufficient',
  call_issuer: 'insufficient',
  do_not_honor: 'insufficient',
  generic_decline: 'insufficient',
  issuer_not_available: 'insufficient',
  no_action_taken: 'insufficient',
  not_permitted: 'insufficient',
  processing_error: 'insufficient',
  reenter_transaction: 'insufficient',
  service_not_allowed: 'insufficient',
  try_again_later: 'insufficient',
  expired_card: 'expired',
  authentication_required: 'needs_fan',
  authentication_not_handled: 'needs_fan',
  offline_pin_required: 'needs_fan',
  online_or_offline_pin_required: 'needs_fan',
  cancelled: 'needs_fan',
}

/** Of debits: the account is not to be debited, by this mandate or at all, or its holder took the money back. The fan gives another. */
const hardOfDebits = new Set([
  'account_closed',
  'bank_account_closed',
  'bank_account_restricted',
  'bank_account_unusable',
  'bank_ownership_changed',
  'customer_initiated',
  'debit_not_authorized',
  'fraudulent',
  'general',
  'incorrect_account_details',
  'invalid_account_number',
  'no_account',
  'recipient_deceased',
  'refer_to_customer',
  'sepa_unsupported_account',
  'unrecognized',
])

export const debitDeclineKindOf = (declineCode: string | null): DeclineKind =>
  hardOfDebits.has(declineCode ?? '') ? 'hard' : 'returned'

export const declineKindOf = (declineCode: string | null): DeclineKind => kinds[declineCode ?? ''] ?? 'hard'
