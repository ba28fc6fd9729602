import { type Static, Type } from 'typebox'
import { Nullable, OneOf } from '../../platform/http/schema.ts'
import { toMajor } from '../../platform/values/money.ts'
import type { Resource } from '../../resources/resource.ts'
import { translationsOutput } from '../translations.ts'
import type { Offer, OfferCategory, OfferPrice } from './offer.ts'

const seconds = (description: string) => Nullable(Type.Number({ description }))
const most = (description: string) => Nullable(Type.Integer({ description }))

const PriceListPrice = Type.Object(
  {
    title: Type.String(),
    translations: translationsOutput('title'),
    price: Type.Number({ description: 'of one unit, major unit of the currency; fee and tax come on top' }),
    rebate: Type.Number({ description: 'the part of the service fee that goes back to the organisation' }),
    service_fee: Type.Number({ description: 'of one unit' }),
    service_tax: Type.Number({ description: 'of one unit' }),
    total: Type.Number({
      description:
        'of one unit, with service fee and service tax; what a rate puts on top depends on the day of the event',
    }),
    tax_rate_id: Nullable(Type.Integer({ description: 'what it is taxed at' })),
    group_ticket: Type.Boolean({ description: 'one unit is several tickets' }),
    tickets_included: Type.Integer({ description: 'tickets, and places, of one unit' }),
    available_from_seconds: seconds('start of the sale, from the start of the event, negative before it; null: open'),
    available_until_seconds: seconds('end of the sale, likewise; null: when the event is over'),
    membership_type_ids: Type.Array(Type.Integer(), {
      description: 'members of any of these types may buy; none: everybody',
    }),
    max_per_order: most('units that one order may have; null: no cap'),
    max_per_customer: most('units that one customer may have in all orders together; null: no cap'),
    max_per_member: most('units that a member may buy in all orders; null: one for each of their memberships'),
    limit_places: most('most places of the category; null: all of them'),
    show_online: Type.Boolean(),
    show_boxoffice: Type.Boolean(),
    scanning_flag: Type.Integer({
      description: '0 never scanned, 1 single entry, 2 re-entry after an exit, 3 unlimited',
    }),
    concession: Nullable(Type.String({ description: 'child or concession: gates say it loudly' })),
    gate_check: Nullable(Type.String({ description: 'what a steward looks at' })),
    price_status: OneOf(['active', 'inactive']),
    order_by: Type.Integer(),
  },
  { title: 'SavedPrice' },
)

const PriceListCategory = Type.Object(
  {
    title: Type.String(),
    translations: translationsOutput('title', 'section_label'),
    section_label: Nullable(Type.String({ description: 'printed on tickets without a seat' })),
    capacity: Type.Integer({ description: 'places in all' }),
    price_category_status: OneOf(['active', 'inactive']),
    order_by: Type.Integer(),
    gate_ids: Type.Array(Type.Integer(), { description: 'gates that let it in; none: every gate of the venue' }),
    seat_section_ids: Type.Array(Type.Integer(), { description: 'sections whose seats are sold in it' }),
    prices: Type.Array(PriceListPrice),
  },
  { title: 'SavedPriceCategory' },
)

export const PriceList = Type.Object(
  {
    price_list_id: Type.Integer(),
    title: Type.String(),
    currency: Type.String({ description: 'ISO 4217; that of the events it is for' }),
    seat_map_id: Nullable(Type.Integer({ description: 'the map of its sections; null: it has none' })),
    venue_id: Nullable(Type.String({ description: 'the venue of its gates; null: it names none' })),
    status: OneOf(['active', 'archived']),
    categories: Type.Array(PriceListCategory),
  },
  { title: 'SavedPriceList' },
)

export const PriceListRow = Type.Object({
  price_list_id: Type.Integer(),
  title: Type.String(),
  currency: Type.String(),
  seat_map_id: Nullable(Type.Integer()),
  venue_id: Nullable(Type.Integer()),
  price_list_status: OneOf(['active', 'archived']),
  offer: Type.Unsafe<Offer>({ type: 'object' }),
})
export type PriceListRow = Static<typeof PriceListRow>

const toPriceListPrice = (price: OfferPrice, currency: string) =>
  ({
    title: price.title,
    translations: price.translations ?? {},
    price: toMajor(price.price_minor, currency),
    rebate: toMajor(price.rebate_minor, currency),
    service_fee: toMajor(price.service_fee_minor, currency),
    service_tax: toMajor(price.service_tax_minor, currency),
    total: toMajor(price.price_minor + price.service_fee_minor + price.service_tax_minor, currency),
    // Lists of before there were rates have none.
    tax_rate_id: price.tax_rate_id ?? null,
    group_ticket: price.group_ticket,
    tickets_included: price.tickets_included,
    available_from_seconds: price.available_from_seconds,
    available_until_seconds: price.available_until_seconds,
    membership_type_ids: [
      ...(price.membership_type_id === null ? [] : [price.membership_type_id]),
      ...price.other_membership_type_ids,
    ],
    max_per_order: price.max_per_order,
    max_per_customer: price.max_per_customer,
    max_per_member: price.max_per_member,
    limit_places: price.limit_places,
    show_online: price.show_online,
    show_boxoffice: price.show_boxoffice,
    scanning_flag: price.scanning_flag,
    concession: price.concession,
    gate_check: price.gate_check,
    price_status: price.price_status,
    order_by: price.order_by,
  }) satisfies Static<typeof PriceListPrice>

const toPriceListCategory = (category: OfferCategory, currency: string) =>
  ({
    title: category.title,
    translations: category.translations ?? {},
    section_label: category.section_label,
    capacity: category.capacity,
    price_category_status: category.price_category_status,
    order_by: category.order_by,
    gate_ids: category.gate_ids,
    seat_section_ids: category.seat_section_ids,
    prices: category.prices.map((price) => toPriceListPrice(price, currency)),
  }) satisfies Static<typeof PriceListCategory>

const toPriceList = (row: PriceListRow) =>
  ({
    price_list_id: row.price_list_id,
    title: row.title,
    currency: row.currency,
    seat_map_id: row.seat_map_id,
    venue_id: row.venue_id === null ? null : String(row.venue_id),
    status: row.price_list_status,
    categories: row.offer.categories.map((category) => toPriceListCategory(category, row.currency)),
  }) satisfies Static<typeof PriceList>

export const priceLists: Resource<PriceListRow, Static<typeof PriceList>> = {
  singular: 'price_list',
  operationNames: { one: 'PriceList', many: 'PriceLists' },
  object: 'price_lists',
  scope: 'programme:manage',
  listPath: '/v1/manage/price_lists',
  itemPath: '/v1/manage/price_lists/:price_list_id',
  table: 'price_lists',
  id: 'price_list_id',
  tag: 'Price lists',
  schema: PriceList,
  whenCreated: 'Of the categories and prices that the event has now. It does not follow the event.',
  select: (sql) => sql`
    select t.price_list_id, t.title, t.currency, t.seat_map_id, t.venue_id, t.price_list_status, t.offer
    from price_lists t`,
  toItem: toPriceList,
}
