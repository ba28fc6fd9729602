import type { Basket, Price, TicketedEvent } from '@grandstand/sdk'
import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { Button } from '../kit/button.tsx'
import { Notice } from '../kit/notice.tsx'
import { SeatMap } from '../kit/seat-map/seat-map.tsx'
import { useEventSeats } from '../kit/seat-map/use-event-seats.ts'
import { useLoad } from '../kit/use-load.ts'
import { api } from './api.ts'
import barStyles from './bar.module.css'
import { Bar, BarSum } from './bar.tsx'
import { routes } from './config.ts'
import styles from './event-page.module.css'
import { openBasket } from './hold.ts'
import { DraftNotice, LoadTrouble, TroubleNotice } from './notice.tsx'
import { byCategory, sumOf } from './prices.ts'
import { categoryOfSeat, pricesOfSeats, wishesOfQuery } from './seats.ts'
import { usePage, useShop } from './shop.tsx'
import { shopStorage } from './shop-storage.ts'
import { troubleOf } from './trouble.ts'
import { useHold } from './use-hold.tsx'

type Offered = { event: TicketedEvent; prices: Price[]; basket: Basket | undefined }

async function loadOffer(eventId: string): Promise<Offered> {
  const [event, prices, basket] = await Promise.all([
    api.events.retrieve(eventId),
    api.prices.list(eventId).all(),
    openBasket(),
  ])
  return { event, prices, basket }
}

/** Seats one by one, on the map or in the list. How many was said before, and how many of each kind. */
export function SeatsPage({ event_id }: { event_id: string }) {
  const { words } = useShop()
  const { data, error, reload } = useLoad(() => loadOffer(event_id), [event_id])
  usePage(data && `${words.chooseSeats}: ${data.event.title}`)
  if (error !== undefined) return <LoadTrouble error={error} onRetry={reload} />
  return data ? <Chooser {...data} /> : <p aria-busy="true">{words.loading}</p>
}

function Chooser({ event, prices, basket }: Offered) {
  const { storefront, words, language, price } = useShop()
  const { path, query, route } = useLocation()
  const { seats, error } = useEventSeats(api.events, event.event_id)
  const mine =
    basket?.event_id === event.event_id
      ? basket.items.flatMap((item) => item.seats.map(({ seat_id }) => seat_id))
      : undefined
  const [chosenIds, setChosen] = useState<number[]>(mine ?? shopStorage.choice(event.event_id).seats)
  const [single, setSingle] = useState<string>()
  const [isRefused, setRefused] = useState(false)
  const { hold, isHolding, error: trouble, question } = useHold(event)
  const wished = wishesOfQuery(query)
  const wanted = Math.max(1, sumOf(prices, wished, storefront).tickets)
  if (error !== undefined) return <LoadTrouble error={error} onRetry={() => location.reload()} />
  if (!seats) return <p aria-busy="true">{words.loading}</p>

  const placed = chosenIds.map((id) => ({ id, categoryId: categoryOfSeat(seats.drawing, id) }))
  const { wishes, chosen } = pricesOfSeats(placed, prices, wished)
  const onChoose = (seatIds: number[], left: string | undefined) => {
    setChosen(seatIds)
    setSingle(left)
    setRefused(false)
    shopStorage.setChoice(event.event_id, { seats: seatIds })
  }
  const onHold = () => (single === undefined ? void hold(wishes, chosen) : setRefused(true))
  /** A stand is a page of its own, so that Back leads to all of them. */
  const onStand = (title: string | undefined) => {
    const { stand: _, ...rest } = query
    route(`${path}?${new URLSearchParams(title === undefined ? rest : { ...rest, stand: title })}`, title === undefined)
  }
  return (
    <>
      <header class={styles.head}>
        <p>
          <a href={routes.event(event.event_id)}>{words.back}</a>
        </p>
        <h1 tabIndex={-1}>{words.chooseSeats}</h1>
        <h2 class={styles.when}>{event.title}</h2>
      </header>
      <DraftNotice event={event} />
      {isRefused && single !== undefined && <Notice title={single} />}
      {trouble !== undefined && <TroubleNotice trouble={troubleOf(trouble, words)} />}
      <SeatMap
        drawing={seats.drawing}
        states={seats.states.bytes}
        prices={byCategory(prices.filter(({ status }) => status === 'active')).map(({ id, title, offers }) => ({
          categoryId: id,
          title,
          total: (offers.find((offer) => (wished[offer.price_id] ?? 0) > 0) ?? offers[0])?.total ?? 0,
        }))}
        money={(amount) => price(amount, event.currency)}
        language={language}
        wanted={wanted}
        wished={prices
          .filter(({ price_id }) => (wished[price_id] ?? 0) > 0)
          .map(({ price_category_id }) => price_category_id)}
        chosen={chosenIds}
        mine={mine ?? []}
        onChoose={onChoose}
        stand={query.stand}
        onStand={onStand}
      />
      <Bar>
        <BarSum
          sum={sumOf(prices, wishes, storefront)}
          currency={event.currency}
          empty={words.chooseOnMap(words.seats(wanted))}
        />
        <div class={barStyles.actions}>
          <Button
            look="strong"
            busy={isHolding}
            disabled={chosenIds.length === 0}
            why={event.event_status_id === '0' ? words.preview : undefined}
            onClick={onHold}
          >
            {isHolding ? words.holding : words.hold}
          </Button>
        </div>
      </Bar>
      {question}
    </>
  )
}
