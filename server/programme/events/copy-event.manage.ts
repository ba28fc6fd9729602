import { type Static, Type } from 'typebox'
import { ApiError } from '../../platform/http/errors.ts'
import { Id, Input, Nullable, Text, UnixSeconds } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import { fromUnixSeconds } from '../../platform/values/clock.ts'
import { type ChangeContext, inChange, insertRow } from '../../resources/change-row.ts'
import { findRow } from '../../resources/resource.ts'
import { applyPriceList, findPriceList } from '../price-lists/apply-price-list.ts'
import { readOffer, writeOffer } from '../price-lists/offer.ts'
import { copiedWithEvent } from './copied-with-event.ts'
import { Event, type EventRow } from './event.ts'
import { events } from './event-resource.ts'
import { freeUrlString } from './url-string.ts'

/** A season; a longer one is sent in parts. */
const COPIES_MAX = 50

const Copy = Input({ title: Text(200), event_start_unix: UnixSeconds({ description: 'Unix seconds' }) })
const Body = Input({
  events: Type.Array(Copy, { minItems: 1, maxItems: COPIES_MAX, description: 'one draft for each' }),
  price_list_id: Type.Optional(Nullable(Id({ description: 'takes the place of the event’s categories and prices' }))),
})

const Reply = Type.Object(
  { events: Type.Array(Event, { description: 'in the order of the request' }) },
  { title: 'CopiedEvents' },
)

export const copyEvent: Operation = (app, deps) =>
  app.post(
    '/v1/manage/events/:event_id/copies',
    {
      config: { scope: 'programme:manage' },
      schema: {
        operationId: 'copyEvent',
        summary: 'Make drafts of an event',
        description: [
          'Each with another title and start, and else with all of it: venue, map, texts in every language, pictures, categories with gates and sections, prices,',
          'questions. Doors, end and the windows in which prices are sold move along with the start, by as many seconds. What was sold, held or archived stays behind, and so do discount codes. All of them or none.',
        ].join(' '),
        tags: ['Events'],
        params: Input({ event_id: Id() }),
        body: Body,
        response: { 201: Reply },
      },
    },
    (request, reply) => {
      reply.code(201)
      return inChange(events, deps, request, reply, async (at) => {
        const { orgId, tx, clock } = at
        const original = await findRow(events, orgId, tx, request.params.event_id, clock(orgId))
        if (!original) throw new ApiError('resource_missing')
        const offer = await offerFor(at, original.event_id, request.body.price_list_id)
        const data: Static<typeof Event>[] = []
        for (const copy of request.body.events) data.push(await copyOne(at, original, offer, copy))
        return { events: data }
      })
    },
  )

type PricedEvent = Parameters<typeof applyPriceList>[1]
/** Writes what a copy is sold at. */
type WriteOffer = (to: PricedEvent) => Promise<void>

async function offerFor(at: ChangeContext, from: number, priceListId: number | null | undefined): Promise<WriteOffer> {
  const { orgId, tx, clock } = at
  if (priceListId !== undefined && priceListId !== null) {
    const list = await findPriceList(at, priceListId)
    return (to) => applyPriceList(at, to, list)
  }
  const offer = await readOffer(orgId, tx, from)
  return (to) => writeOffer(orgId, tx, clock(orgId), to, offer)
}

async function copyOne(
  at: ChangeContext,
  original: EventRow,
  offer: WriteOffer,
  copy: Static<typeof Copy>,
): Promise<Static<typeof Event>> {
  const { orgId, tx, clock } = at
  const startsAt = fromUnixSeconds(copy.event_start_unix)
  const shiftMs = startsAt.getTime() - original.starts_at.getTime()
  const shifted = (moment: Date | null) => (moment === null ? null : new Date(moment.getTime() + shiftMs))
  const columns = {
    title: copy.title,
    starts_at: startsAt,
    doors_at: shifted(original.doors_at),
    ends_at: shifted(original.ends_at),
    url_string: await freeUrlString(orgId, tx, copy.title),
    venue_id: original.venue_id,
    online_event: original.online_event,
    buy_tickets_url: original.buy_tickets_url,
    currency: original.currency,
    timezone: original.timezone,
    public_event: original.public_event,
    reserved_seating: original.reserved_seating,
    seat_map_id: original.seat_map_id,
    membership_seat_map_id: original.membership_seat_map_id,
    banner_image: original.banner_image,
    description: original.description,
    images: original.images,
    max_per_customer: original.max_per_customer,
    holder_names: original.holder_names,
    rotating_barcodes: original.rotating_barcodes,
    translations: copy.title === original.title ? original.translations : withoutTitles(original.translations),
  }
  const now = clock(orgId)
  return insertRow(events, at, columns, async (event_id) => {
    const { event_id: from, seat_map_id, venue_id, currency } = original
    const to = { event_id, starts_at: startsAt, seat_map_id, venue_id, currency }
    for (const { copy: copyKind } of copiedWithEvent) {
      await copyKind({ orgId, tx, now, from, to, writeOffer: () => offer(to) })
    }
  })
}

/** The titles in other languages are those of the event that it was copied from. */
function withoutTitles(translations: EventRow['translations']): EventRow['translations'] {
  if (translations === null) return null
  const texts = Object.entries(translations).map(([language, { title: _title, ...others }]) => [language, others])
  return Object.fromEntries(texts.filter(([, others]) => Object.keys(others as object).length > 0))
}
