import type { Availability, Basket, Price, TicketedEvent } from '@grandstand/sdk'
import { api } from './api.ts'
import { openBasket } from './hold.ts'

/** What is known of an event once its page is drawn. */
export type Offered = { event: TicketedEvent; prices: Price[]; places: Availability[]; basket: Basket | undefined }

export async function loadOffer(eventId: string): Promise<Offered> {
  const [event, prices, places, basket] = await Promise.all([
    api.events.retrieve(eventId),
    api.prices.list(eventId).all(),
    api.prices.listAvailability(eventId).all(),
    openBasket(),
  ])
  return { event, prices, places, basket }
}
