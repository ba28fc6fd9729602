import { type Static, Type } from 'typebox'
import { Nullable, OneOf } from '../../platform/http/schema.ts'
import { toMajor } from '../../platform/values/money.ts'
import { conflictOn, invalid, missing } from '../../resources/constraints.ts'
import { findItem, type Resource } from '../../resources/resource.ts'
import { events } from '../events/event-resource.ts'
import { lockOffer } from './lock-offer.ts'
import { ConcessionOrNull, Price, type PriceRow, selectPrices, toPrice } from './price.ts'

/** What staff see beyond the price that everybody sees. */
export const ManagedPrice = Type.Object(
  {
    ...Price.properties,
    service_tax: Type.Number({
      description: 'of one unit, as the price itself says it; 0: by the rate of its fee, where that comes on top',
    }),
    price_status: OneOf(['active', 'inactive', 'archived'], { description: 'the switch behind `status`' }),
    concession: ConcessionOrNull('gates say it loudly; null: nothing to look at'),
    gate_check: Nullable(Type.String({ description: 'what stewards are to look at' })),
    order_by: Type.Integer(),
    tax_rate_id: Nullable(Type.Integer({ description: 'what it is taxed at; null: nothing is said of tax' })),
    limit_places: Nullable(Type.Integer({ description: 'most places of its category that this price may use' })),
    available: Type.Integer({ description: 'units for which there are places now' }),
  },
  { title: 'ManagedPrice' },
)

export const prices: Resource<PriceRow, Static<typeof ManagedPrice>> = {
  singular: 'price',
  operationNames: { one: 'Price', many: 'Prices', read: { one: 'ManagedPrice', many: 'ManagedPrices' } },
  object: 'prices',
  scope: 'programme:manage',
  mailedWords: ['title'],
  listPath: '/v1/manage/events/:event_id/prices',
  parentTable: 'events',
  itemPath: '/v1/manage/prices/:price_id',
  table: 'prices',
  id: 'price_id',
  tag: 'Prices',
  schema: ManagedPrice,
  select: selectPrices,
  toItem: (row, now) =>
    ({
      ...toPrice(row, now),
      service_tax: toMajor(row.service_tax_minor, row.currency),
      price_status: row.price_status,
      concession: row.concession,
      gate_check: row.gate_check,
      order_by: row.order_by,
      tax_rate_id: row.tax_rate_id,
      limit_places: row.limit_places,
      available: Math.floor(row.places_left / row.tickets_included),
    }) satisfies Static<typeof ManagedPrice>,
  constraints: {
    prices_org_id_event_id_price_category_id_fkey: missing('price_category_id'),
    prices_org_id_membership_type_id_fkey: missing('membership_type_id'),
    price_membership_types_of_type: missing('membership_type_ids'),
    prices_sale_window: invalid('available_until_unix', 'available_until_unix must be after available_from_unix.'),
    prices_rebate_within_fee: invalid('rebate', 'rebate must not be more than service_fee.'),
    prices_group: invalid('tickets_included', 'tickets_included must be 1 unless group_ticket is true.'),
    prices_never_oversold: conflictOn('limit_places', 'limit_places is below what is sold and held.'),
  },
  lock: (orgId, sql, priceId) => lockOffer(orgId, sql, { priceId }),
  messages: () => ['event.updated'],
  messageData: async (orgId, sql, { event_id }, price, clock) => ({
    event: await findItem(events, orgId, sql, event_id, clock(orgId)),
    price,
  }),
}
