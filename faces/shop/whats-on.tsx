import type { Programme, ProgrammeEvent } from '@grandstand/sdk'
import { useEffect, useRef, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso/router'
import { Button, ButtonLink } from '../kit/button.tsx'
import { groupBy } from '../kit/group-by.ts'
import { useAction } from '../kit/use-action.ts'
import { useLoad } from '../kit/use-load.ts'
import { api, serverNow } from './api.ts'
import { routes } from './config.ts'
import { Fixture, Picture } from './fixture.tsx'
import { LoadTrouble, Message, TroubleNotice } from './notice.tsx'
import { part } from './part.tsx'
import { type LeftAt, leftAt, standingOf } from './programme.ts'
import { usePage, useShop } from './shop.tsx'
import { troubleOf } from './trouble.ts'
import styles from './whats-on.module.css'

const ProgrammeSearch = part(() => import('./more-pages.tsx').then(({ morePages }) => morePages.ProgrammeSearch))

const PAGE = 20
const PAGE_MAX = 50
/** More than that are searched. */
const SEARCHED_FROM = 12

/** As it was when the fan left it, so that the way back shows it at once. */
let last: { search: string; programme: Programme } | undefined

/** A programme of what is coming, soonest first, month by month. */
export function WhatsOn() {
  const { words, date } = useShop()
  const { query } = useLocation()
  const asked = { ...(query.search && { search: query.search }), ...(query.venue && { venue_id: Number(query.venue) }) }
  const search = JSON.stringify(asked)
  const returned = useRef(leftAt(history.state))
  const { data, error, reload, set } = useLoad<Programme>(async () => {
    if (returned.current && last?.search === search) return last.programme
    const limit = Math.min(Math.max(returned.current?.count ?? 0, PAGE), PAGE_MAX)
    return api.storefront.listProgramme({ limit, ...asked }).page()
  }, [search])
  const { run, isBusy, error: moreError } = useAction()
  usePage(words.whatsOn)
  const now = useSeconds()
  useReturn(data !== undefined, returned.current)
  // A fan who waits for a sale to begin does not have to press anything.
  const opens = Math.min(...(data?.data ?? []).map(({ offer }) => offer.opens_unix ?? Infinity))
  // Asked a second after that, and again every few while it has not begun: times are of whole seconds, and clocks differ.
  const asks = Math.floor((now - opens + 2) / 3)
  useEffect(() => {
    if (asks > 0) reload()
  }, [asks])
  if (data) last = { search, programme: data }
  if (error !== undefined) return <LoadTrouble error={error} onRetry={reload} />
  if (!data) return <p aria-busy="true">{words.loading}</p>
  const isSearched = search !== '{}'
  if (data.data.length === 0 && !isSearched) return <Message title={words.nothingOn} text={words.nothingOnHint} />
  const more = async (cursor: string) => {
    const next = await api.storefront.listProgramme({ limit: PAGE, ...asked, cursor }).page()
    set({ ...next, data: [...data.data, ...next.data] })
  }
  const [first, ...others] = data.data
  const hero = !isSearched && first && ['open', 'few', 'members'].includes(standingOf(first, now)) ? first : undefined
  const listed = hero ? others : data.data
  const months = groupBy(listed, ({ event_start_unix, timezone }) => date(event_start_unix, timezone, 'months'))
  const keepPlace = (event: ProgrammeEvent) => {
    const programme: LeftAt = { scroll: scrollY, count: data.data.length, event: event.event_id }
    history.replaceState({ ...history.state, programme }, '')
  }
  const { next_cursor: cursor } = data
  return (
    <>
      <h1 tabIndex={-1} class={hero ? 'visually-hidden' : ''}>
        {words.whatsOn}
      </h1>
      {hero && <Hero event={hero} onLeave={() => keepPlace(hero)} />}
      {(isSearched || data.has_more || data.data.length > SEARCHED_FROM) && <ProgrammeSearch venues={data.venues} />}
      {isSearched && <p role="status">{words.matches(data.data.length, data.has_more)}</p>}
      {[...months].map(([month, events]) => (
        <section key={month}>
          <h2 class={styles.month}>{month}</h2>
          <ul>
            {events.map((event) => (
              <Fixture key={event.event_id} event={event} now={now} onLeave={() => keepPlace(event)} />
            ))}
          </ul>
        </section>
      ))}
      {moreError !== undefined && <TroubleNotice trouble={troubleOf(moreError, words)} />}
      {data.has_more && cursor && (
        <Button busy={isBusy} onClick={() => run(() => more(cursor))}>
          {words.moreEvents}
        </Button>
      )}
    </>
  )
}

/** What is next, in the colours of the club. */
function Hero({ event, onLeave }: { event: ProgrammeEvent; onLeave(): void }) {
  const { words, date, price } = useShop()
  const { offer } = event
  const where = event.online_event ? words.online : event.venue_name
  return (
    <section class={styles.hero}>
      <Picture event={event} isFirst />
      <div class={styles.heroText}>
        <p>{[words.next, where, date(event.event_start_unix, event.timezone, 'moment')].filter(Boolean).join(' · ')}</p>
        <h2>{event.title}</h2>
        <p class={styles.heroGo}>
          <ButtonLink href={routes.event(event.event_id)} onClick={onLeave}>
            {offer.from_total === null
              ? words.getTickets
              : offer.from_total === 0
                ? words.freeTickets
                : words.ticketsFrom(price(offer.from_total - offer.from_tax, event.currency))}
            <span class="visually-hidden">: {event.title}</span>
          </ButtonLink>{' '}
          <span>
            {offer.sale === 'members'
              ? words.membersNow
              : offer.places_left !== null
                ? words.placesLeft(offer.places_left)
                : offer.few_left && words.fewLeft}
          </span>
        </p>
      </div>
    </section>
  )
}

/** By the server's clock, anew every second. */
function useSeconds(): number {
  const [now, setNow] = useState(() => serverNow() / 1000)
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow() / 1000), 1000)
    return () => clearInterval(timer)
  }, [])
  return now
}

/** Back where it was left: the same lines, at the same height, the focus on the one that was opened. */
function useReturn(isDrawn: boolean, left: LeftAt | undefined): void {
  useEffect(() => {
    if (!isDrawn || !left) return
    scrollTo(0, left.scroll)
    document.querySelector<HTMLElement>(`a[href="${routes.event(left.event)}"]`)?.focus({ preventScroll: true })
  }, [isDrawn])
}
