import type { Basket } from '@grandstand/sdk'
import { useEffect, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso/router'
import { announce } from '../kit/announcer.tsx'
import { Notice } from '../kit/notice.tsx'
import { type Picks, SeatMap } from '../kit/seat-map/seat-map.tsx'
import { useEventSeats } from '../kit/seat-map/use-event-seats.ts'
import { useLoad } from '../kit/use-load.ts'
import { api } from './api.ts'
import { routes } from './config.ts'
import { EventHead } from './event-head.tsx'
import styles from './event-page.module.css'
import { MapTools, TOGETHER_MAX } from './map-tools.tsx'
import { useMemberAsk } from './member-ask.tsx'
import { DraftNotice, LoadTrouble, TroubleNotice } from './notice.tsx'
import type { Offered } from './offered.ts'
import { PickedSeats } from './picked-seats.tsx'
import { byCategory, sumOf } from './prices.ts'
import { categoryOfSeat, openKind, pricesOfSeats, type SeatKinds, wishesOfQuery } from './seat-prices.ts'
import { seatWordsOf } from './seat-words.ts'
import { reveal, useShop } from './shop.tsx'
import { shopStorage } from './shop-storage.ts'
import { troubleOf } from './trouble.ts'
import { useHold } from './use-hold.tsx'

/** A fan who has said nothing comes with a companion. */
const TOGETHER = 2

/** Seats one by one, on the map or in the list: what they cost, and how many of each price, follows from what is picked. */
export function Seats({ offered, onChange }: { offered: Offered; onChange(): void }) {
  const { event, prices, basket } = offered
  const { storefront, words, language, price } = useShop()
  const { path, query, route } = useLocation()
  const { data: seatWords, isLoading } = useLoad(() => seatWordsOf(language), [language])
  const { seats, error } = useEventSeats(api.events, event.event_id)
  const held = basket?.event_id === event.event_id ? heldSeats(basket) : undefined
  const stored = shopStorage.choice(event.event_id)
  const [chosenIds, setChosen] = useState<number[]>(held?.ids ?? stored.seats)
  const [kinds, setKinds] = useState<SeatKinds>(held?.kinds ?? stored.kinds ?? {})
  const [single, setSingle] = useState<string>()
  const [isRefused, setRefused] = useState(false)
  const [change, setChange] = useState<string>()
  const { hold, isHolding, heldSeatIds, error: trouble, question } = useHold(event)
  const members = useMemberAsk(event)
  const isStand = query.stand !== undefined
  useFilledScreen(isStand)
  useEffect(() => {
    if (seats) reveal()
  }, [!seats])
  const wished = wishesOfQuery(query)
  const wanted = sumOf(prices, wished, storefront).tickets || numberOf(query.seats) || held?.ids.length || TOGETHER
  if (error !== undefined) return <LoadTrouble error={error} onRetry={() => location.reload()} />
  if (!seats || (isLoading && !seatWords)) return <p aria-busy="true">{words.loading}</p>

  const inCategories = (ids: number[]) => ids.map((id) => ({ id, categoryId: categoryOfSeat(seats.drawing, id) }))
  const picked = pricesOfSeats(inCategories(chosenIds), prices, wished, kinds)
  const mapPrices = byCategory(prices.filter(({ status }) => status === 'active')).map(({ id, title, offers }) => {
    const offer = offers.find(({ price_id }) => (wished[price_id] ?? 0) > 0) ?? openKind(offers, id) ?? offers[0]
    return { categoryId: id, title, total: offer?.total ?? 0 }
  })
  /** What a seat costs at each of these places, from the dearest on. */
  const costsOf = (ids: number[]) => {
    const { wishes } = pricesOfSeats(inCategories(ids), prices, wished, kinds)
    const totals = prices.filter(({ price_id }) => wishes[price_id]).map(({ total, tickets_included: n }) => total / n)
    return [...new Set(totals)].sort((a, b) => b - a).map((total) => price(total, event.currency))
  }
  const onChoose = (seatIds: number[], left: string | undefined) => {
    const [before, after] = [costsOf(chosenIds).join(' / '), costsOf(seatIds).join(' / ')]
    const text = before && after && before !== after ? words.priceChanged(after, before) : undefined
    if (text !== undefined) announce(text)
    if (seatIds.length > 0 || chosenIds.length === 0) setChange(text)
    setChosen(seatIds)
    setSingle(left)
    setRefused(false)
    shopStorage.setChoice(event.event_id, { seats: seatIds })
  }
  const onKind = (seatId: number, priceId: number) => {
    if (prices.find(({ price_id }) => price_id === priceId)?.membership_type_id != null) members.ask()
    const next = { ...kinds, [seatId]: priceId }
    setKinds(next)
    shopStorage.setChoice(event.event_id, { kinds: next })
  }
  const onHold = async () => {
    if (single !== undefined) return setRefused(true)
    // What is on sale is not what was shown, if it did not work.
    if (!(await hold(picked.wishes, picked.chosen))) onChange()
  }
  const goTo = (changed: Record<string, string | undefined>, isSamePage: boolean) => {
    const next = Object.entries({ ...query, ...changed }).flatMap(([name, text]) => (text ? [[name, text]] : []))
    route(`${path}?${new URLSearchParams(next)}`, isSamePage)
  }
  const filter = { totalMax: numberOf(query.most), accessible: query.accessible === '1' }

  const foot = (picks: Picks) => (
    <PickedSeats
      picks={picks}
      event={event}
      offers={prices}
      seats={inCategories(chosenIds)}
      chosen={picked.chosen}
      sum={sumOf(prices, picked.wishes, storefront)}
      bestSum={
        picks.best &&
        sumOf(prices, pricesOfSeats(inCategories(picks.best.map(({ id }) => id)), prices, wished).wishes, storefront)
      }
      wanted={wanted}
      change={change}
      isHolding={isHolding}
      onKind={onKind}
      onHold={onHold}
    />
  )
  return (
    <>
      {isStand ? (
        <h1 class="visually-hidden" tabIndex={-1}>
          {event.title}
        </h1>
      ) : (
        <>
          <EventHead event={event} isShort />
          <DraftNotice event={event} />
        </>
      )}
      <h2 class="visually-hidden">{words.chooseSeats}</h2>
      {isRefused && single !== undefined && <Notice title={single} />}
      {trouble !== undefined && <TroubleNotice trouble={troubleOf(trouble, words, { wereThere: true })} />}
      <SeatMap
        drawing={seats.drawing}
        states={seats.states.bytes}
        prices={mapPrices}
        money={(amount) => price(amount, event.currency)}
        {...(seatWords && { words: seatWords })}
        wanted={wanted}
        wished={prices
          .filter(({ price_id }) => (wished[price_id] ?? 0) > 0)
          .map(({ price_category_id }) => price_category_id)}
        filter={filter}
        chosen={chosenIds}
        // The map may hear of this buyer's own hold before the answer to it arrives, and before the next page is loaded.
        mine={[...(held?.ids ?? []), ...heldSeatIds, ...(isHolding ? chosenIds : [])]}
        onChoose={onChoose}
        stand={query.stand}
        // A stand is a page of its own, so that Back leads to all of them.
        onStand={(stand) => goTo({ stand }, stand === undefined)}
        tools={
          <MapTools
            prices={mapPrices}
            most={Math.max(...prices.map(({ max_per_order }) => max_per_order ?? TOGETHER_MAX))}
            currency={event.currency}
            wanted={wanted}
            filter={filter}
            hasAccessible={seats.drawing.sections.some(({ flags }) => (flags.accessible ?? []).length > 0)}
            onWanted={(count) =>
              // A buyer who says another number no longer wants what was said by price.
              goTo(
                { ...Object.fromEntries(Object.keys(wished).map((id) => [id, undefined])), seats: String(count) },
                true,
              )
            }
            onFilter={({ totalMax, accessible }) =>
              goTo({ most: totalMax?.toString(), accessible: accessible ? '1' : undefined }, true)
            }
          />
        }
        fills
        foot={foot}
      />
      {!isStand && (
        <p>
          <a href={routes.prices(event.event_id)}>{words.byPrice}</a>
        </p>
      )}
      {!isStand && event.description && <p class={styles.description}>{event.description}</p>}
      {question}
      {members.question}
    </>
  )
}

function heldSeats(basket: Basket): { ids: number[]; kinds: SeatKinds } {
  const pairs = basket.items.flatMap(({ price_id, seats }) => seats.map(({ seat_id }) => [seat_id, price_id] as const))
  return { ids: pairs.map(([seatId]) => seatId), kinds: Object.fromEntries(pairs) }
}

const numberOf = (text: string | undefined): number | undefined =>
  text !== undefined && /^\d{1,9}(\.\d{1,3})?$/.test(text) ? Number(text) : undefined

/** While a stand has the screen, head and foot of the shop make room: see layout.module.css. */
function useFilledScreen(isFilled: boolean): void {
  useEffect(() => {
    document.documentElement.toggleAttribute('data-filled', isFilled)
    return () => document.documentElement.removeAttribute('data-filled')
  }, [isFilled])
}
