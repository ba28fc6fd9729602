import { ApiError, type ErrorCatalogue, type ErrorDetails } from '../../platform/http/errors.ts'

/** What single sign-on can refuse. */
export const ssoErrors = {
  sso_token_missing: [401, 'authentication_error', 'No SSO token was sent. Send it as: X-SSO-Token: <ID token>.'],
  sso_token_invalid: [401, 'authentication_error', 'The SSO token is not valid.'],
  sso_token_expired: [401, 'authentication_error', 'The SSO token has expired.'],
  sso_account_not_linked: [403, 'permission_error', 'This SSO identity is not linked to a customer.'],
  rate_limit_sso_link: [429, 'rate_limit_error', 'Too many codes were asked for. Wait before you ask again.'],
} as const satisfies ErrorCatalogue

export class SsoError extends ApiError {
  constructor(code: keyof typeof ssoErrors, details: ErrorDetails = {}) {
    super(code, details, ssoErrors)
  }
}
