import { ApiError } from '../../platform/http/errors.ts'
import { SaleError } from '../errors.ts'
import { statusAt } from './basket-life.ts'
import type { BasketRow } from './find-baskets.ts'

type Told = Pick<BasketRow, 'basket_status' | 'expires_at' | 'order_id' | 'order_status'>

/** Why a basket cannot be changed now. */
export function basketRefusal(basket: { row: Told } | undefined, now: Date): ApiError | null {
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
