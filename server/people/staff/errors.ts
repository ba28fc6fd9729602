import { ApiError, type ErrorCatalogue, type ErrorDetails } from '../../platform/http/errors.ts'

/** What may refuse a person who signs in. */
export const staffErrors = {
  sign_in_failed: [401, 'authentication_error', 'The address and the password do not go together.'],
  code_required: [401, 'authentication_error', 'Send the code of the authenticator app, or a recovery code, as well.'],
  code_invalid: [401, 'authentication_error', 'The code is wrong, too old, or was used already.'],
  sign_in_delayed: [429, 'rate_limit_error', 'Too many tries. Wait as long as Retry-After says.'],
} as const satisfies ErrorCatalogue

export class StaffError extends ApiError {
  constructor(code: keyof typeof staffErrors, details: ErrorDetails = {}) {
    super(code, details, staffErrors)
  }
}
