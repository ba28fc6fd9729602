import { ApiError, type ErrorCatalogue, type ErrorDetails } from '../platform/http/errors.ts'

/** What may refuse a request before its operation is asked: its key, its scopes, its limits. */
export const accessErrors = {
  organisation_unnamed: [
    400,
    'invalid_request_error',
    'You work for several organisations: name one by the header Grandstand-Organisation.',
  ],
  api_key_missing: [401, 'authentication_error', 'No API key was sent. Send it as: Authorization: Bearer <API key>.'],
  api_key_invalid: [401, 'authentication_error', 'The API key is not valid.'],
  api_key_expired: [401, 'authentication_error', 'The API key has expired.'],
  api_key_revoked: [401, 'authentication_error', 'The API key has been revoked.'],
  session_missing: [401, 'authentication_error', 'You are not signed in.'],
  session_invalid: [401, 'authentication_error', 'The session has ended. Sign in again.'],
  session_running: [409, 'conflict_error', 'Another person is signed in in this browser.'],
  scope_missing: [403, 'permission_error', 'The API key does not have the scope that this operation needs.'],
  secret_key_in_browser: [
    403,
    'permission_error',
    'A secret key was sent by a web page, where everybody can read it: revoke it, and use a publishable key there.',
  ],
  cross_site_request: [403, 'permission_error', 'A session works in pages of this service only.'],
  proof_required: [403, 'permission_error', 'Prove first that it is still you: POST /v1/staff/prove.'],
  sign_on_required: [403, 'permission_error', 'This organisation has its staff sign on by its own provider.'],
  role_missing: [403, 'permission_error', 'You have no role in this organisation.'],
  organisation_suspended: [403, 'permission_error', 'The organisation is suspended.'],
  rate_limit_minute: [429, 'rate_limit_error', 'The API key has used up its requests for this minute.'],
  rate_limit_day: [429, 'rate_limit_error', 'The API key has used up its requests for this day.'],
  rate_limit_organisation_day: [
    429,
    'rate_limit_error',
    'The organisation’s keys of this kind have used up their requests for this day.',
  ],
  rate_limit_mails: [429, 'rate_limit_error', 'Too many mails of this kind were asked for within the hour.'],
  rate_limit_address: [429, 'rate_limit_error', 'This address has sent too many requests without a valid API key.'],
} as const satisfies ErrorCatalogue

export class AccessError extends ApiError {
  constructor(code: keyof typeof accessErrors, details: ErrorDetails = {}) {
    super(code, details, accessErrors)
  }
}
