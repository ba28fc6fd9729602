import { ApiError, type ErrorCatalogue, type ErrorDetails } from '../../platform/http/errors.ts'
import { ProviderFault } from '../sso/fetch-key-set.ts'

/** These errors refuse a person who signs on by their club's provider. */
export const signOnErrors = {
  sign_on_failed: [401, 'authentication_error', 'The sign-on was not finished in this browser, or took too long.'],
  sign_on_refused: [403, 'permission_error', 'The provider knows you, and this organisation has no role for you.'],
} as const satisfies ErrorCatalogue

export class SignOnError extends ApiError {
  constructor(code: keyof typeof signOnErrors, details: ErrorDetails = {}) {
    super(code, details, signOnErrors)
  }
}

/** A provider that does not answer as it should. What is wrong is in words of ours, so that staff may read it. */
export const signOnTrouble = (error: unknown): ApiError =>
  error instanceof ApiError
    ? error
    : new ApiError('service_unavailable', {
        message: `The sign-on provider could not be asked${error instanceof ProviderFault ? `: ${error.message}` : ''}. Try again shortly.`,
        headers: { 'retry-after': '30' },
        cause: error,
      })
