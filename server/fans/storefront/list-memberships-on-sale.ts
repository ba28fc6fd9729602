import { type Static, Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import { PlannedInstalment, toInstalments } from '../../checkout/membership-sale/basket-membership.ts'
import { laterMinor, type PlanRule, planOf } from '../../checkout/membership-sale/plan.ts'
import { collections } from '../../people/membership-catalogue/membership-payment-option.ts'
import {
  type membershipTerms,
  type Seating,
  seatings,
  TermOrNull,
} from '../../people/membership-catalogue/membership-type.ts'
import { priceToday } from '../../people/membership-catalogue/type-price.ts'
import { ListOf } from '../../platform/http/lists.ts'
import { Input, Nullable, OneOf } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { unixSeconds } from '../../platform/values/clock.ts'
import { toMajor } from '../../platform/values/money.ts'
import { localDate } from '../../platform/values/time.ts'
import { catalogueStatus } from '../../programme/statuses.ts'
import { BorneRateColumn, borneRate } from '../../programme/tax-rates/borne-rate.ts'
import { addedTaxOf } from '../../programme/tax-rates/unit-tax.ts'
import { type FollowerRow, findFollowers, NullableRenewal, toAutoRenewal } from './auto-renewal.ts'

const OfferedPlan = Type.Object(
  {
    membership_payment_option_id: Type.String(),
    title: Type.String(),
    due_now: Type.Number({ description: 'what the first payment would be today, major unit of the currency' }),
    instalments: Type.Array(PlannedInstalment, {
      description: 'if it is bought today; none where all of it is due now',
    }),
    collection: OneOf([...collections], {
      description:
        'automatic: later parts are charged on their days by what the first was paid with; say so before the buyer pays',
    }),
  },
  { title: 'OfferedPlan' },
)

const MembershipOnSale = Type.Object(
  {
    membership_type_id: Type.Integer(),
    title: Type.String(),
    membership_category_id: Type.Integer(),
    category_title: Type.String(),
    category_image: Nullable(Type.String()),
    category_color: Nullable(Type.String({ description: '#rrggbb' })),
    price: Type.Number({ description: 'today’s, major unit of the currency' }),
    tax: Type.Number({ description: 'on top of the price; 0 where the price includes it' }),
    currency: Type.String({ description: 'ISO 4217' }),
    season_id: Nullable(Type.Integer({ description: 'null: of no season' })),
    season_title: Nullable(Type.String()),
    has_seats: Type.Boolean({ description: 'a seat can be had with it, by seat_id or best_available' }),
    seating: OneOf([...seatings], {
      description: 'required: it is sold with a seat only; none where has_seats is false',
    }),
    seat_section_ids: Type.Array(Type.Integer(), { description: 'where its seats are; empty: anywhere on the map' }),
    term: TermOrNull,
    expires: Nullable(Type.String({ description: 'YYYY-MM-DD, the last day where `term` is null; null does not end' })),
    available_from_unix: Nullable(Type.Integer({ description: 'it can be bought from then on; null: now' })),
    available_until_unix: Nullable(Type.Integer()),
    is_sold_out: Type.Boolean(),
    age_from: Nullable(Type.Integer({ description: 'years of age on the day that it is bought' })),
    age_until: Nullable(Type.Integer()),
    offer_auto_renew: Type.Boolean(),
    auto_renewal: NullableRenewal,
    game_day_access: Type.Boolean({ description: 'its card opens the gates' }),
    payment_options: Type.Array(OfferedPlan),
  },
  { title: 'MembershipOnSale' },
)

const path = '/v1/storefront/memberships'

const Query = Input({
  channel: Type.Optional(
    OneOf(['online', 'boxoffice'], {
      description: 'boxoffice: those too that are not shown online, which a publishable key never sees',
    }),
  ),
})

export const listMembershipsOnSale: Operation = (app, { sql, clock }) =>
  app.get(
    path,
    {
      config: { scope: 'events:read', publishable: 'public' },
      schema: {
        operationId: 'listMembershipsOnSale',
        summary: 'List the memberships that a shop sells',
        description:
          'In the order of their categories and their own. Each with what it costs today, and with the plans by which it can be paid, in ' +
          'dates and amounts. What will be on sale later is here, too, with its day. A publishable key is enough.',
        tags: ['Storefront'],
        querystring: Query,
        response: { 200: ListOf('memberships_on_sale', MembershipOnSale) },
      },
    },
    async ({ view, query }) => {
      const now = clock(view.orgId)
      const isOnline = view.audience === 'public' || query.channel !== 'boxoffice'
      const [rows, options, followers] = await Promise.all([
        findTypesOnSale(view.orgId, sql, now, isOnline),
        findPaymentOptions(view.orgId, sql),
        findFollowers(view.orgId, sql, now),
      ])
      const data = rows.filter((row) => !hasEnded(row, now)).map((row) => toOnSale(row, options, followers, now))
      return { object: 'memberships_on_sale', url: path, has_more: false, data }
    },
  )

const MaybeTime = Type.Unsafe<Date | null>({ type: ['object', 'null'] })

export const TypeOnSaleRow = Type.Object({
  membership_type_id: Type.Integer(),
  title: Type.String(),
  membership_category_id: Type.Integer(),
  category_title: Type.String(),
  image: Nullable(Type.String()),
  hex_color: Nullable(Type.String()),
  price_minor: Type.Integer(),
  tax_rate: BorneRateColumn,
  first_day: Nullable(Type.String({ description: 'of the season' })),
  currency: Type.String(),
  timezone: Type.String(),
  season_id: Nullable(Type.Integer()),
  season_title: Nullable(Type.String()),
  has_seats: Type.Boolean(),
  seating: Type.Unsafe<Seating>({ type: 'string' }),
  seat_section_ids: Type.Array(Type.Integer()),
  term: Type.Unsafe<(typeof membershipTerms)[number] | null>({ type: ['string', 'null'] }),
  last_day: Nullable(Type.String()),
  available_from: MaybeTime,
  available_until: MaybeTime,
  is_sold_out: Type.Boolean(),
  age_from: Nullable(Type.Integer()),
  age_until: Nullable(Type.Integer()),
  offer_auto_renew: Type.Boolean(),
  game_day_access: Type.Boolean(),
})
type TypeOnSaleRow = Static<typeof TypeOnSaleRow>

/** What baskets hold past their time is free: a type is sold out that no basket could take. */
const findTypesOnSale = (orgId: OrgId, sql: Db, now: Date, isOnline: boolean) => sql<TypeOnSaleRow[]>`
  select t.membership_type_id, t.title, t.membership_category_id, c.title as category_title, c.image, c.hex_color,
    ${priceToday(sql, now)} as price_minor, ${borneRate(orgId, sql, 't')} as tax_rate, n.first_day::text as first_day, o.currency, o.timezone, t.season_id, n.title as season_title,
    n.seat_map_id is not null and t.seating <> 'none' as has_seats, t.seating, t.seat_section_ids, t.term, coalesce(n.last_day, t.expires)::text as last_day, t.available_from, t.available_until,
    coalesce(t.max_members <= t.sold + t.held - (
      select count(*)
      from basket_memberships m
      join baskets b on b.org_id = ${orgId} and b.basket_id = m.basket_id
      where m.org_id = ${orgId}
        and m.membership_type_id = t.membership_type_id
        and m.holds_place
        and b.basket_status = 'open'
        and b.expires_at <= ${now}
    ), false) as is_sold_out, t.age_from, t.age_until, t.offer_auto_renew, t.game_day_access
  from membership_types t
  join membership_categories c on c.org_id = ${orgId} and c.membership_category_id = t.membership_category_id
  join organisations o on o.org_id = ${orgId}
  left join seasons n on n.org_id = ${orgId} and n.season_id = t.season_id
  where t.org_id = ${orgId}
    and t.status = ${catalogueStatus.active}
    and c.status = ${catalogueStatus.active}
    ${isOnline ? sql`and t.show_online and c.show_online` : sql``}
    and (t.available_until is null or t.available_until > ${now})
  order by c.order_by, c.membership_category_id, t.order_by, t.membership_type_id
  limit 500`

export const OptionOnSaleRow = Type.Object({
  membership_payment_option_id: Type.Integer(),
  title: Type.String(),
  number_of_instalments: Type.Integer(),
  months_between: Type.Integer(),
  fixed_end_date: MaybeTime,
  collection: OneOf([...collections]),
})
type OptionOnSaleRow = Static<typeof OptionOnSaleRow> & PlanRule

const findPaymentOptions = (orgId: OrgId, sql: Db) => sql<OptionOnSaleRow[]>`
  select membership_payment_option_id, title, number_of_instalments, months_between, fixed_end_date, collection
  from membership_payment_options
  where org_id = ${orgId}
    and status = ${catalogueStatus.active}
  order by order_by, membership_payment_option_id
  limit 50`

const hasEnded = ({ term, last_day: lastDay, timezone }: TypeOnSaleRow, now: Date): boolean =>
  term === null && lastDay !== null && lastDay < localDate(now, timezone)

const toOnSale = (
  row: TypeOnSaleRow,
  options: readonly OptionOnSaleRow[],
  followers: Map<number, FollowerRow>,
  now: Date,
) => {
  const today = localDate(now, row.timezone)
  const startsOn = row.first_day !== null && row.first_day > today ? row.first_day : today
  const taxMinor = addedTaxOf(row, startsOn)
  const totalMinor = row.price_minor + taxMinor
  return {
    membership_type_id: row.membership_type_id,
    title: row.title,
    membership_category_id: row.membership_category_id,
    category_title: row.category_title,
    category_image: row.image,
    category_color: row.hex_color,
    price: toMajor(row.price_minor, row.currency),
    tax: toMajor(taxMinor, row.currency),
    currency: row.currency,
    season_id: row.season_id,
    season_title: row.season_title,
    has_seats: row.has_seats,
    seating: row.has_seats ? row.seating : 'none',
    seat_section_ids: row.seat_section_ids,
    term: row.term,
    expires: row.term === null ? row.last_day : null,
    available_from_unix: row.available_from && row.available_from > now ? unixSeconds(row.available_from) : null,
    available_until_unix: row.available_until && unixSeconds(row.available_until),
    is_sold_out: row.is_sold_out,
    age_from: row.age_from,
    age_until: row.age_until,
    offer_auto_renew: row.offer_auto_renew,
    auto_renewal: toAutoRenewal(followers.get(row.membership_type_id), row.currency, today),
    game_day_access: row.game_day_access,
    payment_options: options.map((option) => {
      const plan = planOf(totalMinor, option, { now, zone: row.timezone })
      return {
        membership_payment_option_id: String(option.membership_payment_option_id),
        title: option.title,
        due_now: toMajor(totalMinor - laterMinor(plan), row.currency),
        instalments: toInstalments(plan, row.currency),
        collection: option.collection,
      }
    }),
  } satisfies Static<typeof MembershipOnSale>
}
