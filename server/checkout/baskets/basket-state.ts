import { ApiError } from '../../platform/http/errors.ts'
import { Text } from '../../platform/http/schema.ts'
import { type RandomBytes, systemRandom } from '../../platform/values/random.ts'
import { SaleError } from '../errors.ts'
import type { BasketRow } from './find-baskets.ts'

/** What a basket is called, how long it lives, and whether it can be changed now. */

/** 128 random bits: with a publishable key the id is all that protects a basket. The database keeps them as a uuid. */
export const BasketId = Text(36, { pattern: '^bsk_[0-9a-f]{32}$', description: 'bsk_ and 128 random bits' })

export const newBasketUuid = (random: RandomBytes = systemRandom): string => dashed(random(16).toString('hex'))

/** bsk_0011… is 0011…-… in the database. */
export const uuidOfBasket = (basketId: string): string => dashed(basketId.slice('bsk_'.length))

export const basketIdOf = (uuid: string): string => `bsk_${uuid.replaceAll('-', '')}`

const dashed = (hex: string) =>
  `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`

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

type Outline = Pick<BasketRow, 'basket_status' | 'expires_at' | 'order_id' | 'order_status'>

/** Why a basket cannot be changed now. */
export function basketRefusal(basket: { row: Outline } | undefined, now: Date): ApiError | null {
  if (!basket) return new ApiError('resource_missing')
  const { row } = basket
  switch (statusAt(row.basket_status, row.expires_at, now)) {
    case 'open':
      return null
    case 'expired':
      return new SaleError('basket_expired')
    case 'abandoned':
      return new SaleError('basket_expired', { message: 'The basket was given up, and its places are free again.' })
    default:
      return new SaleError(
        'basket_already_checked_out',
        row.order_id === null ? {} : { order_id: row.order_id, order_status: row.order_status },
      )
  }
}
