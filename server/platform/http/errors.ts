/** Codes with what they mean: the status, the type, and a text that is public, so never with SQL, a stack or a foreign id in it. */
export type ErrorCatalogue = Readonly<Record<string, readonly [status: number, type: string, message: string]>>

/**
 * What any operation can refuse. What only some can is in a catalogue of their own area, `errors.ts`; each code has a section
 * in docs/errors.md, and a test holds the two together.
 */
export const platformErrors = {
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
  resource_missing: [404, 'invalid_request_error', 'There is no such object.'],
  route_unknown: [404, 'invalid_request_error', 'There is no operation at this address.'],
  method_not_allowed: [405, 'invalid_request_error', 'This address does not answer to this method.'],
  request_timeout: [408, 'invalid_request_error', 'The request did not arrive in time.'],
  state_conflict: [409, 'conflict_error', 'The object is not in a state that allows this.'],
  idempotency_key_in_use: [409, 'idempotency_error', 'A request with this Idempotency-Key is still running.'],
  body_too_large: [413, 'invalid_request_error', 'The request body is too large.'],
  url_too_long: [414, 'invalid_request_error', 'The address is longer than 8 KiB.'],
  content_type_unsupported: [
    415,
    'invalid_request_error',
    'Send the body as application/json or application/x-www-form-urlencoded.',
  ],
  organisation_moved: [421, 'invalid_request_error', 'The organisation is at another address, which cell_url names.'],
  file_too_complex: [
    422,
    'invalid_request_error',
    'Reading this file takes more time or memory than any ordinary file. Export it anew, or send it in parts.',
  ],
  idempotency_key_reused: [422, 'idempotency_error', 'This Idempotency-Key was used for a different request.'],
  headers_too_large: [431, 'invalid_request_error', 'The request headers are too large.'],
  internal_error: [500, 'api_error', 'Something failed on our side. Quote the request id when you report it.'],
  organisation_moving: [503, 'api_error', 'The organisation is on its way to another cell. Try again in a second.'],
  service_unavailable: [503, 'api_error', 'The service cannot answer right now. Try again shortly.'],
} as const satisfies ErrorCatalogue

export type PlatformErrorCode = keyof typeof platformErrors

export type Problem = { param: string; code: PlatformErrorCode; message: string }

export type ErrorDetails = {
  message?: string
  param?: string
  errors?: Problem[]
  headers?: Record<string, string>
  /** For the log only: what was thrown, or in a few words of ours which check failed. */
  cause?: unknown
  /** Anything else becomes a public field of the error object: `{ available: 3 }`. */
  [field: string]: unknown
}

export class ApiError extends Error {
  readonly code: string
  readonly status: number
  readonly headers: Record<string, string>
  readonly #type: string
  readonly #details: { param?: string; errors?: Problem[]; fields: Record<string, unknown> }

  constructor(code: PlatformErrorCode, details?: ErrorDetails)
  constructor(code: string, details: ErrorDetails, catalogue: ErrorCatalogue)
  constructor(code: string, details: ErrorDetails = {}, catalogue: ErrorCatalogue = platformErrors) {
    const { message, param, errors, headers, cause, ...fields } = details
    const kind = catalogue[code]
    if (!kind) throw new Error(`no catalogue has the error ${code}`)
    const [status, type, text] = kind
    super(message ?? text, { cause })
    this.code = code
    this.status = status
    this.headers = headers ?? {}
    this.#type = type
    const problems = errors ?? onlyProblem(status, code, param, this.message)
    this.#details = { ...(param === undefined ? {} : { param }), ...(problems ? { errors: problems } : {}), fields }
  }

  /** The field of the request that it is about. */
  get param(): string | undefined {
    return this.#details.param
  }

  /** A field of the error object beyond those that every refusal has. */
  field(name: string): unknown {
    return this.#details.fields[name]
  }

  /** The same refusal, saying more. */
  with(fields: Record<string, unknown>): ApiError {
    const { param, errors, fields: ownFields } = this.#details
    const details = { message: this.message, headers: this.headers, cause: this.cause, ...ownFields, ...fields }
    const about = { ...(param === undefined ? {} : { param }), ...(errors ? { errors } : {}) }
    return new ApiError(this.code, { ...details, ...about }, { [this.code]: [this.status, this.#type, this.message] })
  }

  /** A refusal that was stored comes back as the same refusal, under the request id of the one who asks again. */
  static fromBody(status: number, body: unknown): ApiError {
    const { type, code, doc_url: _url, request_id: _id, ...details } = (body as ReturnType<ApiError['toBody']>).error
    return new ApiError(code, details, { [code]: [status, type, details.message] })
  }

  /** The body as the contract words it. */
  toBody(docsUrl: string, requestId: string) {
    const { param, errors, fields } = this.#details
    return {
      error: {
        type: this.#type,
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
function onlyProblem(status: number, code: string, param: string | undefined, message: string): Problem[] | undefined {
  return param !== undefined && status === 400 ? [{ param, code: code as PlatformErrorCode, message }] : undefined
}

/** One ApiError for all the problems of a request: the first one is the headline. */
export function invalidParameters(problems: Problem[]): ApiError {
  const first = problems[0]
  if (!first) throw new Error('invalidParameters needs at least one problem')
  return new ApiError(first.code, { message: first.message, param: first.param, errors: problems })
}

/** `meant`: the address that was probably meant, where there is one. */
export const unknownRoute = (meant: string | undefined): ApiError =>
  new ApiError(
    'route_unknown',
    meant === undefined ? {} : { message: `There is no operation at this address. Did you mean ${meant}?` },
  )
