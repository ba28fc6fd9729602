import type { ApiErrorDetails } from './generated/models.ts'

/** Codes of this SDK's own: no answer came, or one that is not Grandstand's but of a proxy in between. */
type ConnectionCode = 'connection_failed' | 'timed_out' | 'unknown_answer'

export type ErrorCode = ApiErrorDetails['code'] | ConnectionCode

/** What the codes that say more than their name say more. */
type Details = {
  sold_out: { available: number }
  max_per_order: { max_per_order: number }
  seat_taken: { seat_ids: number[] }
  /** The order that the basket has become; its secret opens it: `storefront.retrieveOwnOrder({ orderSecret })`. */
  basket_already_checked_out: {
    order_id: number | undefined
    order_status: string | undefined
    order_secret: string | undefined
  }
  card_declined: { decline_code: string | undefined; order_id: number }
}

type DetailsOf<C extends ErrorCode> = C extends keyof Details ? Details[C] : unknown

/** A request that was refused, or got no answer. `code` is for programs, `message` for a developer. */
export class GrandstandError extends Error {
  override readonly name = 'GrandstandError'
  readonly code: ErrorCode
  readonly type: ApiErrorDetails['type'] | 'connection_error'
  /** The HTTP status; undefined where no answer came. */
  readonly status: number | undefined
  /** Send it along when you ask for help. */
  readonly requestId: string | undefined
  /** The parameter that it is about. */
  readonly param: string | undefined
  /** Every problem of the request, where there may be several. */
  readonly errors: ApiErrorDetails['errors']
  /** `sold_out`: how many can be had at this moment. */
  readonly available: number | undefined
  /** Seconds after which to try again. */
  readonly retryAfter: number | undefined
  /** All that the answer said. */
  readonly details: Partial<ApiErrorDetails> & Record<string, unknown>

  constructor(
    details: Partial<ApiErrorDetails> & { code: ErrorCode; message: string },
    { status, retryAfter, cause }: { status?: number; retryAfter?: number | undefined; cause?: unknown } = {},
  ) {
    super(details.message, { cause })
    this.details = details
    this.code = details.code
    this.type = details.type ?? 'connection_error'
    this.status = status
    this.requestId = details.request_id
    this.param = details.param
    this.errors = details.errors
    this.available = details.available
    this.retryAfter = retryAfter
  }

  /** `if (error.is('sold_out')) error.details.available` */
  is<C extends ErrorCode>(code: C): this is GrandstandError & { code: C; details: DetailsOf<C> } {
    return this.code === code
  }
}
