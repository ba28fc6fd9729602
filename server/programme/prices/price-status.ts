export type PriceStatus = (typeof priceStatuses)[number]

export const priceStatuses = ['active', 'scheduled', 'sold_out', 'ended', 'inactive'] as const

/** What decides whether a price can be bought. */
export type PriceAvailability = {
  /** The price and its category are both switched on. */
  switchedOn: boolean
  availableFrom: Date | null
  /** The end of the window, or of the event, whichever comes first. */
  soldUntil: Date
  placesLeft: number
  ticketsIncluded: number
}

/**
 * What stands in the way of a sale, the most lasting reason first: a price that is over has ended, whether or not places
 * are left, and one that has not begun is scheduled. The window includes its first instant and excludes its last.
 */
export function priceStatusOf(availability: PriceAvailability, now: Date): PriceStatus {
  const { switchedOn, availableFrom, soldUntil, placesLeft, ticketsIncluded } = availability
  if (!switchedOn) return 'inactive'
  if (soldUntil <= now) return 'ended'
  if (availableFrom && availableFrom > now) return 'scheduled'
  if (placesLeft < ticketsIncluded) return 'sold_out'
  return 'active'
}
