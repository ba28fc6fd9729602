import { ApiError, type ErrorCatalogue, type ErrorDetails } from '../platform/http/errors.ts'

/** Refusals that have to do with what is owed. */
export const ledgerErrors = {
  customer_has_open_items: [
    409,
    'conflict_error',
    'The customer owes money or is owed some. Settle it first, or say what becomes of it.',
  ],
} as const satisfies ErrorCatalogue

export class LedgerError extends ApiError {
  constructor(code: keyof typeof ledgerErrors, details: ErrorDetails = {}) {
    super(code, details, ledgerErrors)
  }
}
