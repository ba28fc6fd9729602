import type { FunctionComponent } from 'preact'
import { useLocation } from 'preact-iso/router'
import { ButtonLink } from '../kit/button.tsx'
import { useLoad } from '../kit/use-load.ts'
import { codeOf } from './api.ts'
import { routes } from './config.ts'
import { LoadTrouble, Message } from './notice.tsx'
import { Offer } from './offer.tsx'
import { loadOffer, type Offered } from './offered.ts'
import { part } from './part.tsx'
import { usePage, useShop } from './shop.tsx'
import { shopStorage } from './shop-storage.ts'

const Seats: FunctionComponent<{ offered: Offered; onChange(): void }> = part(() =>
  import('./map-pages.tsx').then(({ mapPages }) => mapPages.Seats),
)

/** One event: where seats are numbered the map comes first; else, and for a fan who asks for them, the prices and how many of each. */
export function EventPage({ event_id }: { event_id: string }) {
  const { words } = useShop()
  const { path } = useLocation()
  const offer = useLoad(() => loadOffer(event_id), [event_id])
  const isMap = offer.data !== undefined && path !== routes.prices(event_id) && hasSeatsToChoose(offer.data)
  usePage(offer.data?.event.title, offer.data !== undefined, !isMap)
  if (codeOf(offer.error) === 'resource_missing' || codeOf(offer.error) === 'parameter_invalid')
    return (
      <Message title={shopStorage.preview(event_id) === undefined ? words.eventGone : words.previewOver}>
        <ButtonLink href={routes.whatsOn}>{words.backToEvents}</ButtonLink>
      </Message>
    )
  if (offer.error !== undefined) return <LoadTrouble error={offer.error} onRetry={offer.reload} />
  if (!offer.data) return <p aria-busy="true">{words.loading}</p>
  return isMap ? (
    <Seats key={event_id} offered={offer.data} onChange={offer.reload} />
  ) : (
    <Offer key={event_id} offered={offer.data} onChange={offer.reload} />
  )
}

/** Whether there is anything on the map to choose: an event that is over, sold out or not on sale yet says so by its prices. */
function hasSeatsToChoose({ event, prices, basket }: Offered): boolean {
  if (event.seat_map_id === null || !event.reserved_seating) return false
  if (event.event_status_id !== '1' && event.event_status_id !== '0') return false
  const holdsSome = basket?.event_id === event.event_id && basket.items.length > 0
  return holdsSome || (!event.sold_out && prices.some(({ status }) => status === 'active'))
}
