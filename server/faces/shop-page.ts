import { hash } from 'node:crypto'
import { formatDate } from '../../faces/kit/dates.ts'
import { type Language, localeOf } from '../../faces/kit/languages.ts'
import { money } from '../../faces/kit/money.ts'
import { clubColours } from '../../faces/kit/theme.ts'
import { Html, html } from '../platform/values/html.ts'
import type { FirstAnswers } from './face.ts'
import { type ServedWords, servedWords } from './served-words.ts'
import { addressIn, alternatesOf } from './shop-addresses.ts'

/*
 * What of a shop's page is in the document itself, before any script: its title and what a search engine or a messenger shows of it, and what
 * is on, to be read. It is made of the answers that come with the page anyway.
 */
export type ServedPage = {
  language: Language
  title: string
  /** Elements for the head of the document. */
  head: Html[]
  /** What there is to read until the script has drawn it. */
  content: Html
  /** Text for a browser without JavaScript. */
  needsScript: string
  /** The club has one of its own. */
  hasIcon: boolean
  /** The club's colours, in a style of their own; the policy allows it by its hash. */
  style: string | undefined
}

type Storefront = {
  name: string
  country: string
  several_currencies: boolean
  mode: string
  shop_url: string
  favicon: string | null
  logo_image: string | null
  accent_color: string | null
}
type Event = {
  event_id: string
  title: string
  description: string | null
  event_status_id: string
  event_start_unix: number
  event_end_unix: number | null
  doors_open_unix: number | null
  timezone: string
  venue_name: string | null
  online_event: boolean
  banner_image: string | null
  images: string[]
  currency: string
}
type Price = {
  title: string
  price_category_title: string
  total: number
  currency: string
  status: string
  available_from_unix: number | null
}
type Listed = Event & { offer: { sale: string; from_total: number | null } }

/** Of pages that are one fan's own there is nothing to find. */
const PRIVATE = /^(?:basket|orders|signed-in|tickets)(?:\/|$)/

/** A page as a reader of the language reads it; `isAsked` where its address names the language. */
export type Reading = { language: Language; isAsked: boolean }

export function servedPage(first: FirstAnswers, page: string, base: string, reading: Reading): ServedPage {
  const storefront = first['/v1/storefront'] as Storefront | undefined
  const eventId = /^events\/(\d{1,15})(?:\/|$)/.exec(page)?.[1]
  const event = first[`/v1/events/${eventId}`] as Event | undefined
  const programme = first['/v1/storefront/programme?limit=20'] as { data: Listed[] } | undefined
  const club = storefront?.name ?? ''
  const prices = (first[`/v1/events/${eventId}/prices`] as { data: Price[] } | undefined)?.data ?? []
  const pen = penOf(reading.language, storefront)
  const title = [event?.title ?? (page === '' ? pen.words.whatsOn : undefined), club].filter(Boolean).join(' · ')
  const colours = clubColours(storefront?.accent_color)
  return {
    language: reading.language,
    title: title === '' ? pen.words.tickets : title,
    head: storefront ? headOf({ storefront, event, prices, page, title, pen, reading }) : [],
    content: event ? eventContent(event, prices, club, base, pen) : programmeContent(programme?.data, club, base, pen),
    needsScript: pen.words.needsScript,
    hasIcon: storefront?.favicon != null,
    style:
      Object.keys(colours).length === 0
        ? undefined
        : `:root{${Object.entries(colours)
            .map(([name, value]) => `${name}:${value}`)
            .join(';')}}`,
  }
}

/** Words, days and amounts as the page's own script will write them. */
type Pen = {
  words: ServedWords
  when(event: Event): string
  where(event: Event): string | null
  amount(total: number, currency: string): string
}

function penOf(language: Language, storefront: Storefront | undefined): Pen {
  const words = servedWords[language]
  const locale = localeOf(language, storefront?.country)
  const style = { several: storefront?.several_currencies ?? false }
  return {
    words,
    when: ({ event_start_unix, timezone }) => formatDate(event_start_unix, timezone, locale, 'full'),
    where: ({ online_event, venue_name }) => (online_event ? words.online : venue_name),
    amount: (total, currency) => money(total, currency, locale, style),
  }
}

export const styleHash = (style: string): string => `'sha256-${hash('sha256', style, 'base64')}'`

type Shown = {
  storefront: Storefront
  event: Event | undefined
  prices: Price[]
  page: string
  title: string
  pen: Pen
  reading: Reading
}

function headOf({ storefront, event, prices, page, title, pen, reading }: Shown): Html[] {
  const anyLanguage = storefront.shop_url + (event ? `events/${event.event_id}` : PRIVATE.test(page) ? page : '')
  // The address without a language speaks that of its reader; each language has one of its own beside it.
  const address = reading.isAsked ? addressIn(anyLanguage, reading.language) : anyLanguage
  const description = event ? descriptionOf(event, prices, pen) : `${pen.words.whatsOn}: ${storefront.name}`
  const [image] = event ? picturesOf(event) : [storefront.logo_image].filter(canBeFetched)
  // A sandbox sells nothing, and an event that is not there is nothing to find either.
  const isHidden = storefront.mode === 'test' || PRIVATE.test(page) || (page !== '' && !event)
  return [
    html`<meta name="description" content="${description}">`,
    html`<link rel="canonical" href="${address}">`,
    ...(isHidden
      ? [html`<meta name="robots" content="noindex">`]
      : alternatesOf(anyLanguage).map(
          ([language, url]) => html`<link rel="alternate" hreflang="${language}" href="${url}">`,
        )),
    ...(storefront.accent_color ? [html`<meta name="theme-color" content="${storefront.accent_color}">`] : []),
    ...(storefront.favicon ? [html`<link rel="icon" href="${storefront.favicon}">`] : []),
    html`<meta property="og:type" content="website">`,
    html`<meta property="og:site_name" content="${storefront.name}">`,
    html`<meta property="og:title" content="${title}">`,
    html`<meta property="og:description" content="${description}">`,
    html`<meta property="og:url" content="${address}">`,
    ...(image ? [html`<meta property="og:image" content="${image}">`] : []),
    html`<meta name="twitter:card" content="${image ? 'summary_large_image' : 'summary'}">`,
    ...(event
      ? [html`<script type="application/ld+json">${jsonOf(eventData(event, prices, storefront, address))}</script>`]
      : []),
  ]
}

/** No `<` is left in it, so nothing that an organisation calls its event ends the element. */
const jsonOf = (data: object) => new Html(JSON.stringify(data).replaceAll('<', '\\u003c'))

/** A picture that is in its address itself is for the page alone: who shares a link fetches one. */
const canBeFetched = (picture: string | null): picture is string => picture !== null && !picture.startsWith('data:')
const picturesOf = ({ banner_image, images }: Event) => [banner_image, ...images].filter(canBeFetched)

const isCancelled = ({ event_status_id }: Event) => event_status_id === '3'
const isSold = ({ status }: Price) => status === 'active' || status === 'scheduled'

const DESCRIPTION_MAX = 200

function descriptionOf(event: Event, prices: Price[], { words, when, where, amount }: Pen): string {
  const [cheapest] = prices.filter(isSold).toSorted((a, b) => a.total - b.total)
  const from =
    cheapest &&
    (cheapest.total === 0 ? words.freeTickets : words.ticketsFrom(amount(cheapest.total, cheapest.currency)))
  const facts = [isCancelled(event) && words.cancelled, when(event), where(event), from].filter(Boolean).join(' · ')
  return [facts, event.description?.replaceAll(/\s+/g, ' ')].filter(Boolean).join('. ').slice(0, DESCRIPTION_MAX)
}

const instant = (unixSeconds: number) => new Date(unixSeconds * 1000).toISOString()

const AVAILABILITY: Record<string, string> = { active: 'InStock', scheduled: 'PreOrder', sold_out: 'SoldOut' }

/** As schema.org has it: https://schema.org/Event. */
function eventData(event: Event, prices: Price[], storefront: Storefront, address: string): object {
  const image = picturesOf(event)
  return {
    '@context': 'https://schema.org',
    '@type': 'Event',
    name: event.title,
    url: address,
    startDate: instant(event.event_start_unix),
    ...(event.event_end_unix !== null && { endDate: instant(event.event_end_unix) }),
    ...(event.doors_open_unix !== null && { doorTime: instant(event.doors_open_unix) }),
    eventStatus: `https://schema.org/${isCancelled(event) ? 'EventCancelled' : 'EventScheduled'}`,
    eventAttendanceMode: `https://schema.org/${event.online_event ? 'Online' : 'Offline'}EventAttendanceMode`,
    location: event.online_event
      ? { '@type': 'VirtualLocation', url: address }
      : { '@type': 'Place', name: event.venue_name ?? storefront.name },
    ...(image.length > 0 && { image }),
    ...(event.description !== null && { description: event.description }),
    organizer: { '@type': 'Organization', name: storefront.name, url: storefront.shop_url },
    offers: prices.map((price) => ({
      '@type': 'Offer',
      name: [price.price_category_title, price.title].join(', '),
      price: price.total.toFixed(2),
      priceCurrency: price.currency,
      url: address,
      availability: `https://schema.org/${AVAILABILITY[price.status] ?? 'Discontinued'}`,
      ...(price.available_from_unix !== null && { validFrom: instant(price.available_from_unix) }),
    })),
  }
}

const clubLine = (club: string, base: string) => html`<header><a href="${base}">${club}</a></header>`

const eventContent = (event: Event, prices: Price[], club: string, base: string, pen: Pen): Html => html`
${clubLine(club, base)}
<main>
<h1>${event.title}</h1>
<p>${[pen.when(event), pen.where(event)].filter(Boolean).join(' · ')}</p>
${isCancelled(event) ? html`<p><strong>${pen.words.cancelled}</strong>. ${pen.words.cancelledHint}</p>` : ''}
${event.description ? html`<p>${event.description}</p>` : ''}
<ul>${prices.map(
  ({ price_category_title, title, total, currency, status }) =>
    html`<li>${price_category_title}, ${title}: ${pen.amount(total, currency)}${status === 'sold_out' ? html` (${pen.words.soldOut})` : ''}</li>`,
)}</ul>
</main>`

function offerOf({ offer: { sale, from_total: from }, currency }: Listed, { words, amount }: Pen): string | null {
  if (sale === 'sold_out') return words.soldOut
  if (from === null) return null
  return from === 0 ? words.free : words.from(amount(from, currency))
}

const programmeContent = (events: Listed[] | undefined, club: string, base: string, pen: Pen): Html => html`
${clubLine(club, base)}
${
  events &&
  html`<main>
<h1>${pen.words.whatsOn}</h1>
<ul>${events.map(
    (event) =>
      html`<li><a href="${base}events/${event.event_id}">${event.title}</a><br>${[
        pen.when(event),
        pen.where(event),
        offerOf(event, pen),
      ]
        .filter(Boolean)
        .join(' · ')}</li>`,
  )}</ul>
</main>`
}`
