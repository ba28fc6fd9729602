import type { ProgrammeEvent } from '@grandstand/sdk'
import { useState } from 'preact/hooks'
import { sizesAt } from '../kit/picture-sizes.ts'
import { routes } from './config.ts'
import { countdownTo, type Standing, standingOf } from './programme.ts'
import { useShop } from './shop.tsx'
import styles from './whats-on.module.css'

/** One line of the programme: what, when and where, from how much, and whether there is any hurry. */
export function Fixture({ event, now, onLeave }: { event: ProgrammeEvent; now: number; onLeave(): void }) {
  const { words, date, price } = useShop()
  const { event_start_unix: start, timezone: zone, offer } = event
  const standing = standingOf(event, now)
  const canBuy = standing === 'open' || standing === 'few' || standing === 'members'
  return (
    <li>
      <a class={styles.fixture} href={routes.event(event.event_id)} onClick={onLeave}>
        <Picture event={event} />
        <span class={styles.date} aria-hidden="true">
          <span>{date(start, zone, 'weekday')}</span>
          <b>{date(start, zone, 'date')}</b>
        </span>
        <span class={styles.what}>
          <span class={styles.title}>{event.title}</span>
          <span class={styles.where}>
            <span class="visually-hidden">{date(start, zone, 'day')}, </span>
            {[date(start, zone, 'time'), event.online_event ? words.online : event.venue_name]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </span>
        <span class={styles.tickets}>
          <State event={event} standing={standing} now={now} />
          {canBuy && (
            <span class={styles.go}>
              {offer.from_total === null
                ? words.getTickets
                : offer.from_total === 0
                  ? words.free
                  : words.from(price(offer.from_total - offer.from_tax, event.currency))}
            </span>
          )}
        </span>
      </a>
    </li>
  )
}

function State({ event, standing, now }: { event: ProgrammeEvent; standing: Standing; now: number }) {
  const { words, date } = useShop()
  const { offer, timezone: zone } = event
  const at = (unix: number) => date(unix, zone, 'moment')
  const badge = (look: string | undefined, text: string) => <span class={[styles.badge, look].join(' ')}>{text}</span>
  if (standing === 'few')
    return badge(styles.hurry, offer.places_left === null ? words.fewLeft : words.placesLeft(offer.places_left))
  if (standing === 'members')
    return badge(styles.news, offer.opens_unix === null ? words.membersNow : words.membersThenAll(at(offer.opens_unix)))
  if (standing === 'scheduled') {
    const opens = offer.members_open_unix ?? offer.opens_unix
    const left = opens === null ? undefined : countdownTo(opens, now)
    if (opens === null) return badge(styles.news, words.notYet)
    const text = left === undefined ? words.opensAt(at(opens)) : words.opensIn(left)
    return badge(styles.news, offer.members_open_unix === null ? text : words.forMembers(text))
  }
  const closed = { cancelled: words.cancelled, over: words.over, sold_out: words.soldOut, ended: words.saleEnded }
  return standing === 'open' ? null : badge(styles.shut, closed[standing])
}

/** The club's own, or else its colours. What it shows the words beside it say. */
export function Picture({ event, isFirst = false }: { event: ProgrammeEvent; isFirst?: boolean }) {
  const [isBroken, setBroken] = useState(false)
  const src = event.banner_image ?? event.images[0]
  return (
    <span class={[styles.picture, src && !isBroken ? '' : styles.stripes].join(' ')} aria-hidden="true">
      {src && !isBroken && (
        <img
          src={src}
          srcset={sizesAt(src)}
          sizes={isFirst ? '(min-width: 64rem) 64rem, 100vw' : '7rem'}
          alt=""
          {...(isFirst ? { fetchpriority: 'high' } : { loading: 'lazy' })}
          onError={() => setBroken(true)}
        />
      )}
    </span>
  )
}
