import { type Static, Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import { Nullable, OneOf } from '../../platform/http/schema.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { conflictOn } from '../../resources/constraints.ts'
import { findItem, type Resource } from '../../resources/resource.ts'
import { events } from '../events/event-resource.ts'
import { lockSeasonsOf } from '../seasons/recount-event.ts'
import { expiredPlaces } from '../stock/places-left.ts'
import { TranslationsColumn, translationsOutput } from '../translations.ts'
import { lockOffer } from './lock-offer.ts'

export const PriceCategory = Type.Object(
  {
    price_category_id: Type.Integer(),
    event_id: Type.String(),
    title: Type.String(),
    section_label: Nullable(Type.String({ description: 'printed on tickets without a seat' })),
    translations: translationsOutput('title', 'section_label'),
    price_category_status: OneOf(['active', 'inactive', 'archived']),
    order_by: Type.Integer(),
    capacity: Type.Integer({ description: 'places in all' }),
    sold: Type.Integer({ description: 'places of tickets that are reserved or active' }),
    held: Type.Integer({ description: 'places in baskets now' }),
    season: Type.Integer({ description: 'places of season seats, and of season members who count here without one' }),
    available: Type.Integer({ description: 'capacity less sold, held and season' }),
    gate_ids: Type.Array(Type.Integer(), { description: 'gates that let it in; none: every gate of the venue' }),
    seat_section_ids: Type.Array(Type.Integer(), { description: 'sections whose seats are sold in it' }),
  },
  { title: 'PriceCategory' },
)

export const PriceCategoryRow = Type.Object({
  price_category_id: Type.Integer(),
  event_id: Type.Integer(),
  title: Type.String(),
  section_label: Nullable(Type.String()),
  translations: TranslationsColumn,
  price_category_status: Type.Unsafe<'active' | 'inactive' | 'archived'>({ type: 'string' }),
  order_by: Type.Integer(),
  capacity: Type.Integer(),
  sold: Type.Integer(),
  held: Type.Integer(),
  season: Type.Integer(),
  gate_ids: Type.Array(Type.Integer()),
  seat_section_ids: Type.Array(Type.Integer()),
})
export type PriceCategoryRow = Static<typeof PriceCategoryRow>

const selectPriceCategories = (sql: Db, now: Date, orgId: OrgId) => sql`
  select t.price_category_id, t.event_id, t.title, t.section_label, t.translations, t.price_category_status, t.order_by, t.capacity, t.sold,
    t.held - ${expiredPlaces(orgId, sql, now, 't')} as held, t.season,
    array(
      select g.gate_id
      from price_category_gates g
      where g.org_id = ${orgId}
        and g.price_category_id = t.price_category_id
      order by g.gate_id
    ) as gate_ids,
    array(
      select s.seat_section_id
      from price_category_sections s
      where s.org_id = ${orgId}
        and s.event_id = t.event_id
        and s.price_category_id = t.price_category_id
      order by s.seat_section_id
    ) as seat_section_ids
  from price_categories t`

const toPriceCategory = (row: PriceCategoryRow) =>
  ({
    price_category_id: row.price_category_id,
    event_id: String(row.event_id),
    title: row.title,
    section_label: row.section_label,
    translations: row.translations ?? {},
    price_category_status: row.price_category_status,
    order_by: row.order_by,
    capacity: row.capacity,
    sold: row.sold,
    held: row.held,
    season: row.season,
    available: row.capacity - row.sold - row.held - row.season,
    gate_ids: row.gate_ids,
    seat_section_ids: row.seat_section_ids,
  }) satisfies Static<typeof PriceCategory>

export const priceCategories: Resource<PriceCategoryRow, Static<typeof PriceCategory>> = {
  singular: 'price_category',
  operationNames: { one: 'PriceCategory', many: 'PriceCategories' },
  object: 'price_categories',
  scope: 'programme:manage',
  mailedWords: ['title', 'section_label'],
  listPath: '/v1/manage/events/:event_id/price_categories',
  parentTable: 'events',
  itemPath: '/v1/manage/price_categories/:price_category_id',
  table: 'price_categories',
  id: 'price_category_id',
  tag: 'Prices',
  schema: PriceCategory,
  select: selectPriceCategories,
  toItem: toPriceCategory,
  constraints: {
    price_categories_never_oversold: conflictOn(
      'capacity',
      'capacity is below what is sold, held and taken by season seats.',
    ),
    price_category_sections_pkey: conflictOn(
      'seat_section_ids',
      'A section is in another price category of the event already.',
    ),
  },
  lock: (orgId, sql, priceCategoryId) => lockOffer(orgId, sql, { priceCategoryId }, lockSeasonsOf),
  messages: () => ['event.updated'],
  messageData: async (orgId, sql, { event_id }, category, clock) => ({
    event: await findItem(events, orgId, sql, event_id, clock(orgId)),
    price_category: category,
  }),
}
