/** How long a basket keeps its places: from the last change, and from its opening at most. */
export const HOLD_MS = 15 * 60_000
export const BASKET_MS_MAX = 60 * 60_000

export const basketStatuses = ['open', 'paying', 'checked_out', 'expired', 'abandoned'] as const
export type BasketStatus = (typeof basketStatuses)[number]

export const expiryAfterChange = (createdAt: Date, now: Date): Date =>
  new Date(Math.min(now.getTime() + HOLD_MS, createdAt.getTime() + BASKET_MS_MAX))

/** An open basket whose time is up has expired at that moment, whether or not the sweeper has been there. */
export const statusAt = (stored: BasketStatus, expiresAt: Date, now: Date): BasketStatus =>
  stored === 'open' && expiresAt <= now ? 'expired' : stored
