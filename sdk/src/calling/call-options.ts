export type CallOptions = {
  signal?: AbortSignal
  /** The time limit of a single attempt. */
  timeoutMs?: number
  attemptsMax?: number
  /** Give one of your own to repeat a change across restarts of your program; otherwise each call has its own. */
  idempotencyKey?: string
  /** The ID token of the fan who is signed in. */
  ssoToken?: string
  /** `order_secret` of a checkout: opens the buyer’s own order. */
  orderSecret?: string
  /** What stands behind the # of the link to a debt. */
  debtSecret?: string
  /** `card_secret` of a member: opens their card. */
  cardSecret?: string
  /** `preview_token` of an event: shows its draft to a page. */
  eventPreview?: string
  headers?: Record<string, string>
}
