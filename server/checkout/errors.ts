import { ApiError, type ErrorCatalogue, type ErrorDetails } from '../platform/http/errors.ts'

/** Refusals of a basket, of its checkout and of the links that lead to them. */
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
} as const satisfies ErrorCatalogue

export class SaleError extends ApiError {
  constructor(code: keyof typeof saleErrors, details: ErrorDetails = {}) {
    super(code, details, saleErrors)
  }
}
