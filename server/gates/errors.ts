import { ApiError, type ErrorCatalogue, type ErrorDetails } from '../platform/http/errors.ts'

/** Refusals of a request that a device sends. */
export const gateErrors = {
  nonce_reused: [
    409,
    'conflict_error',
    'This nonce names another scan of this device. Nothing was decided: open for no one, and send the scan under a nonce that was never used.',
  ],
} as const satisfies ErrorCatalogue

export class GateError extends ApiError {
  constructor(code: keyof typeof gateErrors, details: ErrorDetails = {}) {
    super(code, details, gateErrors)
  }
}
