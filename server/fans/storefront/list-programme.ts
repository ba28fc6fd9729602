import { type Static, Type } from 'typebox'
import type { View } from '../../access/authenticate/audience.ts'
import type { OrgId } from '../../access/principal.ts'
import { Cursor, NextCursor } from '../../platform/http/keyset.ts'
import { Limit, ListOf, pageOf, Search } from '../../platform/http/lists.ts'
import { Lang, readerLanguage } from '../../platform/http/reader-language.ts'
import { Id, Input } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { Event, toEventIn, visibleTo } from '../../programme/events/event.ts'
import { cursorAfter, type EventQuery, findEvents, positionIn } from '../../programme/events/list-events.ts'
import { findAvailabilityRules } from '../../programme/prices/list-availability.ts'
import { eventStatus } from '../../programme/statuses.ts'
import { firstMembershipType } from '../../programme/stock/first-membership-type.ts'
import { placesLeft, poolLeft } from '../../programme/stock/places-left.ts'
import { overAt, soldUntil } from '../../programme/stock/sold-until.ts'
import { borneRate, feeRate, supplyDay } from '../../programme/tax-rates/borne-rate.ts'
import { EventOffer, type OfferedPriceRow, offerOfEvent } from './event-offer.ts'

const Query = Input({
  limit: Limit(50, 20),
  search: Type.Optional(Search),
  venue_id: Type.Optional(Id({ description: 'only those there' })),
  cursor: Cursor,
  lang: Lang,
})

const ProgrammeEvent = Type.Object({ ...Event.properties, offer: EventOffer }, { title: 'ProgrammeEvent' })
const ProgrammeVenue = Type.Object({ venue_id: Type.String(), name: Type.String() }, { title: 'ProgrammeVenue' })
const Reply = Type.Object(
  ListOf('programme', ProgrammeEvent, {
    next_cursor: NextCursor,
    venues: Type.Array(ProgrammeVenue, { description: 'where something is on, whatever was searched for' }),
  }).properties,
  { title: 'Programme' },
)

export const listProgramme: Operation = (app, { sql, clock }) =>
  app.get(
    '/v1/storefront/programme',
    {
      config: { scope: 'events:read', publishable: 'public' },
      schema: {
        operationId: 'listProgramme',
        summary: 'List what is on, with what it costs from and what is left',
        description: [
          'Live events that are not over, soonest first, each with its offer in a few words: what a shop’s first page shows.',
          '`search` matches part of the title, or the whole event_id. A publishable key sees public events only.',
        ].join(' '),
        tags: ['Storefront'],
        querystring: Query,
        response: { 200: Reply },
      },
    },
    async (request) => {
      const { view, query } = request
      const { orgId } = view
      const language = readerLanguage(request)
      const now = clock(orgId)
      const asked: EventQuery = {
        ...query,
        page_number: 1,
        event_status_id: '1',
        upcoming: true,
        sort_direction: 'asc',
      }
      const [rows, venues, [rules]] = await Promise.all([
        findEvents(view, sql, now, asked, positionIn(asked)).freshPlan(),
        findProgrammeVenues(view, sql, now),
        findAvailabilityRules(orgId, sql),
      ])
      const { has_more, page } = pageOf([...rows], query.limit)
      const ids = page.map(({ event_id }) => event_id)
      const prices = Map.groupBy(await findOfferedPrices(orgId, sql, now, ids), ({ event_id }) => event_id)
      const visibility = rules ?? { places_left_shown: 'none', few_places_left: 0 }
      const last = page.at(-1)
      return {
        object: 'programme',
        url: '/v1/storefront/programme',
        has_more,
        next_cursor: has_more && last ? cursorAfter(asked, last) : null,
        venues: venues.map(({ venue_id, name }) => ({ venue_id: String(venue_id), name })),
        data: page.map((row) => ({
          ...toEventIn(language, row),
          offer: offerOfEvent(prices.get(row.event_id) ?? [], visibility, now),
        })),
      }
    },
  )

export const ProgrammeVenueRow = Type.Object({ venue_id: Type.Integer(), name: Type.String() })
type ProgrammeVenueRow = Static<typeof ProgrammeVenueRow>

const findProgrammeVenues = (view: View, sql: Db, now: Date) => sql<ProgrammeVenueRow[]>`
  select v.venue_id, v.name
  from venues v
  where v.org_id = ${view.orgId}
    and exists (
      select 1
      from events t
      where t.org_id = ${view.orgId}
        and t.venue_id = v.venue_id
        and t.event_status_id = ${eventStatus.live}
        ${visibleTo(sql, view)}
        and ${overAt(sql, 't')} > ${now}
    )
  order by v.name, v.venue_id
  limit 100`

const findOfferedPrices = (orgId: OrgId, sql: Db, now: Date, eventIds: number[]) => sql<OfferedPriceRow[]>`
  select p.event_id, p.price_category_id, p.price_minor, p.service_fee_minor, p.service_tax_minor,
    ${borneRate(orgId, sql, 'p')} as tax_rate, ${feeRate(orgId, sql)} as fee_tax_rate, ${supplyDay(sql, 'e')} as supply_day, p.tickets_included, ${firstMembershipType(orgId, sql, 'p')} is not null as for_members, p.available_from,
    ${soldUntil(sql, { p: 'p', e: 'e' })} as sold_until, ${placesLeft(orgId, sql, now, { p: 'p', c: 'c' })} as places_left,
    ${poolLeft(orgId, sql, 'c', now)} as pool_left, e.currency
  from prices p
  join price_categories c on c.org_id = p.org_id and c.price_category_id = p.price_category_id
  join events e on e.org_id = p.org_id and e.event_id = p.event_id
  where p.org_id = ${orgId}
    and p.event_id = any (${eventIds}::bigint[])
    and p.show_online
    and p.price_status = 'active'
    and c.price_category_status = 'active'`
