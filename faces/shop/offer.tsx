import type { Availability, Basket, Price } from '@grandstand/sdk'
import { useEffect, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso/router'
import { Button, ButtonLink } from '../kit/button.tsx'
import { Notice } from '../kit/notice.tsx'
import { serverNow } from './api.ts'
import barStyles from './bar.module.css'
import { Bar, BarSum } from './bar.tsx'
import { routes } from './config.ts'
import { EventHead } from './event-head.tsx'
import styles from './event-page.module.css'
import { useMemberAsk } from './member-ask.tsx'
import { DraftNotice, TroubleNotice } from './notice.tsx'
import type { Offered } from './offered.ts'
import { PriceRow } from './price-row.tsx'
import { byCategory, sumOf, unitsLimit, type Wishes } from './prices.ts'
import { wishesToQuery } from './seat-prices.ts'
import { useShop } from './shop.tsx'
import { shopStorage } from './shop-storage.ts'
import { troubleOf } from './trouble.ts'
import { useHold } from './use-hold.tsx'

/** What the basket holds of the event already, to be changed here; else what was chosen before a reload, or before a look at the map. */
function firstWishes({ event, prices, places, basket }: Offered): Wishes {
  if (basket?.event_id === event.event_id && basket.items.length > 0) return wishesOf(basket, event.event_id)
  const { wishes } = shopStorage.choice(event.event_id)
  return Object.fromEntries(
    prices.map((offer) => [
      offer.price_id,
      Math.min(
        wishes[offer.price_id] ?? 0,
        unitsLimit(offer, prices, { places, wishes, perCustomer: event.max_per_customer }).most,
      ),
    ]),
  )
}

const wishesOf = (basket: Basket | undefined, eventId: string): Wishes =>
  basket?.event_id === eventId
    ? Object.fromEntries(basket.items.map(({ price_id, quantity }) => [price_id, quantity]))
    : {}

/** Whether the page had shown that there are as many as are wished: only then was another buyer faster. */
const wereThere = ({ prices, places }: Offered, wishes: Wishes): boolean =>
  places.every(({ price_category_id, places_left }) => {
    const offers = prices.filter((offer) => offer.price_category_id === price_category_id)
    const wished = offers.reduce((sum, offer) => sum + (wishes[offer.price_id] ?? 0) * offer.tickets_included, 0)
    return wished === 0 || (places_left !== null && places_left >= wished)
  })

/** What a timer can wait for. */
const TIMER_MS_MAX = 2 ** 31 - 2000

/** What it costs with everything in it, and how many. Holding them is one press. */
export function Offer({ offered, onChange }: { offered: Offered; onChange(): void }) {
  const { event, prices, places, basket } = offered
  const { storefront, words } = useShop()
  const { route } = useLocation()
  const [wishes, setWishes] = useState<Wishes>(() => firstWishes(offered))
  const { hold, isHolding, error, question } = useHold(event)
  const sum = sumOf(prices, wishes, storefront)
  const isDraft = event.event_status_id === '0'
  const isCancelled = event.event_status_id === '3'
  const isOver = (event.event_status_id !== '1' && !isDraft) || (event.sold_out && sum.tickets === 0)
  const isOnSale = prices.some(({ status }) => status === 'active')
  const hasOrderFee = storefront.transaction_fee_fixed > 0 || storefront.transaction_fee_percentage > 0
  const code = shopStorage.code()
  // A fan who waits for the sale to begin does not have to press anything.
  const nextSale = Math.min(
    ...prices.map(({ status, available_from_unix: from }) => (status === 'scheduled' && from) || Infinity),
  )
  useEffect(() => {
    const waitMs = nextSale * 1000 - serverNow()
    if (waitMs > TIMER_MS_MAX) return
    const timer = setTimeout(onChange, Math.max(waitMs, 0) + 1000)
    return () => clearTimeout(timer)
  }, [nextSale])
  const members = useMemberAsk(event)
  const wish = (offer: Price, units: number) => {
    const next = { ...wishes, [offer.price_id]: units }
    setWishes(next)
    shopStorage.setChoice(event.event_id, { wishes: next })
    if (units > 0 && offer.membership_type_id !== null) members.ask()
  }
  // What is left is not what was shown, if it did not work.
  const onHold = async () => (await hold(wishes)) || onChange()
  const onChooseSeats = () => route(`${routes.seats(event.event_id)}?${wishesToQuery(wishes)}`)

  return (
    <>
      <EventHead event={event} />
      <DraftNotice event={event} />
      {isOver && (
        <Notice tone="sky" title={isCancelled ? words.cancelled : words.soldOut}>
          {(isCancelled || event.sold_out) && <p>{isCancelled ? words.cancelledHint : words.soldOutHint}</p>}
          <ButtonLink href={routes.whatsOn}>{words.backToEvents}</ButtonLink>
        </Notice>
      )}
      {error !== undefined && (
        <TroubleNotice trouble={troubleOf(error, words, { wereThere: wereThere(offered, wishes) })} />
      )}
      {code && <Notice tone="good" title={words.codeApplied(code)} />}
      {!isCancelled && (
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
                    limit={unitsLimit(offer, prices, { places, wishes, perCustomer: event.max_per_customer })}
                    held={wishesOf(basket, event.event_id)[offer.price_id] ?? 0}
                    onChange={(units) => wish(offer, units)}
                  />
                ))}
              </ul>
            </div>
          ))}
          <p class={styles.allIn}>
            {prices.some(({ tax }) => tax > 0) ? words.taxOnTop : hasOrderFee ? words.allButOrder : words.allIn}
          </p>
        </section>
      )}
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
      {members.question}
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
