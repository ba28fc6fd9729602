import { ApiError } from '../../platform/http/errors.ts'
import { StockError } from '../../programme/stock/errors.ts'
import type { OfferRow } from '../../programme/stock/pool.ts'

const LIVE = 1

/** A publishable key is printed in web pages: it buys what it can see. */
export const isPublishable = ({ principal }: { principal: { kind: string } }): boolean => principal.kind === 'pk'

export type Channel = 'online' | 'boxoffice'

/** Who asks: `publicOnly` is a publishable key, to which events that are not public do not exist. */
export type Asker = { channel?: Channel | undefined; publicOnly?: boolean | undefined }

/** Why a price cannot be bought at this moment, apart from the places that are left. */
export function offerRefusal(
  offer: OfferRow | undefined,
  now: Date,
  { channel = 'online', publicOnly = false }: Asker,
): ApiError | null {
  if (!offer || (publicOnly && !offer.public_event))
    return new ApiError('resource_missing', { param: 'price_id', message: 'There is no such price.' })
  const refuse = (message: string) => new StockError('price_unavailable', { param: 'price_id', message })
  if (offer.event_status_id !== LIVE) return refuse('The event is not on sale.')
  if (offer.price_category_status !== 'active' || offer.price_status !== 'active')
    return refuse('The price is not on sale.')
  if (channel === 'online' && !offer.show_online) return refuse('The price is not sold online.')
  if (channel === 'boxoffice' && !offer.show_boxoffice) return refuse('The price is not sold at the box office.')
  if (offer.available_from !== null && offer.available_from > now) return refuse('The sale has not begun.')
  if (offer.sold_until <= now) return refuse('The sale has ended.')
  return null
}
