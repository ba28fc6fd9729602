import { ApiError } from '../../platform/http/errors.ts'

export const ITEMS_MAX = 100
/** What a hundred items of a hundred units come to; group prices reach it sooner. All of it is signed and sold in one go. */
export const TICKETS_MAX = 10_000

/** Why a basket cannot hold so many tickets, beside those of its other items. */
export function boundRefusal(others: { places: number }[], places: number): ApiError | null {
  const refuse = (message: string) => new ApiError('state_conflict', { message })
  if (others.length >= ITEMS_MAX) return refuse(`A basket holds ${ITEMS_MAX} items at most.`)
  const tickets = others.reduce((sum, item) => sum + item.places, places)
  return tickets > TICKETS_MAX ? refuse(`A basket holds ${TICKETS_MAX} tickets at most.`) : null
}
