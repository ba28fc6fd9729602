import { type Static, Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import { Nullable } from '../../platform/http/schema.ts'
import type { Db, Tx } from '../../platform/postgres/database.ts'
import { TranslationsColumn } from '../translations.ts'

const OfferPrice = Type.Object({
  title: Type.String(),
  price_minor: Type.Integer(),
  rebate_minor: Type.Integer(),
  service_fee_minor: Type.Integer(),
  service_tax_minor: Type.Integer(),
  tax_rate_id: Nullable(Type.Integer()),
  group_ticket: Type.Boolean(),
  tickets_included: Type.Integer(),
  /** When it is sold, in seconds from the start of the event, negative before it. */
  available_from_seconds: Nullable(Type.Number()),
  available_until_seconds: Nullable(Type.Number()),
  membership_type_id: Nullable(Type.Integer()),
  other_membership_type_ids: Type.Array(Type.Integer()),
  show_online: Type.Boolean(),
  show_boxoffice: Type.Boolean(),
  scanning_flag: Type.Integer(),
  price_status: Type.Unsafe<'active' | 'inactive'>({ type: 'string' }),
  order_by: Type.Integer(),
  limit_places: Nullable(Type.Integer()),
  max_per_order: Nullable(Type.Integer()),
  max_per_customer: Nullable(Type.Integer()),
  max_per_member: Nullable(Type.Integer()),
  concession: Type.Unsafe<'child' | 'concession' | null>({ type: ['string', 'null'] }),
  gate_check: Nullable(Type.String()),
  translations: TranslationsColumn,
})
export type OfferPrice = Static<typeof OfferPrice>

const CategoryFields = Type.Object({
  title: Type.String(),
  section_label: Nullable(Type.String()),
  price_category_status: Type.Unsafe<'active' | 'inactive'>({ type: 'string' }),
  order_by: Type.Integer(),
  capacity: Type.Integer(),
  translations: TranslationsColumn,
  gate_ids: Type.Array(Type.Integer()),
  seat_section_ids: Type.Array(Type.Integer()),
})
export type OfferCategory = Static<typeof CategoryFields> & { prices: OfferPrice[] }

/**
 * What an event is sold at, apart from what has been sold: all that a copy of an event and a price list take along of categories and prices. A new
 * column of either is added here, to the type and to both statements, and is in copies and in lists from then on.
 */
export type Offer = { categories: OfferCategory[] }

export const OfferCategoryRow = Type.Object({ price_category_id: Type.Integer(), ...CategoryFields.properties })
export const OfferPriceRow = Type.Object({ price_category_id: Type.Integer(), ...OfferPrice.properties })

/** As the event has it now; what is archived stays behind. */
export async function readOffer(orgId: OrgId, sql: Db, eventId: number): Promise<Offer> {
  const categories = await sql<Static<typeof OfferCategoryRow>[]>`
    select c.price_category_id, c.title, c.section_label, c.price_category_status, c.order_by, c.capacity, c.translations,
      array(
        select g.gate_id
        from price_category_gates g
        where g.org_id = ${orgId}
          and g.price_category_id = c.price_category_id
        order by g.gate_id
      ) as gate_ids,
      array(
        select s.seat_section_id
        from price_category_sections s
        where s.org_id = ${orgId}
          and s.event_id = c.event_id
          and s.price_category_id = c.price_category_id
        order by s.seat_section_id
      ) as seat_section_ids
    from price_categories c
    where c.org_id = ${orgId}
      and c.event_id = ${eventId}
      and c.price_category_status <> 'archived'
    order by c.price_category_id`
  const prices = await readPrices(orgId, sql, eventId)
  return {
    categories: categories.map(({ price_category_id: categoryId, ...category }) => ({
      ...category,
      prices: prices
        .filter(({ price_category_id }) => price_category_id === categoryId)
        .map(({ price_category_id: _categoryId, ...price }) => price),
    })),
  }
}

const readPrices = (orgId: OrgId, sql: Db, eventId: number) => sql<Static<typeof OfferPriceRow>[]>`
  select p.price_category_id, p.title, p.price_minor, p.rebate_minor, p.service_fee_minor, p.service_tax_minor, p.tax_rate_id, p.group_ticket,
    p.tickets_included, extract(epoch from p.available_from - e.starts_at)::double precision as available_from_seconds,
    extract(epoch from p.available_until - e.starts_at)::double precision as available_until_seconds, p.membership_type_id,
    array(
      select y.membership_type_id
      from price_membership_types y
      where y.org_id = ${orgId}
        and y.price_id = p.price_id
      order by y.membership_type_id
    ) as other_membership_type_ids, p.show_online, p.show_boxoffice, p.scanning_flag, p.price_status, p.order_by,
    p.limit_places, p.max_per_order, p.max_per_customer, p.max_per_member, p.concession, p.gate_check, p.translations
  from prices p
  join events e on e.org_id = p.org_id and e.event_id = p.event_id
  where p.org_id = ${orgId}
    and p.event_id = ${eventId}
    and p.price_status <> 'archived'
  order by p.price_id`

/** The event that an offer is written to: a new one, or one whose offer of before is archived. */
export type OfferedEvent = { event_id: number; starts_at: Date; seat_map_id: number | null }

/** Adds the categories and prices to an event. Its sections must be on the event's map. */
export async function writeOffer(orgId: OrgId, tx: Tx, now: Date, event: OfferedEvent, offer: Offer): Promise<void> {
  for (const { prices, gate_ids, seat_section_ids, ...columns } of offer.categories) {
    const values = { ...columns, org_id: orgId, event_id: event.event_id, created_at: now, changed_at: now }
    const [row] = await tx<{ price_category_id: number }[]>`
      insert into price_categories ${tx(values)}
      returning price_category_id`
    if (!row) throw new Error('a category of an offer left no row')
    await writePlaces(orgId, tx, now, event, row.price_category_id, { gate_ids, seat_section_ids })
    for (const price of prices) await writePrice(orgId, tx, now, event, row.price_category_id, price)
  }
}

async function writePlaces(
  orgId: OrgId,
  tx: Tx,
  now: Date,
  { event_id: eventId, seat_map_id: seatMapId }: OfferedEvent,
  categoryId: number,
  { gate_ids: gateIds, seat_section_ids: sectionIds }: Pick<OfferCategory, 'gate_ids' | 'seat_section_ids'>,
): Promise<void> {
  if (gateIds.length > 0) {
    await tx`
      insert into price_category_gates (org_id, price_category_id, gate_id, created_at)
      select ${orgId}, ${categoryId}, gate_id, ${now}
      from unnest(${gateIds}::bigint[]) as gate (gate_id)`
  }
  if (sectionIds.length > 0) {
    await tx`
      insert into price_category_sections (org_id, event_id, seat_map_id, seat_section_id, price_category_id, created_at)
      select ${orgId}, ${eventId}, ${seatMapId}, seat_section_id, ${categoryId}, ${now}
      from unnest(${sectionIds}::bigint[]) as section (seat_section_id)`
  }
}

async function writePrice(
  orgId: OrgId,
  tx: Tx,
  now: Date,
  { event_id: eventId, starts_at: startsAt }: OfferedEvent,
  categoryId: number,
  {
    available_from_seconds: from,
    available_until_seconds: until,
    other_membership_type_ids: others,
    ...columns
  }: OfferPrice,
): Promise<void> {
  const moment = (seconds: number | null) => (seconds === null ? null : new Date(startsAt.getTime() + seconds * 1000))
  const values = {
    ...columns,
    available_from: moment(from),
    available_until: moment(until),
    org_id: orgId,
    event_id: eventId,
    price_category_id: categoryId,
    created_at: now,
    changed_at: now,
  }
  const [row] = await tx<{ price_id: number }[]>`
    insert into prices ${tx(values)}
    returning price_id`
  if (!row) throw new Error('a price of an offer left no row')
  if (others.length === 0) return
  await tx`
    insert into price_membership_types (org_id, price_id, membership_type_id, created_at)
    select ${orgId}, ${row.price_id}, membership_type_id, ${now}
    from unnest(${others}::bigint[]) as other (membership_type_id)`
}
