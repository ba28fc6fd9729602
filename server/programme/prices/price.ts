import { type Static, Type } from 'typebox'
import type { Language } from '../../../faces/kit/languages.ts'
import type { OrgId } from '../../access/principal.ts'
import { ForSecretKeys, Nullable, OneOf } from '../../platform/http/schema.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { unixSeconds } from '../../platform/values/clock.ts'
import { toMajor } from '../../platform/values/money.ts'
import { localUnixSeconds } from '../../platform/values/time.ts'
import { firstMembershipType } from '../stock/first-membership-type.ts'
import { hasSeats } from '../stock/has-seats.ts'
import { placesLeft } from '../stock/places-left.ts'
import { soldUntil } from '../stock/sold-until.ts'
import { BorneRateColumn, borneRate, feeRate, supplyDay } from '../tax-rates/borne-rate.ts'
import { costOfUnit } from '../tax-rates/unit-tax.ts'
import { inLanguage, TranslationsColumn, translationsOutput } from '../translations.ts'
import { priceStatuses, priceStatusOf } from './price-status.ts'

const amount = (description: string) => Type.Number({ description })
const unix = (description: string) => Nullable(Type.Integer({ description }))

export const Price = Type.Object(
  {
    price_id: Type.Integer(),
    price_category_id: Type.Integer(),
    price_category_title: Type.String(),
    title: Type.String(),
    translations: translationsOutput('title'),
    price: amount('of one unit, major unit of the currency; fee and tax come on top'),
    rebate: ForSecretKeys(amount('the part of the service fee that goes back to the organisation')),
    service_fee: amount('of one unit'),
    service_tax: amount('of one unit'),
    tax: amount('on top of the price of one unit; 0 where the price includes it'),
    total: amount('of one unit: price, service fee, service tax and tax'),
    group_ticket: Type.Boolean({ description: 'one unit is several tickets' }),
    available_from_unix: unix('start of the sale; null: open'),
    available_until_unix: unix('end of the sale; null: when the event is over'),
    local_available_from_unix: unix('the same plus the offset of the event’s zone at that instant'),
    local_available_until_unix: unix('the same plus the offset of the event’s zone at that instant'),
    membership_type_id: Nullable(
      Type.Integer({ description: 'only proven members may buy; the first of membership_type_ids, null: everybody' }),
    ),
    membership_type_name: Nullable(Type.String()),
    membership_type_ids: Type.Array(Type.Integer(), { description: 'members of any of these types may buy' }),
    max_per_member: Nullable(
      Type.Integer({
        description: 'units that a member may buy in all orders; null: one for each of their memberships',
      }),
    ),
    show_online: Type.Boolean(),
    show_boxoffice: Type.Boolean(),
    status: OneOf([...priceStatuses], {
      description: 'computed from the switch, the window, the end of the event and the places left',
    }),
    tickets_included: Type.Integer({ description: 'tickets, and places, of one unit' }),
    reserved_seating: Type.Boolean({
      description: 'of numbered seats: a basket takes it with seat_ids, or with best_available',
    }),
    max_per_order: Nullable(Type.Integer({ description: 'units that one order may have; null: no cap' })),
    max_per_customer: Nullable(
      Type.Integer({ description: 'units that one customer may have in all orders together; null: no cap' }),
    ),
    scanning_flag: Type.Integer({
      description: '0 never scanned, 1 single entry, 2 re-entry after an exit, 3 unlimited',
    }),
    event_id: Type.String(),
    currency: Type.String({ description: 'ISO 4217; that of the event' }),
  },
  { title: 'Price' },
)

/** Whose price a steward looks at twice. */
const concessions = ['child', 'concession'] as const
export type Concession = (typeof concessions)[number]

export const ConcessionOrNull = (description: string) =>
  Type.Unsafe<Concession | null>({ type: ['string', 'null'], enum: [...concessions, null], description })

const Instant = () => Type.Unsafe<Date | null>({ type: ['object', 'null'] })
const Switch = () => Type.Unsafe<'active' | 'inactive' | 'archived'>({ type: 'string' })

export const PriceRow = Type.Object({
  price_id: Type.Integer(),
  event_id: Type.Integer(),
  price_category_id: Type.Integer(),
  price_category_title: Type.String(),
  price_category_status: Switch(),
  title: Type.String(),
  translations: TranslationsColumn,
  category_translations: TranslationsColumn,
  price_minor: Type.Integer(),
  rebate_minor: Type.Integer(),
  service_fee_minor: Type.Integer(),
  service_tax_minor: Type.Integer(),
  tax_rate_id: Nullable(Type.Integer()),
  tax_rate: BorneRateColumn,
  fee_tax_rate: BorneRateColumn,
  supply_day: Type.String({ description: 'the event’s own, YYYY-MM-DD' }),
  group_ticket: Type.Boolean(),
  tickets_included: Type.Integer(),
  has_seats: Type.Boolean(),
  max_per_order: Nullable(Type.Integer()),
  max_per_customer: Nullable(Type.Integer()),
  available_from: Instant(),
  available_until: Instant(),
  sold_until: Type.Unsafe<Date>({ type: 'object' }),
  membership_type_id: Nullable(Type.Integer()),
  membership_type_name: Nullable(Type.String()),
  other_membership_type_ids: Type.Array(Type.Integer()),
  max_per_member: Nullable(Type.Integer()),
  show_online: Type.Boolean(),
  show_boxoffice: Type.Boolean(),
  scanning_flag: Type.Integer(),
  concession: Type.Unsafe<Concession | null>({ type: ['string', 'null'] }),
  gate_check: Nullable(Type.String()),
  price_status: Switch(),
  order_by: Type.Integer(),
  limit_places: Nullable(Type.Integer()),
  places_left: Type.Integer(),
  currency: Type.String(),
  timezone: Type.String(),
})
export type PriceRow = Static<typeof PriceRow>

/** Prices as `t`, with all that the API shows of them; conditions and order are the caller's. */
export const selectPrices = (sql: Db, now: Date, orgId: OrgId) => sql`
  select t.price_id, t.event_id, t.price_category_id, c.title as price_category_title, c.price_category_status, t.title,
    t.translations, c.translations as category_translations,
    t.price_minor, t.rebate_minor, t.service_fee_minor, t.service_tax_minor, t.tax_rate_id, ${borneRate(orgId, sql, 't')} as tax_rate,
    ${feeRate(orgId, sql)} as fee_tax_rate, ${supplyDay(sql, 'e')} as supply_day, t.group_ticket, t.tickets_included, ${hasSeats(orgId, sql, 't')} as has_seats, t.max_per_order, t.max_per_customer,
    t.available_from, t.available_until, ${soldUntil(sql, { p: 't', e: 'e' })} as sold_until, m.membership_type_id, m.title as membership_type_name,
    array(
      select y.membership_type_id
      from price_membership_types y
      where y.org_id = ${orgId}
        and y.price_id = t.price_id
        and y.membership_type_id is distinct from m.membership_type_id
      order by y.membership_type_id
    ) as other_membership_type_ids, t.max_per_member, t.show_online,
    t.show_boxoffice, t.scanning_flag, t.concession, t.gate_check, t.price_status, t.order_by, t.limit_places,
    ${placesLeft(orgId, sql, now, { p: 't', c: 'c' })} as places_left, e.currency, e.timezone
  from prices t
  join price_categories c on c.org_id = t.org_id and c.price_category_id = t.price_category_id
  join events e on e.org_id = t.org_id and e.event_id = t.event_id
  left join membership_types m on m.org_id = t.org_id and m.membership_type_id = ${firstMembershipType(orgId, sql, 't')}`

const membershipTypesOf = ({ membership_type_id: first, other_membership_type_ids: others }: PriceRow): number[] =>
  first === null ? [] : [first, ...others]

export function toPrice(row: PriceRow, now: Date, language?: Language) {
  const { available_from: from, available_until: until, currency, timezone } = row
  const availability = {
    switchedOn: row.price_status === 'active' && row.price_category_status === 'active',
    availableFrom: from,
    soldUntil: row.sold_until,
    placesLeft: row.places_left,
    ticketsIncluded: row.tickets_included,
  }
  const { taxMinor, serviceTaxMinor, totalMinor } = costOfUnit(row, row.supply_day)
  return {
    price_id: row.price_id,
    price_category_id: row.price_category_id,
    price_category_title: inLanguage(row.category_translations, language, 'title', row.price_category_title),
    title: inLanguage(row.translations, language, 'title', row.title),
    translations: row.translations ?? {},
    price: toMajor(row.price_minor, currency),
    rebate: toMajor(row.rebate_minor, currency),
    service_fee: toMajor(row.service_fee_minor, currency),
    service_tax: toMajor(serviceTaxMinor, currency),
    tax: toMajor(taxMinor, currency),
    total: toMajor(totalMinor, currency),
    group_ticket: row.group_ticket,
    available_from_unix: from && unixSeconds(from),
    available_until_unix: until && unixSeconds(until),
    local_available_from_unix: from && localUnixSeconds(from, timezone),
    local_available_until_unix: until && localUnixSeconds(until, timezone),
    membership_type_id: row.membership_type_id,
    membership_type_name: row.membership_type_name,
    membership_type_ids: membershipTypesOf(row),
    max_per_member: row.max_per_member,
    show_online: row.show_online,
    show_boxoffice: row.show_boxoffice,
    status: priceStatusOf(availability, now),
    tickets_included: row.tickets_included,
    reserved_seating: row.has_seats,
    max_per_order: row.max_per_order,
    max_per_customer: row.max_per_customer,
    scanning_flag: row.scanning_flag,
    event_id: String(row.event_id),
    currency,
  } satisfies Static<typeof Price>
}
