import { ApiError, type ErrorCatalogue, type ErrorDetails } from '../../platform/http/errors.ts'

/** Refusals of the clock of an organisation. */
export const clockErrors = {
  sandbox_only: [403, 'permission_error', 'Only a sandbox has a clock that can be moved.'],
} as const satisfies ErrorCatalogue

export class ClockError extends ApiError {
  constructor(code: keyof typeof clockErrors, details: ErrorDetails = {}) {
    super(code, details, clockErrors)
  }
}
