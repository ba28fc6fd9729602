import type { ManagedPrice, Organisation, PriceCategory, TicketedEvent } from '@grandstand/sdk'
import type english from '../words/en/offers.json'

export type MissingPart = keyof typeof english.missing

/** What would keep fans from finding or buying it, the most serious first. Nothing of it is in the way of publishing. */
export function missingOf({
  event,
  pools,
  prices,
  organisation,
  now,
}: {
  event: Pick<
    TicketedEvent,
    | 'event_start_unix'
    | 'event_end_unix'
    | 'public_event'
    | 'banner_image'
    | 'images'
    | 'description'
    | 'reserved_seating'
  >
  pools: Pick<PriceCategory, 'capacity' | 'seat_section_ids'>[]
  prices: Pick<ManagedPrice, 'show_online' | 'price_status' | 'total'>[]
  organisation: Pick<Organisation, 'mode' | 'payment_account_id'>
  /** Unix seconds. */
  now: number
}): MissingPart[] {
  const offered = prices.filter(({ show_online, price_status }) => show_online && price_status === 'active')
  const isPaid = offered.some(({ total }) => total > 0)
  const checks: [MissingPart, boolean][] = [
    ['isOver', (event.event_end_unix ?? event.event_start_unix) <= now],
    ['noPrices', offered.length === 0],
    ['noSections', event.reserved_seating && pools.every(({ seat_section_ids }) => seat_section_ids.length === 0)],
    ['noPlaces', pools.some(({ capacity }) => capacity === 0)],
    ['noPayments', isPaid && organisation.mode === 'live' && organisation.payment_account_id === null],
    ['notPublic', !event.public_event],
    ['noPicture', event.banner_image === null && event.images.length === 0],
    ['noDescription', event.description === null],
  ]
  return checks.flatMap(([part, isMissing]) => (isMissing ? [part] : []))
}
