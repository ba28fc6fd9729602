import { type Static, Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import { Nullable, OneOf } from '../../platform/http/schema.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { unixSeconds } from '../../platform/values/clock.ts'
import { toMajor } from '../../platform/values/money.ts'
import { membersNotAdmitted } from '../../programme/seasons/not-admitted.ts'
import { conflictOn, invalid, missing } from '../../resources/constraints.ts'
import type { Resource } from '../../resources/resource.ts'
import { type PriceSteps, priceToday, stepsByDay } from './type-price.ts'
import { FlagValue, StatusValue } from './values.ts'

/** How long a membership lasts from the day that it is bought. */
export const membershipTerms = ['month', 'year', 'life'] as const

export type MembershipTerm = (typeof membershipTerms)[number]

/** What goes back to a member who leaves: nothing, all of it until a day, or by the events of the season that are left. */
export const cancellationRules = ['none', 'full_until', 'by_events_left'] as const

export type CancellationRule = (typeof cancellationRules)[number]

/** Whether a membership of a season with a map comes with a seat: never, if one is asked for, always. */
export const seatings = ['none', 'optional', 'required'] as const

export type Seating = (typeof seatings)[number]

export const TermOrNull = Type.Unsafe<MembershipTerm | null>({
  type: ['string', 'null'],
  enum: [...membershipTerms, null],
  description: 'how long it lasts from the day that it is bought; null: until `expires`',
})

const PriceFrom = Type.Object(
  { from: Type.String({ description: 'YYYY-MM-DD' }), price: Type.Number({ description: 'major unit' }) },
  { title: 'PriceFrom' },
)

export const MembershipType = Type.Object(
  {
    membership_type_id: Type.Integer(),
    membership_category_id: Type.Integer(),
    category_title: Type.String(),
    title: Type.String(),
    price: Type.Number({ description: 'in the currency of the organisation, major unit' }),
    season_id: Nullable(
      Type.Integer({ description: 'whose events its members are let in at, and whose seats they have; null: none' }),
    ),
    seating: OneOf([...seatings], {
      description: 'whether it is sold with a seat, in a season with a map; staff seat a member by hand all the same',
    }),
    seat_section_ids: Type.Array(Type.Integer(), { description: 'where its seats are; empty: anywhere on the map' }),
    expires: Nullable(
      Type.String({ description: 'YYYY-MM-DD, the last day, in the time zone of the organisation; null does not end' }),
    ),
    offer_auto_renew: FlagValue(),
    renewal_type_id: Nullable(
      Type.Integer({
        description: 'the type by which its members with auto_renew go on; null: they are left to renew',
      }),
    ),
    renewal_notice_days: Type.Integer({ description: 'how many days before the end its members are told' }),
    renewal_days: Type.Integer({ description: 'how many days before the end the renewal is made and charged' }),
    show_online: FlagValue(),
    game_day_access: FlagValue({ description: '1: its members enter on their own barcode' }),
    order_by: Type.Integer({ description: 'position, smallest first' }),
    status: StatusValue(),
    full_price: Type.Number({ description: 'before the first of `prices`; `price` is today’s' }),
    prices: Type.Array(PriceFrom, { description: 'what it costs from a day on, the earliest first' }),
    term: TermOrNull,
    available_from_unix: Nullable(Type.Integer({ description: 'start of the sale; null: open' })),
    available_until_unix: Nullable(Type.Integer({ description: 'end of the sale; null: open' })),
    max_members: Nullable(Type.Integer({ description: 'how many there may be; null: no limit' })),
    members_left: Nullable(Type.Integer({ description: 'of the limit; null where there is none' })),
    age_from: Nullable(Type.Integer({ description: 'years of age on the day that it is bought; null: any' })),
    age_until: Nullable(Type.Integer({ description: 'the oldest, in years; null: any' })),
    max_per_person: Nullable(Type.Integer({ description: 'how many of them one buyer may have online; null: any' })),
    cancellation: OneOf([...cancellationRules], { description: 'what goes back to a member who leaves' }),
    cancellation_until: Nullable(Type.String({ description: 'YYYY-MM-DD, the last day of full_until' })),
    tax_rate_id: Nullable(Type.Integer({ description: 'what it is taxed at; null: nothing is said of tax' })),
    members_not_admitted: Type.Integer({
      description:
        'members of its season whom no gate admits, because neither it nor its category has game_day_access; 0 where it has no season, or the season is over',
    }),
  },
  { title: 'MembershipType' },
)

export const MembershipTypeRow = Type.Object({
  membership_type_id: Type.Integer(),
  membership_category_id: Type.Integer(),
  category_title: Type.String(),
  title: Type.String(),
  price_minor: Type.Integer(),
  currency: Type.String(),
  season_id: Nullable(Type.Integer()),
  seating: Type.Unsafe<Seating>({ type: 'string' }),
  seat_section_ids: Type.Array(Type.Integer()),
  expires: Nullable(Type.String()),
  offer_auto_renew: Type.Boolean(),
  renewal_type_id: Nullable(Type.Integer()),
  renewal_notice_days: Type.Integer(),
  renewal_days: Type.Integer(),
  show_online: Type.Boolean(),
  game_day_access: Type.Boolean(),
  order_by: Type.Integer(),
  status: Type.Integer(),
  full_price_minor: Type.Integer(),
  price_steps: Type.Unsafe<PriceSteps>({ type: 'object' }),
  term: Type.Unsafe<MembershipTerm | null>({ type: ['string', 'null'] }),
  available_from: Type.Unsafe<Date | null>({ type: ['object', 'null'] }),
  available_until: Type.Unsafe<Date | null>({ type: ['object', 'null'] }),
  max_members: Nullable(Type.Integer()),
  members_left: Nullable(Type.Integer()),
  age_from: Nullable(Type.Integer()),
  age_until: Nullable(Type.Integer()),
  max_per_person: Nullable(Type.Integer()),
  cancellation: Type.Unsafe<CancellationRule>({ type: 'string' }),
  cancellation_until: Nullable(Type.String()),
  tax_rate_id: Nullable(Type.Integer()),
  members_not_admitted: Type.Integer(),
})
export type MembershipTypeRow = Static<typeof MembershipTypeRow>

export const selectMembershipTypes = (sql: Db, now: Date, orgId: OrgId) => sql`
  select t.membership_type_id, t.membership_category_id, c.title as category_title, t.title, ${priceToday(sql, now)} as price_minor, o.currency,
    t.season_id, t.seating, t.seat_section_ids, t.expires::text as expires, t.offer_auto_renew, t.renewal_type_id, t.renewal_notice_days, t.renewal_days,
    t.show_online, t.game_day_access, t.order_by, t.status,
    t.price_minor as full_price_minor, t.price_steps, t.term, t.available_from, t.available_until, t.max_members,
    t.max_members - t.sold - t.held as members_left, t.age_from, t.age_until, t.max_per_person, t.cancellation,
    t.cancellation_until::text as cancellation_until, t.tax_rate_id,
    ${membersNotAdmitted(orgId, sql, now, sql`y.membership_type_id = t.membership_type_id`)} as members_not_admitted
  from membership_types t
  join membership_categories c using (org_id, membership_category_id)
  join organisations o using (org_id)`

export const toMembershipType = (row: MembershipTypeRow) =>
  ({
    membership_type_id: row.membership_type_id,
    membership_category_id: row.membership_category_id,
    category_title: row.category_title,
    title: row.title,
    price: toMajor(row.price_minor, row.currency),
    season_id: row.season_id,
    seating: row.seating,
    seat_section_ids: row.seat_section_ids,
    expires: row.expires,
    offer_auto_renew: Number(row.offer_auto_renew),
    renewal_type_id: row.renewal_type_id,
    renewal_notice_days: row.renewal_notice_days,
    renewal_days: row.renewal_days,
    show_online: Number(row.show_online),
    game_day_access: Number(row.game_day_access),
    order_by: row.order_by,
    status: row.status,
    full_price: toMajor(row.full_price_minor, row.currency),
    prices: stepsByDay(row.price_steps).map(([from, minor]) => ({ from, price: toMajor(minor, row.currency) })),
    term: row.term,
    available_from_unix: row.available_from && unixSeconds(row.available_from),
    available_until_unix: row.available_until && unixSeconds(row.available_until),
    max_members: row.max_members,
    members_left: row.members_left,
    age_from: row.age_from,
    age_until: row.age_until,
    max_per_person: row.max_per_person,
    cancellation: row.cancellation,
    cancellation_until: row.cancellation_until,
    tax_rate_id: row.tax_rate_id,
    members_not_admitted: row.members_not_admitted,
  }) satisfies Static<typeof MembershipType>

export const membershipTypes: Resource<MembershipTypeRow, Static<typeof MembershipType>> = {
  singular: 'membership_type',
  operationNames: {
    one: 'MembershipType',
    many: 'MembershipTypes',
    read: { one: 'ManagedMembershipType', many: 'ManagedMembershipTypes' },
  },
  object: 'membership_types',
  scope: 'members:manage',
  mailedWords: ['title'],
  listPath: '/v1/manage/membership_types',
  itemPath: '/v1/manage/membership_types/:membership_type_id',
  table: 'membership_types',
  id: 'membership_type_id',
  tag: 'Membership catalogue',
  schema: MembershipType,
  constraints: {
    membership_types_org_id_membership_category_id_fkey: missing('membership_category_id'),
    membership_types_sale_window: invalid(
      'available_until_unix',
      'available_until_unix must be after available_from_unix.',
    ),
    membership_types_ages: invalid('age_until', 'age_until must not be less than age_from.'),
    membership_types_never_oversold: conflictOn('max_members', 'There are more members of it than that.'),
    membership_types_cancellation: invalid(
      'cancellation_until',
      'cancellation_until goes with cancellation full_until, and with no other.',
    ),
    membership_types_season_fkey: missing('season_id'),
    membership_types_renewal_fkey: missing('renewal_type_id'),
    membership_types_renewal_days: invalid('renewal_days', 'renewal_days must be less than renewal_notice_days.'),
  },
  select: selectMembershipTypes,
  toItem: toMembershipType,
}
