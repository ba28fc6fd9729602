import type { MembershipOnSale } from '@grandstand/sdk'
import type { ComponentChildren } from 'preact'
import { useEffect, useMemo, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso/router'
import { Button } from '../kit/button.tsx'
import { Notice } from '../kit/notice.tsx'
import { ofSeason, statesOfSeason } from '../kit/seat-map/of-season.ts'
import type { Picks } from '../kit/seat-map/seat-map.tsx'
import { useLoad } from '../kit/use-load.ts'
import { api } from './api.ts'
import type { MapParts } from './map-parts.ts'
import styles from './memberships.module.css'
import { LoadTrouble } from './notice.tsx'
import { seatOf, withoutLost } from './season-drawing.ts'
import { reveal, useShop } from './shop.tsx'

const seasonSeats = {
  retrieveSeats: (seasonId: number, input?: { since?: string }) => api.storefront.retrieveSeasonSeats(seasonId, input),
  retrieveSeatDrawing: (seasonId: number, version: string) =>
    api.storefront.retrieveSeasonSeatDrawing(seasonId, version),
}

/** So many at most are looked for together. */
const SEATS_MAX = 10

export type SeasonSeat = { id: number; sectionId: number; place: string }

/** Seats that are free at every match of a season, on the map or in the list, for one or for a family. */
export function SeasonMap(props: {
  parts: MapParts
  type: MembershipOnSale
  seasonId: number
  chosenIds: number[]
  /** Refused before, whatever the map has heard by now. */
  lost: number[]
  head: ComponentChildren
  goOn: string
  onChoose(seatIds: number[]): void
  onNext(seats: SeasonSeat[]): void
}) {
  const { MapTools, SeatMap, seatWordsOf, useEventSeats } = props.parts
  const { type, seasonId, chosenIds, lost, head, goOn, onChoose, onNext } = props
  const { words, language, price, place } = useShop()
  const { path, query, route } = useLocation()
  const { data: seatWords, isLoading } = useLoad(() => seatWordsOf(language), [language])
  const { seats, error } = useEventSeats(seasonSeats, seasonId)
  const [single, setSingle] = useState<string>()
  const [isRefused, setRefused] = useState(false)
  const drawing = useMemo(() => seats && ofSeason(seats.drawing, type.seat_section_ids), [seats?.drawing, type])
  const states = useMemo(
    () => drawing && seats && withoutLost(drawing, statesOfSeason(drawing, seats.states.bytes), lost),
    [drawing, seats?.states, lost],
  )
  const isStand = query.stand !== undefined
  // As on the page of an event: a stand has the screen.
  useEffect(() => {
    document.documentElement.toggleAttribute('data-filled', isStand)
    return () => document.documentElement.removeAttribute('data-filled')
  }, [isStand])
  const isDrawn = states !== undefined
  useEffect(() => {
    if (isDrawn) reveal()
  }, [isDrawn])
  if (error !== undefined) return <LoadTrouble error={error} onRetry={() => location.reload()} />
  if (!drawing || !states || (isLoading && !seatWords)) return <p aria-busy="true">{words.loading}</p>

  const goTo = (changed: Record<string, string | undefined>, isSamePage: boolean) => {
    const next = Object.entries({ ...query, ...changed }).flatMap(([name, text]) => (text ? [[name, text]] : []))
    route(`${path}?${new URLSearchParams(next)}`, isSamePage)
  }
  const next = () =>
    onNext(
      chosenIds.flatMap((id) => {
        const seat = seatOf(drawing, id)
        return seat ? [{ id, sectionId: seat.sectionId, place: place({ ...seat, gate: null, entrance: null }) }] : []
      }),
    )
  const wanted = wantedIn(query.seats)
  const prices = [{ categoryId: 0, title: type.title, total: type.price }]
  const amount = (major: number) => price(major, type.currency)
  const filter = { accessible: query.accessible === '1' }
  const foot = (picks: Picks) =>
    chosenIds.length === 0 ? (
      <div class={styles.foot}>
        <p>
          <b>{picks.stand === undefined ? words.tapStand : words.chooseOnMap(words.seats(wanted))}</b>{' '}
          <span class={styles.hint}>{picks.best ? words.orBest : words.noneTogether(wanted)}</span>
        </p>
        {picks.best && (
          <Button look="strong" onClick={picks.chooseBest}>
            {words.bestFor(wanted, amount(type.price * wanted))}
          </Button>
        )}
      </div>
    ) : (
      <div class={styles.foot}>
        <p>
          <b>{picks.text}</b>
        </p>
        <div class={styles.actions}>
          <Button onClick={picks.clear}>{words.clear}</Button>
          <Button look="strong" onClick={() => (single === undefined ? next() : setRefused(true))}>
            {goOn}
          </Button>
        </div>
      </div>
    )
  return (
    <>
      <div class={isStand ? 'visually-hidden' : undefined}>{head}</div>
      <h2 class="visually-hidden">{words.chooseSeats}</h2>
      {isRefused && single !== undefined && <Notice title={single} />}
      <SeatMap
        drawing={drawing}
        states={states}
        prices={prices}
        money={amount}
        {...(seatWords && { words: seatWords })}
        wanted={wanted}
        filter={filter}
        chosen={chosenIds}
        onChoose={(seatIds, left) => {
          onChoose(seatIds)
          setSingle(left)
          setRefused(false)
        }}
        stand={query.stand}
        // A stand is a page of its own, so that Back leads to all of them.
        onStand={(stand) => goTo({ stand }, stand === undefined)}
        tools={
          <MapTools
            prices={prices}
            most={SEATS_MAX}
            currency={type.currency}
            wanted={wanted}
            filter={filter}
            hasAccessible={drawing.sections.some(({ flags }) => (flags.accessible ?? []).length > 0)}
            onWanted={(count) => goTo({ seats: String(count) }, true)}
            onFilter={({ accessible }) => goTo({ accessible: accessible ? '1' : undefined }, true)}
          />
        }
        fills
        foot={foot}
      />
    </>
  )
}

/** Most who join do so alone. */
const wantedIn = (text: string | undefined): number => (/^([1-9]|10)$/.test(text ?? '') ? Number(text) : 1)
