import type { Availability, Basket, Price, TicketedEvent } from '@grandstand/sdk'
import { useEffect, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { Button, ButtonLink } from '../kit/button.tsx'
import { Notice } from '../kit/notice.tsx'
import { useLoad } from '../kit/use-load.ts'
import { api, codeOf, serverNow } from './api.ts'
import barStyles from './bar.module.css'
import { Bar, BarSum } from './bar.tsx'
import { routes } from './config.ts'
import styles from './event-page.module.css'
import { openBasket } from './hold.ts'
import { DraftNotice, LoadTrouble, Message, TroubleNotice } from './notice.tsx'
import { PriceRow } from './price-row.tsx'
import { byCategory, sumOf, unitsMax, type Wishes } from './prices.ts'
import { wishesToQuery } from './seats.ts'
import { usePage, useShop } from './shop.tsx'
import { shopStorage } from './shop-storage.ts'
import { troubleOf } from './trouble.ts'
import { useHold } from './use-hold.tsx'

type Offered = { event: TicketedEvent; prices: Price[]; places: Availability[]; basket: Basket | undefined }

async function loadOffer(eventId: string): Promise<Offered> {
  const [event, prices, places, basket] = await Promise.all([
    api.events.retrieve(eventId),
    api.prices.list(eventId).all(),
    api.prices.listAvailability(eventId).all(),
    openBasket(),
  ])
  return { event, prices, places, basket }
}

/** One event: what it costs with everything in it, and how many. Holding them is one press. */
export function EventPage({ event_id }: { event_id: string }) {
  const { words } = useShop()
  const offer = useLoad(() => loadOffer(event_id), [event_id])
  usePage(offer.data?.event.title)
  if (codeOf(offer.error) === 'resource_missing' || codeOf(offer.error) === 'parameter_invalid')
    return (
      <Message title={shopStorage.preview(event_id) === undefined ? words.eventGone : words.previewOver}>
        <ButtonLink href={routes.whatsOn}>{words.backToEvents}</ButtonLink>
      </Message>
    )
  if (offer.error !== undefined) return <LoadTrouble error={offer.error} onRetry={offer.reload} />
  if (!offer.data) return <p aria-busy="true">{words.loading}</p>
  return <Offer key={event_id} offered={offer.data} onChange={offer.reload} />
}

/** What the basket holds of the event already, to be changed here; else what was chosen before a reload, or before a look at the map. */
function firstWishes({ event, prices, places, basket }: Offered): Wishes {
  if (basket?.event_id === event.event_id && basket.items.length > 0) return wishesOf(basket, event.event_id)
  const { wishes } = shopStorage.choice(event.event_id)
  return Object.fromEntries(
    prices.map((offer) => [
      offer.price_id,
      Math.min(wishes[offer.price_id] ?? 0, unitsMax(offer, prices, places, wishes)),
    ]),
  )
}

const wishesOf = (basket: Basket | undefined, eventId: string): Wishes =>
  basket?.event_id === eventId
    ? Object.fromEntries(basket.items.map(({ price_id, quantity }) => [price_id, quantity]))
    : {}

/** What a timer can wait for. */
const TIMER_MS_MAX = 2 ** 31 - 2000

function Offer({ offered, onChange }: { offered: Offered; onChange(): void }) {
  const { event, prices, places, basket } = offered
  const { storefront, words, date } = useShop()
  const { route } = useLocation()
  const [wishes, setWishes] = useState<Wishes>(() => firstWishes(offered))
  const { hold, isHolding, error, question } = useHold(event)
  const sum = sumOf(prices, wishes, storefront)
  const isDraft = event.event_status_id === '0'
  const isOver = (event.event_status_id !== '1' && !isDraft) || (event.sold_out && sum.tickets === 0)
  const isOnSale = prices.some(({ status }) => status === 'active')
  const hasOrderFee = storefront.transaction_fee_fixed > 0 || storefront.transaction_fee_percentage > 0
  const code = shopStorage.code()
  // Whoever waits for the sale to begin does not have to press anything.
  const nextSale = Math.min(
    ...prices.map(({ status, available_from_unix: from }) => (status === 'scheduled' && from) || Infinity),
  )
  useEffect(() => {
    const waitMs = nextSale * 1000 - serverNow()
    if (waitMs > TIMER_MS_MAX) return
    const timer = setTimeout(onChange, Math.max(waitMs, 0) + 1000)
    return () => clearTimeout(timer)
  }, [nextSale])
  const wish = (priceId: number, units: number) => {
    const next = { ...wishes, [priceId]: units }
    setWishes(next)
    shopStorage.setChoice(event.event_id, { wishes: next })
  }
  // What is left is not what was shown, if it did not work.
  const onHold = async () => (await hold(wishes)) || onChange()
  const onChooseSeats = () => route(`${routes.seats(event.event_id)}?${wishesToQuery(wishes)}`)

  return (
    <>
      <header class={styles.head}>
        <p>
          <a href={routes.whatsOn}>{words.backToEvents}</a>
        </p>
        <h1 tabIndex={-1}>{event.title}</h1>
        <p class={styles.when}>
          {[
            date(event.event_start_unix, event.timezone, 'full'),
            event.online_event ? words.online : event.venue_name,
            event.doors_open_unix !== null && words.doors(date(event.doors_open_unix, event.timezone, 'time')),
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
        {event.description && <p class={styles.description}>{event.description}</p>}
      </header>
      <DraftNotice event={event} />
      {isOver && (
        <Notice tone="sky" title={event.event_status_id === '3' ? words.cancelled : words.soldOut}>
          {event.sold_out && <p>{words.soldOutHint}</p>}
          <ButtonLink href={routes.whatsOn}>{words.backToEvents}</ButtonLink>
        </Notice>
      )}
      {error !== undefined && <TroubleNotice trouble={troubleOf(error, words)} />}
      {code && <Notice tone="good" title={words.codeApplied(code)} />}
      <section class={styles.prices} aria-label={words.chooseNumber}>
        {byCategory(prices).map((category) => (
          <div key={category.id} class={styles.category}>
            <h2>
              {category.title} <PlacesLeft places={places.find((each) => each.price_category_id === category.id)} />
            </h2>
            <ul>
              {category.offers.map((offer) => (
                <PriceRow
                  key={offer.price_id}
                  offer={offer}
                  zone={event.timezone}
                  units={wishes[offer.price_id] ?? 0}
                  max={Math.max(
                    unitsMax(offer, prices, places, wishes),
                    wishesOf(basket, event.event_id)[offer.price_id] ?? 0,
                  )}
                  onChange={(units) => wish(offer.price_id, units)}
                />
              ))}
            </ul>
          </div>
        ))}
        <p class={styles.allIn}>{hasOrderFee ? words.allButOrder : words.allIn}</p>
      </section>
      {!isOver && (
        <Bar>
          <BarSum sum={sum} currency={event.currency} empty={isOnSale ? words.chooseFirst : words.nothingOnSale} />
          <div class={barStyles.actions}>
            {event.seat_map_id !== null && event.reserved_seating && (
              <Button disabled={sum.tickets === 0} onClick={onChooseSeats}>
                {words.chooseSeats}
              </Button>
            )}
            <Button
              look="strong"
              busy={isHolding}
              disabled={sum.tickets === 0}
              why={isDraft ? words.preview : undefined}
              onClick={onHold}
            >
              {isHolding ? words.holding : event.reserved_seating ? words.holdBest : words.hold}
            </Button>
          </div>
        </Bar>
      )}
      {question}
    </>
  )
}

/** Where there are few. Where there are none each price says so. */
function PlacesLeft({ places }: { places: Availability | undefined }) {
  const { words } = useShop()
  if (places?.availability !== 'few') return null
  return (
    <span class={styles.left}>
      {places.places_left === null ? words.fewLeft : words.placesLeft(places.places_left)}
    </span>
  )
}
