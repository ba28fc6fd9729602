import { ApiError, type ErrorCatalogue, type ErrorDetails } from '../../platform/http/errors.ts'

/** What a price, a pool of places or a seat can refuse. */
export const stockErrors = {
  sold_out: [409, 'conflict_error', 'There are not enough places left.'],
  price_unavailable: [409, 'conflict_error', 'This price cannot be bought now.'],
  max_per_order: [409, 'conflict_error', 'One order cannot have so many of this price.'],
  max_per_customer: [409, 'conflict_error', 'One customer cannot have so many.'],
  held_places_per_address: [409, 'conflict_error', 'This address holds as many places as it can at once.'],
  seat_taken: [409, 'conflict_error', 'This seat is taken.'],
} as const satisfies ErrorCatalogue

export class StockError extends ApiError {
  constructor(code: keyof typeof stockErrors, details: ErrorDetails = {}) {
    super(code, details, stockErrors)
  }
}
