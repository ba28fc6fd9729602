import { type Static, Type } from 'typebox'
import type { View } from '../../access/authenticate/audience.ts'
import type { OrgId } from '../../access/principal.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { Id, Input, Nullable, OneOf } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { PreviewHeader, viewOfPreview } from '../events/event-preview.ts'
import { poolLeft } from '../stock/places-left.ts'
import { findVisibleEvent, sellsNothing } from './list-prices.ts'

const Params = Input({ event_id: Id() })

const Availability = Type.Object(
  {
    price_category_id: Type.Integer(),
    price_category_title: Type.String(),
    availability: OneOf(['available', 'few', 'sold_out']),
    places_left: Nullable(
      Type.Integer({ description: 'null where the organisation does not show it to publishable keys' }),
    ),
  },
  { title: 'Availability' },
)
type Availability = Static<typeof Availability>

export const AvailabilityRow = Type.Object({
  price_category_id: Type.Integer(),
  title: Type.String(),
  places_left: Type.Integer(),
})
type AvailabilityRow = Static<typeof AvailabilityRow>

export const listAvailability: Operation = (app, deps) =>
  app.get(
    '/v1/events/:event_id/availability',
    {
      config: { scope: 'prices:read', publishable: 'public' },
      schema: {
        operationId: 'listAvailability',
        summary: 'List the places left of an event',
        description: [
          'By price category, in the order of the prices. A secret key sees every category and how many places it has left;',
          'a publishable key those on offer online, and of their places what the organisation shows (places_left_shown).',
        ].join(' '),
        tags: ['Prices'],
        headers: PreviewHeader,
        params: Params,
        response: { 200: Type.Object({ event_id: Type.String(), data: Type.Array(Availability) }) },
      },
    },
    async (request) => {
      const { event_id: eventId } = request.params
      const { sql, clock } = deps
      const view = viewOfPreview(request, deps, eventId)
      const [event] = await findVisibleEvent(view, sql, eventId)
      if (!event) throw new ApiError('resource_missing')
      const [rules] = await findAvailabilityRules(view.orgId, sql)
      if (!rules) throw new ApiError('resource_missing')
      const rows = sellsNothing(view, event) ? [] : await findAvailability(view, sql, clock(view.orgId), eventId)
      const rule = view.audience === 'public' ? rules : { ...rules, places_left_shown: 'number' as const }
      return { event_id: String(eventId), data: rows.map((row) => toAvailability(row, rule)) }
    },
  )

export const AvailabilityRuleRow = Type.Object({
  places_left_shown: OneOf(['number', 'few', 'none']),
  few_places_left: Type.Integer(),
})
export type AvailabilityRules = Static<typeof AvailabilityRuleRow>

export const findAvailabilityRules = (orgId: OrgId, sql: Db) => sql<AvailabilityRules[]>`
  select places_left_shown, few_places_left
  from organisations
  where org_id = ${orgId}`

const findAvailability = ({ orgId, audience }: View, sql: Db, now: Date, eventId: number) => sql<AvailabilityRow[]>`
  select c.price_category_id, c.title, ${poolLeft(orgId, sql, 'c', now)} as places_left
  from price_categories c
  where c.org_id = ${orgId}
    and c.event_id = ${eventId}
    and ${audience === 'public' ? isOnOffer(orgId, sql) : sql`c.price_category_status <> 'archived'`}
  order by c.order_by, c.price_category_id`

const isOnOffer = (orgId: OrgId, sql: Db) => sql`c.price_category_status = 'active' and exists (
  select 1
  from prices p
  where p.org_id = ${orgId}
    and p.event_id = c.event_id
    and p.price_category_id = c.price_category_id
    and p.price_status = 'active'
    and p.show_online
)`

const toAvailability = (row: AvailabilityRow, rules: AvailabilityRules): Availability => ({
  price_category_id: row.price_category_id,
  price_category_title: row.title,
  availability: availabilityOf(row.places_left, rules),
  places_left: rules.places_left_shown === 'number' ? row.places_left : null,
})

/** Buyers who try learn in any case that nothing is left; that little is left is said only where the organisation wants that. */
export function availabilityOf(placesLeft: number, rules: AvailabilityRules): Availability['availability'] {
  if (placesLeft <= 0) return 'sold_out'
  return rules.places_left_shown !== 'none' && placesLeft <= rules.few_places_left ? 'few' : 'available'
}
