/**
 * The catalogue of everything the API can refuse. Each code has a section in docs/errors.md; a test holds the two together.
 * The text is public: it never carries SQL, a stack or an id that the caller did not send.
 */
export const errorCatalogue = {
  body_malformed: [400, 'invalid_request_error', 'The request body could not be parsed.'],
  parameter_missing: [400, 'invalid_request_error', 'A required parameter is missing.'],
  parameter_invalid: [400, 'invalid_request_error', 'A parameter has a value that is not allowed.'],
  parameter_unknown: [400, 'invalid_request_error', 'The request has a parameter that this operation does not know.'],
  cursor_invalid: [400, 'invalid_request_error', 'The cursor is not one that this list, with these filters, gave out.'],
  idempotency_key_invalid: [
    400,
    'invalid_request_error',
    'Idempotency-Key must be 1 to 255 printable ASCII characters.',
  ],
  api_key_missing: [401, 'authentication_error', 'No API key was sent. Send it as: Authorization: Bearer <API key>.'],
  api_key_invalid: [401, 'authentication_error', 'The API key is not valid.'],
  api_key_expired: [401, 'authentication_error', 'The API key has expired.'],
  api_key_revoked: [401, 'authentication_error', 'The API key has been revoked.'],
  sso_token_missing: [401, 'authentication_error', 'No SSO token was sent. Send it as: X-SSO-Token: <ID token>.'],
  sso_token_invalid: [401, 'authentication_error', 'The SSO token is not valid.'],
  sso_token_expired: [401, 'authentication_error', 'The SSO token has expired.'],
  card_declined: [402, 'payment_error', 'The card was declined.'],
  payment_failed: [402, 'payment_error', 'The payment failed.'],
  payment_method_invalid: [402, 'payment_error', 'The payment method cannot be used.'],
  scope_missing: [403, 'permission_error', 'The API key does not have the scope that this operation needs.'],
  sso_account_not_linked: [403, 'permission_error', 'This SSO identity is not linked to a customer.'],
  organisation_suspended: [403, 'permission_error', 'The organisation is suspended.'],
  resource_missing: [404, 'invalid_request_error', 'There is no such object.'],
  route_unknown: [404, 'invalid_request_error', 'There is no operation at this address.'],
  method_not_allowed: [405, 'invalid_request_error', 'This address does not answer to this method.'],
  request_timeout: [408, 'invalid_request_error', 'The request did not arrive in time.'],
  sold_out: [409, 'conflict_error', 'There are not enough places left.'],
  price_unavailable: [409, 'conflict_error', 'This price cannot be bought now.'],
  seat_taken: [409, 'conflict_error', 'Somebody else has this seat.'],
  basket_expired: [409, 'conflict_error', 'The basket has expired, and its places are free again.'],
  basket_already_checked_out: [409, 'conflict_error', 'The basket has been checked out, or is being paid.'],
  basket_event_mismatch: [409, 'conflict_error', 'A basket holds tickets of one event only.'],
  state_conflict: [409, 'conflict_error', 'The object is not in a state that allows this.'],
  idempotency_key_in_use: [409, 'idempotency_error', 'A request with this Idempotency-Key is still running.'],
  body_too_large: [413, 'invalid_request_error', 'The request body is too large.'],
  url_too_long: [414, 'invalid_request_error', 'The address is longer than 8 KiB.'],
  content_type_unsupported: [
    415,
    'invalid_request_error',
    'Send the body as application/json or application/x-www-form-urlencoded.',
  ],
  idempotency_key_reused: [422, 'idempotency_error', 'This Idempotency-Key was used for a different request.'],
  rate_limit_minute: [429, 'rate_limit_error', 'The API key has used up its requests for this minute.'],
  rate_limit_day: [429, 'rate_limit_error', 'The API key has used up its requests for this day.'],
  rate_limit_organisation_day: [429, 'rate_limit_error', 'The organisation has used up its requests for this day.'],
  rate_limit_address: [429, 'rate_limit_error', 'This address has sent too many requests without a valid API key.'],
  rate_limit_sso_link: [429, 'rate_limit_error', 'Too many codes were asked for. Wait before you ask again.'],
  headers_too_large: [431, 'invalid_request_error', 'The request headers are too large.'],
  internal_error: [500, 'api_error', 'Something failed on our side. Quote the request id when you report it.'],
  payment_provider_error: [502, 'api_error', 'The payment provider could not be asked. Nothing was charged.'],
  service_unavailable: [503, 'api_error', 'The service cannot answer right now. Try again shortly.'],
} as const satisfies Record<string, readonly [status: number, type: string, message: string]>

export type ErrorCode = keyof typeof errorCatalogue

export type Problem = { param: string; code: ErrorCode; message: string }

type Details = {
  message?: string
  param?: string
  errors?: Problem[]
  headers?: Record<string, string>
  /** For the log only. */
  cause?: unknown
  /** Anything else becomes a public field of the error object: `{ available: 3 }`. */
  [field: string]: unknown
}

export class ApiError extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly headers: Record<string, string>
  readonly #details: { param?: string; errors?: Problem[]; fields: Record<string, unknown> }

  constructor(code: ErrorCode, { message, param, errors, headers, cause, ...fields }: Details = {}) {
    const [status, , text] = errorCatalogue[code]
    super(message ?? text, { cause })
    this.code = code
    this.status = status
    this.headers = headers ?? {}
    const problems = errors ?? onlyProblem(code, param, this.message)
    this.#details = { ...(param === undefined ? {} : { param }), ...(problems ? { errors: problems } : {}), fields }
  }

  /** A refusal that was stored comes back as the same refusal, under the request id of the one who asks again. */
  static fromBody(body: unknown): ApiError {
    const {
      type: _type,
      code,
      doc_url: _url,
      request_id: _id,
      ...details
    } = (body as ReturnType<ApiError['toBody']>).error
    return new ApiError(code, details)
  }

  /** The body as the contract words it. */
  toBody(docsUrl: string, requestId: string) {
    const { param, errors, fields } = this.#details
    return {
      error: {
        type: errorCatalogue[this.code][1],
        code: this.code,
        message: this.message,
        ...(param === undefined ? {} : { param }),
        ...(errors ? { errors } : {}),
        ...fields,
        doc_url: `${docsUrl}/errors#${this.code}`,
        request_id: requestId,
      },
    }
  }
}

/** A client that goes through `errors` must find what is wrong there, also where an operation stopped at the first problem. */
function onlyProblem(code: ErrorCode, param: string | undefined, message: string): Problem[] | undefined {
  return param !== undefined && errorCatalogue[code][0] === 400 ? [{ param, code, message }] : undefined
}

/** One ApiError for all the problems of a request: the first one is the headline. */
export function invalidParameters(problems: Problem[]): ApiError {
  const first = problems[0]
  if (!first) throw new Error('invalidParameters needs at least one problem')
  return new ApiError(first.code, { message: first.message, param: first.param, errors: problems })
}
