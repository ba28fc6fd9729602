import type { Availability, Basket, Price, TicketedEvent } from '@grandstand/sdk'
import { api } from './api.ts'
import { openBasket } from './hold.ts'

/** What is known of an event once its page is drawn. */
export type Offered = { event: TicketedEvent; prices: Price[]; places: Availability[]; basket: Basket | undefined }

/** Where tax comes on top, a price is shown without it, and without that of its fee. */
const asShown = (offer: Price): Price => (offer.tax > 0 ? { ...offer, total: offer.price + offer.service_fee } : offer)

export async function loadOffer(eventId: string): Promise<Offered> {
  const [event, prices, places, basket] = await Promise.all([
    api.events.retrieve(eventId),
    api.prices.list(eventId).all(),
    api.prices.listAvailability(eventId).all(),
    openBasket(),
  ])
  return { event, prices: prices.map(asShown), places, basket }
}
