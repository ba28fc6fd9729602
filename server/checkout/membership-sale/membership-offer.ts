import { type Static, Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import type { Seating } from '../../people/membership-catalogue/membership-type.ts'
import { priceToday } from '../../people/membership-catalogue/type-price.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { Nullable } from '../../platform/http/schema.ts'
import type { Db, Tx } from '../../platform/postgres/database.ts'
import type { Fragment } from '../../platform/postgres/sql.ts'
import { yearsBetween } from '../../platform/values/calendar.ts'
import { localDate } from '../../platform/values/time.ts'
import { catalogueStatus } from '../../programme/statuses.ts'
import { StockError } from '../../programme/stock/errors.ts'
import { BorneRateColumn, borneRate } from '../../programme/tax-rates/borne-rate.ts'

/** A type with all that decides whether a fan may have it now, and what it costs them. */
export const MembershipOfferRow = Type.Object({
  membership_type_id: Type.Integer(),
  season_id: Nullable(Type.Integer()),
  seat_map_id: Nullable(Type.Integer({ description: 'of the season' })),
  seating: Type.Unsafe<Seating>({ type: 'string' }),
  seat_section_ids: Type.Array(Type.Integer({ description: 'where its seats are; none: anywhere' })),
  first_day: Nullable(Type.String({ description: 'of the season' })),
  price_minor: Type.Integer(),
  tax_rate: BorneRateColumn,
  status: Type.Integer(),
  category_status: Type.Integer(),
  show_online: Type.Boolean(),
  category_show_online: Type.Boolean(),
  available_from: Type.Unsafe<Date | null>({ type: ['object', 'null'] }),
  available_until: Type.Unsafe<Date | null>({ type: ['object', 'null'] }),
  last_day: Nullable(Type.String()),
  term: Nullable(Type.String()),
  offer_auto_renew: Type.Boolean(),
  age_from: Nullable(Type.Integer()),
  age_until: Nullable(Type.Integer()),
  max_members: Nullable(Type.Integer()),
  places_left: Nullable(Type.Integer()),
  currency: Type.String(),
  timezone: Type.String(),
})
export type MembershipOfferRow = Static<typeof MembershipOfferRow>

export const findMembershipOffer = async (
  orgId: OrgId,
  sql: Db,
  now: Date,
  typeId: number,
): Promise<MembershipOfferRow | undefined> =>
  (await findMembershipOffers(orgId, sql, now, sql`t.membership_type_id = ${typeId}`))[0]

/** In the order of the catalogue; `isWanted` says which of the types `t`. */
export const findMembershipOffers = (orgId: OrgId, sql: Db, now: Date, isWanted: Fragment) => sql<MembershipOfferRow[]>`
    select t.membership_type_id, t.season_id, n.seat_map_id, t.seating, t.seat_section_ids, n.first_day::text as first_day, ${priceToday(sql, now)} as price_minor, ${borneRate(orgId, sql, 't')} as tax_rate, t.status, c.status as category_status, t.show_online,
      c.show_online as category_show_online, t.available_from, t.available_until, coalesce(n.last_day, t.expires)::text as last_day, t.term,
      t.offer_auto_renew, t.age_from, t.age_until, t.max_members, t.max_members - t.sold - t.held as places_left, o.currency,
      o.timezone
    from membership_types t
    join membership_categories c on c.org_id = ${orgId} and c.membership_category_id = t.membership_category_id
    join organisations o on o.org_id = ${orgId}
    left join seasons n on n.org_id = ${orgId} and n.season_id = t.season_id
    where t.org_id = ${orgId}
      and ${isWanted}
    order by c.order_by, c.membership_category_id, t.order_by, t.membership_type_id`

/**
 * Types in the order of their ids. Those who want one of a limited type wait for each other; all others share the lock, which a change of
 * the type waits for, so that setting a limit counts every basket that holds one.
 */
export async function lockTypes(orgId: OrgId, tx: Tx, typeIds: number[]): Promise<void> {
  for (const typeId of [...new Set(typeIds)].sort((a, b) => a - b)) {
    const limited = await tx`
      select 1
      from membership_types
      where org_id = ${orgId}
        and membership_type_id = ${typeId}
        and max_members is not null
      for no key update`
    if (limited.length > 0) continue
    const [type] = await tx<{ max_members: number | null }[]>`
      select max_members
      from membership_types
      where org_id = ${orgId}
        and membership_type_id = ${typeId}
      for share`
    if (type && type.max_members !== null) {
      throw new ApiError('state_conflict', { message: 'The membership was changed meanwhile. Try again.' })
    }
  }
}

const refuse = (message: string) => new StockError('price_unavailable', { param: 'membership_type_id', message })

/** Why a type cannot be bought at this moment. Online only what is shown there. */
export function membershipRefusal(
  offer: MembershipOfferRow | undefined,
  now: Date,
  isOnline: boolean,
): ApiError | undefined {
  if (!offer) {
    return new ApiError('resource_missing', { param: 'membership_type_id', message: 'There is no such type.' })
  }
  const { active } = catalogueStatus
  if (offer.status !== active || offer.category_status !== active) return refuse('The membership is not on sale.')
  if (isOnline && !(offer.show_online && offer.category_show_online)) {
    return refuse('The membership is not sold online.')
  }
  if (offer.available_from !== null && offer.available_from > now) return refuse('The sale has not begun.')
  if (offer.available_until !== null && offer.available_until <= now) return refuse('The sale has ended.')
  if (offer.term === null && offer.last_day !== null && offer.last_day < localDate(now, offer.timezone)) {
    return refuse('The membership has ended.')
  }
  return undefined
}

/** Why a person of this age cannot be a member of the type: their age on the first day of its season, or today. */
export function ageRefusal(
  { age_from: from, age_until: until, first_day: firstDay, timezone }: MembershipOfferRow,
  born: string | null | undefined,
  now: Date,
): ApiError | undefined {
  const today = localDate(now, timezone)
  if (born && born > today) return invalidBirth('date_of_birth must not be in the future.')
  if (from === null && until === null) return undefined
  if (!born) {
    const message = 'date_of_birth is missing: this membership is for an age.'
    return new ApiError('parameter_missing', { param: 'member[date_of_birth]', message })
  }
  const age = yearsBetween(born, firstDay ?? today)
  if (from !== null && age < from) return invalidBirth(`This membership is from ${from} years on.`)
  if (until !== null && age > until) return invalidBirth(`This membership is until ${until} years.`)
  return undefined
}

const invalidBirth = (message: string) => new ApiError('parameter_invalid', { param: 'member[date_of_birth]', message })
