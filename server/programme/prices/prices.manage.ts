import { type Static, Type } from 'typebox'
import { Id, Input, Integer, Nullable, OneOf, Text, UnixSeconds } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import { fromUnixSeconds } from '../../platform/values/clock.ts'
import { changeOf, createOf, stepOf } from '../../resources/change-operations.ts'
import type { ChangeContext } from '../../resources/change-row.ts'
import { conflictOn, missing } from '../../resources/constraints.ts'
import { Currency } from '../../resources/fields.ts'
import { pathId } from '../../resources/paths.ts'
import { listOf, retrieveOf } from '../../resources/read-operations.ts'
import type { ColumnValues } from '../../resources/resource.ts'
import { lockOpenEvent } from '../events/require-event.ts'
import { chooseTaxRate } from '../tax-rates/borne-rate.ts'
import { translationsInput } from '../translations.ts'
import { AMOUNT_MINOR_MAX, amountColumns } from './amounts.ts'
import { limitColumns, PLACES_MAX } from './limit-places.ts'
import { ConcessionOrNull, type PriceRow } from './price.ts'
import { requireTypes, setOtherTypes, TYPES_MAX, typesOf } from './price-membership-types.ts'
import { prices } from './price-resource.ts'

/*
 * Operations (written by npm run openapi):
 * archivePrice, changePrice, createPrice, listManagedPrices, retrieveManagedPrice
 */

const Amount = (options: Record<string, unknown> = {}) =>
  Type.Number({ minimum: 0, maximum: AMOUNT_MINOR_MAX, description: 'major unit of the event’s currency', ...options })

/** What a hundred items of a hundred units come to: more is in no basket. */
const UNITS_MAX = 10_000

const Changes = Input({
  title: Text(200),
  translations: translationsInput({ title: Type.Optional(Text(200)) }),
  price: Amount(),
  rebate: Type.Optional(Amount({ default: 0, description: 'at most service_fee' })),
  service_fee: Type.Optional(Amount({ default: 0 })),
  service_tax: Type.Optional(Amount({ default: 0 })),
  tax_rate_id: Type.Optional(
    Nullable(
      Id({ description: 'what it is taxed at: that of new prices unless you say; null: nothing is said of tax' }),
    ),
  ),
  currency: Type.Optional(Currency),
  group_ticket: Type.Optional(Type.Boolean({ default: false })),
  tickets_included: Type.Optional(Integer({ minimum: 1, maximum: 100, default: 1 })),
  max_per_order: Type.Optional(
    Nullable(
      Integer({
        minimum: 1,
        maximum: UNITS_MAX,
        default: 10,
        description: 'units that one order may have, but for the box office; null: no cap',
      }),
    ),
  ),
  max_per_customer: Type.Optional(
    Nullable(
      Integer({
        minimum: 1,
        maximum: UNITS_MAX,
        description: 'units that one customer may have in all orders together, but for the box office; null: no cap',
      }),
    ),
  ),
  available_from_unix: Type.Optional(Nullable(UnixSeconds({ description: 'start of the sale; null: open' }))),
  available_until_unix: Type.Optional(
    Nullable(UnixSeconds({ description: 'end of the sale; null: when the event is over' })),
  ),
  membership_type_id: Type.Optional(Nullable(Id({ description: 'only proven members of this type may buy' }))),
  membership_type_ids: Type.Optional(
    Nullable(Type.Array(Id(), { maxItems: TYPES_MAX, description: 'or of any of these; null or none: everybody' })),
  ),
  max_per_member: Type.Optional(
    Nullable(
      Integer({
        minimum: 1,
        maximum: 10_000,
        description: 'units in all orders; null: one for each of their memberships',
      }),
    ),
  ),
  show_online: Type.Optional(Type.Boolean({ default: true })),
  show_boxoffice: Type.Optional(Type.Boolean({ default: true })),
  scanning_flag: Type.Optional(
    Integer({
      minimum: 0,
      maximum: 3,
      default: 1,
      description: '0 never scanned, 1 single entry, 2 re-entry after an exit, 3 unlimited',
    }),
  ),
  concession: Type.Optional(ConcessionOrNull('gates say it loudly, with what to check')),
  gate_check: Type.Optional(
    Nullable(Text(100, { description: 'what a steward looks at, such as “under 16” or “student card”' })),
  ),
  limit_places: Type.Optional(
    Nullable(
      Integer({ minimum: 0, maximum: PLACES_MAX, description: 'most places of the category; null: all of them' }),
    ),
  ),
  price_status: Type.Optional(OneOf(['active', 'inactive'], { default: 'active' })),
  order_by: Type.Optional(Integer({ minimum: -1_000_000, maximum: 1_000_000, default: 0 })),
})
type Changes = Static<typeof Changes>

const Body = Input({ price_category_id: Id(), ...Changes.properties })

export const managePrices: Operation[] = [
  listOf(prices),
  retrieveOf(prices),
  createOf(
    prices,
    Body,
    async ({ price_category_id, limit_places, ...body }, at) => {
      const event_id = pathId(at.request, 'event_id')
      const { currency } = await lockOpenEvent(at.orgId, at.tx, event_id)
      await chooseCategory(at, event_id, price_category_id)
      return {
        price_category_id,
        limit_places: limit_places ?? null,
        ...toColumns(body, currency),
        ...(await typeColumns(at, body)),
        ...(await chooseTaxRate(at, body.tax_rate_id, { isNew: true })),
      }
    },
    async (body, at, id) => setOtherTypes(at, id, typesOf(body) ?? []),
  ),
  changeOf(prices, Changes, async ({ limit_places, ...body }, price, at) => {
    const { currency } = await lockOpenEvent(at.orgId, at.tx, price.event_id)
    const columns = {
      ...toColumns(body, currency),
      ...(await changedTypes(at, price, body)),
      ...(await chooseTaxRate(at, body.tax_rate_id, { isNew: false, before: price.tax_rate_id })),
    }
    return limit_places === undefined ? columns : { ...columns, ...(await limitColumns(at, price, limit_places)) }
  }),
  stepOf(
    prices,
    {
      verb: 'archive',
      done: 'archived',
      summary: 'Archive a price',
      description: 'It is no longer sold; what was sold stays valid. Setting `price_status` brings it back.',
    },
    async (price, at) => {
      await lockOpenEvent(at.orgId, at.tx, price.event_id)
      return { price_status: 'archived' }
    },
  ),
]

async function typeColumns(at: ChangeContext, body: Partial<Changes>): Promise<ColumnValues<PriceRow>> {
  const types = typesOf(body)
  if (types === undefined) return {}
  if (body.membership_type_ids !== undefined) await requireTypes(at, types)
  return { membership_type_id: types[0] ?? null }
}

/** A caller that sends back the first type as it is, and may know of no others, leaves those alone. */
async function changedTypes(at: ChangeContext, price: PriceRow, body: Partial<Changes>) {
  const isEcho = body.membership_type_ids === undefined && body.membership_type_id === price.membership_type_id
  if (isEcho) return {}
  const columns = await typeColumns(at, body)
  const types = typesOf(body)
  if (types !== undefined) await setOtherTypes(at, price.price_id, types)
  return columns
}

async function chooseCategory({ orgId, tx }: ChangeContext, eventId: number, categoryId: number): Promise<void> {
  const [category] = await tx<{ price_category_status: string }[]>`
    select price_category_status
    from price_categories
    where org_id = ${orgId}
      and event_id = ${eventId}
      and price_category_id = ${categoryId}
    for share`
  if (!category) throw missing('price_category_id')()
  if (category.price_category_status === 'archived') {
    throw conflictOn('price_category_id', 'The price category is archived.')()
  }
}

function toColumns(body: Partial<Omit<Changes, 'limit_places'>>, eventCurrency: string): ColumnValues<PriceRow> {
  const { price, rebate, service_fee, service_tax, currency, available_from_unix, available_until_unix, ...rest } = body
  const { membership_type_id, membership_type_ids, tax_rate_id, ...columns } = rest
  return {
    ...columns,
    ...amountColumns(body, eventCurrency),
    ...(available_from_unix === undefined ? {} : { available_from: fromUnixSeconds(available_from_unix) }),
    ...(available_until_unix === undefined ? {} : { available_until: fromUnixSeconds(available_until_unix) }),
  }
}
