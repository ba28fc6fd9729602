import { type Static, Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import { Nullable } from '../../platform/http/schema.ts'
import type { Db, Tx } from '../../platform/postgres/database.ts'
import { BorneRateColumn, borneRate, supplyDay } from '../tax-rates/borne-rate.ts'
import { TranslationsColumn } from '../translations.ts'
import { categoryEntrance } from '../venues/entrance.ts'
import { firstMembershipType } from './first-membership-type.ts'
import { hasSeats } from './has-seats.ts'
import { limitLeft, poolLeft } from './places-left.ts'
import { soldUntil } from './sold-until.ts'

const Instant = () => Type.Unsafe<Date | null>({ type: ['object', 'null'] })

/** A price with all that decides whether a fan may have it now, and how many places there are. */
export const OfferRow = Type.Object({
  price_id: Type.Integer(),
  event_id: Type.Integer(),
  price_category_id: Type.Integer(),
  price_category_title: Type.String(),
  price_category_status: Type.String(),
  section_label: Nullable(Type.String()),
  category_translations: TranslationsColumn,
  gate: Nullable(Type.String()),
  entrance: Nullable(Type.String()),
  title: Type.String(),
  price_translations: TranslationsColumn,
  price_minor: Type.Integer(),
  rebate_minor: Type.Integer(),
  service_fee_minor: Type.Integer(),
  service_tax_minor: Type.Integer(),
  tax_rate: BorneRateColumn,
  supply_day: Type.String({ description: 'the event’s own, YYYY-MM-DD' }),
  tickets_included: Type.Integer(),
  max_per_order: Nullable(Type.Integer()),
  max_per_customer: Nullable(Type.Integer()),
  available_from: Instant(),
  sold_until: Type.Unsafe<Date>({ type: 'object' }),
  membership_type_id: Nullable(Type.Integer()),
  show_online: Type.Boolean(),
  show_boxoffice: Type.Boolean(),
  price_status: Type.String(),
  limit_places: Nullable(Type.Integer()),
  pool_left: Type.Integer(),
  limit_left: Nullable(Type.Integer()),
  event_status_id: Type.Integer(),
  public_event: Type.Boolean(),
  currency: Type.String(),
  reserved_seating: Type.Boolean(),
  has_seats: Type.Boolean(),
  seat_map_id: Nullable(Type.Integer()),
})
export type OfferRow = Static<typeof OfferRow>

/** Places that a buyer of the price could take. */
export const placesLeftOf = ({ pool_left, limit_left }: Pick<OfferRow, 'pool_left' | 'limit_left'>): number =>
  Math.min(pool_left, limit_left ?? pool_left)

/**
 * The pools of prices, so that no other request takes or gives back a place of them, nor changes the prices' limits, meanwhile. In
 * the order of their ids, as all requests that need several lock them.
 */
export const lockPoolsOf = (orgId: OrgId, tx: Tx, priceIds: number[]) => tx`
  select 1
  from price_categories
  where org_id = ${orgId}
    and price_category_id = any (array(
      select price_category_id
      from prices
      where org_id = ${orgId}
        and price_id = any (${priceIds}::bigint[])
    ))
  order by price_category_id
  for no key update`

/**
 * Read after `lockPoolsOf`, in a statement of its own: one that had waited for the lock would still see the price as it was
 * before. With `expiredBy`, places of holds that have expired by then count as left, which they are; without, as they are
 * counted until they are reclaimed, which an on-sale with places left never has to.
 */
export const findOffers = (
  orgId: OrgId,
  sql: Db,
  priceIds: number[],
  { expiredBy }: { expiredBy: Date | null } = { expiredBy: null },
) => sql<OfferRow[]>`
  select p.price_id, p.event_id, p.price_category_id, c.title as price_category_title, c.price_category_status,
    c.section_label, c.translations as category_translations, p.translations as price_translations, ${categoryEntrance(orgId, sql)}, p.title, p.price_minor, p.rebate_minor, p.service_fee_minor, p.service_tax_minor, ${borneRate(orgId, sql, 'p')} as tax_rate, ${supplyDay(sql, 'e')} as supply_day, p.tickets_included, p.max_per_order, p.max_per_customer, p.available_from,
    ${soldUntil(sql, { p: 'p', e: 'e' })} as sold_until, ${firstMembershipType(orgId, sql, 'p')} as membership_type_id, p.show_online, p.show_boxoffice, p.price_status, p.limit_places,
    ${poolLeft(orgId, sql, 'c', expiredBy)} as pool_left, ${limitLeft(orgId, sql, 'p', expiredBy)} as limit_left,
    e.event_status_id, e.public_event, e.currency, e.reserved_seating, ${hasSeats(orgId, sql, 'p')} as has_seats, e.seat_map_id
  from prices p
  join price_categories c on c.org_id = p.org_id and c.price_category_id = p.price_category_id
  join events e on e.org_id = p.org_id and e.event_id = p.event_id
  where p.org_id = ${orgId}
    and p.price_id = any (${priceIds}::bigint[])`
