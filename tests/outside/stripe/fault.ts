/** A refusal in Stripe's form. */
export class StripeFault extends Error {
  readonly status: number
  readonly code: string | undefined
  readonly param: string | undefined
  readonly type: string
  readonly more: Record<string, unknown>

  constructor(
    status: number,
    code: string | undefined,
    message: string,
    param?: string,
    type = 'invalid_request_error',
    more: Record<string, unknown> = {},
  ) {
    super(message)
    this.status = status
    this.code = code
    this.param = param
    this.type = type
    this.more = more
  }

  toBody() {
    const { type, code, message, param, more } = this
    return { error: { type, message, ...(code ? { code } : {}), ...(param ? { param } : {}), ...more } }
  }
}

export const missing = (what: string, id: string, param = 'intent') =>
  new StripeFault(404, 'resource_missing', `No such ${what}: '${id}'`, param)
