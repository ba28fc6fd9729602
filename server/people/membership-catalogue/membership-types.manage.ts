import { type Static, Type } from 'typebox'
import { ApiError } from '../../platform/http/errors.ts'
import { Id, Input, Integer, Nullable, OneOf, Text, UnixSeconds } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import { fromUnixSeconds } from '../../platform/values/clock.ts'
import { toMinor } from '../../platform/values/money.ts'
import { catalogueStatus } from '../../programme/statuses.ts'
import { chooseTaxRate } from '../../programme/tax-rates/borne-rate.ts'
import { changeOf, createOf, stepOf } from '../../resources/change-operations.ts'
import type { ChangeContext } from '../../resources/change-row.ts'
import { invalid, missing } from '../../resources/constraints.ts'
import { CalendarDate, Flag } from '../../resources/fields.ts'
import { listOf, retrieveOf } from '../../resources/read-operations.ts'
import type { ColumnValues } from '../../resources/resource.ts'
import {
  type CancellationRule,
  cancellationRules,
  type MembershipTypeRow,
  membershipTypes,
  seatings,
  TermOrNull,
} from './membership-type.ts'
import { requireNoCircle } from './renewal-rule.ts'
import { chooseSeason, moveMembersOfType } from './season-rule.ts'
import { chooseSeating } from './seating-rule.ts'
import { memberLimitColumns } from './type-limit.ts'
import type { PriceSteps } from './type-price.ts'
import { flagColumn, OrderBy, StatusInput } from './values.ts'

/*
 * Operations (written by npm run openapi):
 * archiveMembershipType, changeMembershipType, createMembershipType, listManagedMembershipTypes
 * retrieveManagedMembershipType
 */

const PRICE_MAX = 1_000_000_000

const Age = (options: Record<string, unknown>) => Integer({ minimum: 0, maximum: 150, ...options })

const Body = Input({
  membership_category_id: Id(),
  title: Text(200),
  price: Type.Number({
    minimum: 0,
    maximum: PRICE_MAX,
    description: 'in the currency of the organisation, major unit: 12.5',
  }),
  season_id: Type.Optional(
    Nullable(Id({ description: 'whose seats and events its members have; stays once a member has a seat by it' })),
  ),
  seating: Type.Optional(
    OneOf([...seatings], {
      description:
        'whether it is sold with a seat: optional unless you say; required and seat_section_ids are for a season with a map',
    }),
  ),
  seat_section_ids: Type.Optional(
    Type.Array(Id(), {
      maxItems: 200,
      uniqueItems: true,
      description: 'where its seats are; empty: anywhere on the map',
    }),
  ),
  expires: Type.Optional(
    Nullable(CalendarDate({ description: 'YYYY-MM-DD, the last day, in the time zone of the organisation' })),
  ),
  offer_auto_renew: Type.Optional(Flag({ description: '0 unless you say' })),
  renewal_type_id: Type.Optional(
    Nullable(
      Id({
        description:
          'the type by which members with auto_renew go on: the next season’s, or itself where it lasts a month or a year; null: none',
      }),
    ),
  ),
  renewal_notice_days: Type.Optional(
    Integer({ minimum: 1, maximum: 180, description: 'days before the end on which they are told; 30 unless you say' }),
  ),
  renewal_days: Type.Optional(
    Integer({ minimum: 0, maximum: 90, description: 'days before the end on which it is made; 7 unless you say' }),
  ),
  show_online: Type.Optional(Flag({ description: '1 unless you say' })),
  game_day_access: Type.Optional(
    Flag({
      description:
        '1: its members enter on their own barcode; 1 with a season unless you say, also when it is given one; else 0',
    }),
  ),
  prices: Type.Optional(
    Type.Array(
      Input({
        from: CalendarDate({ description: 'YYYY-MM-DD' }),
        price: Type.Number({ minimum: 0, maximum: PRICE_MAX }),
      }),
      {
        maxItems: 24,
        description: 'what it costs from a day on, in the time zone of the organisation: pro rata, half a season',
      },
    ),
  ),
  term: Type.Optional(TermOrNull),
  available_from_unix: Type.Optional(Nullable(UnixSeconds({ description: 'start of the sale; null: open' }))),
  available_until_unix: Type.Optional(Nullable(UnixSeconds({ description: 'end of the sale; null: open' }))),
  max_members: Type.Optional(
    Nullable(Integer({ minimum: 0, maximum: 10_000_000, description: 'how many there may be; null: no limit' })),
  ),
  age_from: Type.Optional(Nullable(Age({ description: 'years of age on the day that it is bought' }))),
  age_until: Type.Optional(Nullable(Age({ description: 'the oldest, in years' }))),
  max_per_person: Type.Optional(
    Nullable(Integer({ minimum: 1, maximum: 1000, description: 'how many of them one buyer may have online' })),
  ),
  cancellation: Type.Optional(
    OneOf([...cancellationRules], {
      description:
        'what goes back to a member who leaves: none unless you say; full_until, with cancellation_until; by_events_left, of a season',
    }),
  ),
  cancellation_until: Type.Optional(Nullable(CalendarDate({ description: 'YYYY-MM-DD, the last day of full_until' }))),
  tax_rate_id: Type.Optional(
    Nullable(
      Id({ description: 'what it is taxed at: that of new prices unless you say; null: nothing is said of tax' }),
    ),
  ),
  order_by: Type.Optional(OrderBy),
  status: Type.Optional(StatusInput),
})

export const manageMembershipTypes: Operation[] = [
  listOf(membershipTypes),
  retrieveOf(membershipTypes),
  createOf(membershipTypes, Body, async (body, at) => {
    const seatMapId = await chooseCategory(at, body.membership_category_id)
    if (body.season_id) await chooseSeason(at, body.season_id, seatMapId)
    requireSeasonFor(body.cancellation, body.season_id ?? null)
    await chooseSeating(at, {
      seasonId: body.season_id ?? null,
      seating: body.seating ?? 'optional',
      sectionIds: body.seat_section_ids ?? [],
    })
    if (body.renewal_type_id) await requireNoCircle(at, null, body.renewal_type_id, body.term ?? null)
    return {
      ...(await toColumns({ game_day_access: body.season_id ? 1 : 0, ...body }, at)),
      ...(await memberLimitColumns(at, body.max_members, null)),
      ...(await chooseTaxRate(at, body.tax_rate_id, { isNew: true })),
    }
  }),
  changeOf(membershipTypes, Body, async (body, type, at) => {
    const { membership_category_id: categoryId = type.membership_category_id, season_id: seasonId = type.season_id } =
      body
    if (categoryId !== type.membership_category_id || seasonId !== type.season_id) {
      const seatMapId = await chooseCategory(at, categoryId)
      if (seasonId !== null) await chooseSeason(at, seasonId, seatMapId)
    }
    requireSeasonFor(body.cancellation ?? type.cancellation, seasonId)
    await chooseSeating(at, {
      seasonId,
      seating: body.seating ?? type.seating,
      sectionIds: body.seat_section_ids ?? type.seat_section_ids,
    })
    const { renewal_type_id: renewalId = type.renewal_type_id, term = type.term } = body
    if (renewalId !== null) await requireNoCircle(at, type.membership_type_id, renewalId, term)
    if (seasonId !== type.season_id) await moveMembersOfType(at, type, seasonId)
    const isGivenSeason = type.season_id === null && seasonId !== null
    return {
      ...(await toColumns({ ...(isGivenSeason && { game_day_access: 1 }), ...body }, at)),
      ...(await memberLimitColumns(at, body.max_members, type)),
      ...(await chooseTaxRate(at, body.tax_rate_id, { isNew: false, before: type.tax_rate_id })),
    }
  }),
  stepOf(
    membershipTypes,
    {
      verb: 'archive',
      done: 'archived',
      summary: 'Archive a membership type',
      description: 'Its members stay as they are; it takes no further members. Setting `status` brings it back.',
    },
    () => ({ status: catalogueStatus.archived }),
  ),
]

/** What is left is counted in the events of a season. */
function requireSeasonFor(cancellation: CancellationRule | undefined, seasonId: number | null): void {
  if (cancellation !== 'by_events_left' || seasonId !== null) return
  throw invalid('cancellation', 'by_events_left is for types of a season.')()
}

/** The category must exist and not be archived. Returns its seat map. */
async function chooseCategory({ tx, orgId }: ChangeContext, categoryId: number): Promise<number | null> {
  const [category] = await tx<{ status: number; membership_seat_map_id: number | null }[]>`
    select status, membership_seat_map_id
    from membership_categories
    where org_id = ${orgId}
      and membership_category_id = ${categoryId}
    for share`
  if (!category) throw missing('membership_category_id')()
  if (category.status === catalogueStatus.archived) {
    throw new ApiError('state_conflict', { param: 'membership_category_id', message: 'The category is archived.' })
  }
  return category.membership_seat_map_id
}

async function toColumns(
  body: Partial<Static<typeof Body>>,
  at: ChangeContext,
): Promise<ColumnValues<MembershipTypeRow>> {
  const {
    price,
    prices,
    offer_auto_renew,
    show_online,
    game_day_access,
    max_members: _limit,
    tax_rate_id,
    ...rest
  } = body
  const { available_from_unix: from, available_until_unix: until, ...columns } = rest
  return {
    ...columns,
    ...(prices === undefined ? {} : { price_steps: await stepsOf(prices, at) }),
    ...(from === undefined ? {} : { available_from: fromUnixSeconds(from) }),
    ...(until === undefined ? {} : { available_until: fromUnixSeconds(until) }),
    ...(price === undefined ? {} : { price_minor: await minorOf(price, at) }),
    ...flagColumn('offer_auto_renew', offer_auto_renew),
    ...flagColumn('show_online', show_online),
    ...flagColumn('game_day_access', game_day_access),
  }
}

async function stepsOf(prices: { from: string; price: number }[], at: ChangeContext): Promise<PriceSteps> {
  const steps: PriceSteps = {}
  for (const { from, price } of prices) {
    if (from in steps) throw invalid('prices', 'prices names a day twice.')()
    steps[from] = await minorOf(price, at, 'prices')
  }
  return steps
}

/** The lock keeps the currency what it is until the price in it is stored. */
async function minorOf(price: number, { tx, orgId }: ChangeContext, param = 'price'): Promise<number> {
  const [row] = await tx<{ currency: string }[]>`
    select currency
    from organisations
    where org_id = ${orgId}
    for share`
  const currency = row?.currency ?? ''
  const minor = toMinor(price, currency)
  if (minor === undefined) throw invalid(param, `price is finer than ${currency} has coins for.`)()
  return minor
}
