import { ApiError, type ErrorCatalogue, type ErrorDetails } from '../platform/http/errors.ts'

/** What a basket or a payment can refuse. */
export const saleErrors = {
  basket_expired: [409, 'conflict_error', 'The basket has expired, and its places are free again.'],
  basket_already_checked_out: [409, 'conflict_error', 'The basket has been checked out, or is being paid.'],
  basket_event_mismatch: [409, 'conflict_error', 'A basket holds tickets of one event only.'],
  link_expired: [409, 'conflict_error', 'The link is too old. Ask the organisation for another one.'],
  member_proof_required: [403, 'permission_error', 'A price in the basket is for members. Prove first who buys it.'],
  membership_required: [
    409,
    'conflict_error',
    'A price in the basket is for members of a kind that this person is not.',
  ],
  member_limit_reached: [409, 'conflict_error', 'This member may not buy so many of this price.'],
  rate_limit_codes: [429, 'rate_limit_error', 'Too many wrong codes. Wait before you try another.'],
  rate_limit_member_code: [429, 'rate_limit_error', 'Too many codes were asked for. Wait before you ask again.'],
  card_declined: [402, 'payment_error', 'The card was declined.'],
  payment_failed: [402, 'payment_error', 'The payment failed.'],
  payment_method_invalid: [402, 'payment_error', 'The payment method cannot be used.'],
  payment_method_not_offered: [402, 'payment_error', 'This way to pay is not offered for this. Choose another one.'],
  payment_provider_unconfigured: [
    409,
    'conflict_error',
    'The organisation cannot be paid online yet. Nothing was charged.',
  ],
  sandbox_only: [403, 'permission_error', 'Only a sandbox has a clock that can be moved.'],
  payment_provider_error: [502, 'api_error', 'The payment provider could not be asked. Nothing was charged.'],
} as const satisfies ErrorCatalogue

export class SaleError extends ApiError {
  constructor(code: keyof typeof saleErrors, details: ErrorDetails = {}) {
    super(code, details, saleErrors)
  }
}
