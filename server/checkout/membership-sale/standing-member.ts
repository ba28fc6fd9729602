import { type Static, Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import { endOfDay } from '../../people/members/membership-end.ts'
import { priceToday } from '../../people/membership-catalogue/type-price.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { Nullable } from '../../platform/http/schema.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { memberStatus } from '../../programme/statuses.ts'
import { endOfTerm } from './end-of-term.ts'
import type { MembershipOfferRow } from './membership-offer.ts'

const DateOrNull = Type.Unsafe<Date | null>({ type: ['object', 'null'] })

/** A seat that a season keeps for the member. */
const KeptSeat = Type.Object({
  season_id: Type.Integer(),
  seat_id: Type.Integer(),
  seat_section_id: Type.Integer(),
})

/** A member whose membership is to go on, or to become another: as it stands, with what they have bought for later. */
export const StandingMemberRow = Type.Object({
  membership_member_id: Type.Integer(),
  user_id: Type.Integer(),
  is_erased: Type.Boolean(),
  membership_type_id: Nullable(Type.Integer()),
  season_id: Nullable(Type.Integer()),
  last_day: Nullable(Type.String({ description: 'of the season' })),
  price_minor: Nullable(Type.Integer({ description: 'of the type, today' })),
  membership_seat_id: Nullable(Type.Integer()),
  seat_map_id: Nullable(Type.Integer()),
  seat_section_id: Nullable(Type.Integer()),
  kept_seats: Type.Array(KeptSeat),
  membership_member_status_id: Type.Integer(),
  date_of_birth: Nullable(Type.String()),
  expires: DateOrNull,
  next_ends_at: DateOrNull,
  next_type_ids: Type.Array(Type.Integer()),
  next_season_ids: Type.Array(Type.Integer()),
  open_instalments: Type.Integer(),
  timezone: Type.String(),
})
export type StandingMemberRow = Static<typeof StandingMemberRow>

export const findStandingMember = async (
  orgId: OrgId,
  sql: Db,
  now: Date,
  memberId: number,
): Promise<StandingMemberRow | undefined> => (await findStandingMembers(orgId, sql, now, [memberId]))[0]

export const findStandingMembers = (orgId: OrgId, sql: Db, now: Date, memberIds: number[]) => sql<StandingMemberRow[]>`
    select m.membership_member_id, m.user_id, c.erased_at is not null as is_erased, m.membership_type_id, t.season_id,
      z.last_day::text as last_day, ${priceToday(sql, now)} as price_minor, m.membership_seat_id, s.seat_map_id, s.seat_section_id, m.membership_member_status_id,
      coalesce((
        select jsonb_agg(jsonb_build_object('season_id', k.season_id, 'seat_id', k.seat_id, 'seat_section_id', q.seat_section_id))
        from season_seats k
        join seats q on q.org_id = k.org_id and q.seat_id = k.seat_id
        where k.org_id = ${orgId}
          and k.kept_for_member_id = m.membership_member_id
          and k.kept_until > ${now}
      ), '[]') as kept_seats,
      m.date_of_birth::text as date_of_birth, m.expires, n.ends_at as next_ends_at,
      coalesce(n.type_ids, '{}') as next_type_ids, coalesce(n.season_ids, '{}') as next_season_ids, o.timezone,
      (
        select count(*)
        from membership_plans p
        join debts d on d.org_id = p.org_id and d.membership_plan_id = p.membership_plan_id
        where p.org_id = ${orgId}
          and p.membership_member_id = m.membership_member_id
          and p.term_order_id = m.membership_order_id
          and d.closed_at is null
          and d.due_at > ${now}
      )::integer as open_instalments
    from members m
    join customers c on c.org_id = ${orgId} and c.user_id = m.user_id
    join organisations o on o.org_id = ${orgId}
    left join membership_types t on t.org_id = ${orgId} and t.membership_type_id = m.membership_type_id
    left join seasons z on z.org_id = ${orgId} and z.season_id = t.season_id
    left join seats s on s.org_id = ${orgId} and s.seat_id = m.membership_seat_id
    left join lateral (
      select max(k.ends_at) as ends_at, array_agg(k.membership_type_id) as type_ids,
        array_agg(k.season_id) filter (where k.season_id is not null) as season_ids
      from member_terms k
      where k.org_id = ${orgId}
        and k.membership_member_id = m.membership_member_id
        and k.term_state = 'next'
    ) n on true
    where m.org_id = ${orgId}
      and m.membership_member_id = any (${memberIds}::bigint[])
    order by m.membership_member_id`

const conflict = (param: string, message: string) => new ApiError('state_conflict', { param, message })

const isCancelled = ({ membership_member_status_id: status }: StandingMemberRow) => status === memberStatus.cancelled

/** When what the member has bought so far ends; null: never. A cancelled membership has ended. */
function endOfStanding(standing: StandingMemberRow, now: Date): Date | null {
  if (standing.next_ends_at !== null) return standing.next_ends_at
  if (isCancelled(standing)) return now
  return standing.expires ?? (standing.last_day === null ? null : endOfDay(standing.last_day, standing.timezone))
}

/** When a renewal begins: with the end of what the member has, or now. */
export function startOfRenewal(standing: StandingMemberRow, now: Date): Date {
  const end = endOfStanding(standing, now)
  return end !== null && end > now ? end : now
}

/** Why a membership cannot be renewed by the type that is offered. */
export function renewalRefusal(
  standing: StandingMemberRow,
  offer: MembershipOfferRow,
  now: Date,
): ApiError | undefined {
  const { season_id: seasonId } = offer
  if (standing.is_erased) return conflict('membership_member_id', 'The customer has been erased.')
  const hasSeason =
    seasonId !== null &&
    ((!isCancelled(standing) && standing.season_id === seasonId) || standing.next_season_ids.includes(seasonId))
  if (hasSeason) return conflict('membership_type_id', 'The member has a membership of this season already.')
  const end = endOfStanding(standing, now)
  if (end === null) return conflict('membership_member_id', 'The membership does not end.')
  const ends = endOfTerm(offer, startOfRenewal(standing, now))
  if (ends !== null && ends <= end && end > now) {
    return conflict('membership_type_id', 'The member has a membership until then already.')
  }
  return undefined
}

/** Why a membership cannot become the one that is offered. */
export function upgradeRefusal(
  standing: StandingMemberRow,
  offer: MembershipOfferRow,
  { now, isSpread }: { now: Date; isSpread: boolean },
): ApiError | undefined {
  if (isCancelled(standing) || (standing.expires !== null && standing.expires <= now)) {
    return conflict('membership_member_id', 'The membership has ended: renew it instead.')
  }
  if (standing.membership_type_id === null || standing.membership_type_id === offer.membership_type_id) {
    return conflict('membership_type_id', 'The member has this membership already.')
  }
  if (standing.season_id !== offer.season_id) {
    return conflict('membership_type_id', 'An upgrade stays in the season of the membership.')
  }
  if (offer.price_minor < (standing.price_minor ?? 0)) {
    return conflict('membership_type_id', 'That membership costs less today.')
  }
  if (isSpread && standing.open_instalments === 0) {
    return conflict('over_open_instalments', 'No instalment of the membership is open.')
  }
  return undefined
}

/** Whether it takes a place of its type: who is of it already, now or from the next term on, has one. */
export const takesPlace = (standing: StandingMemberRow, typeId: number): boolean =>
  !standing.next_type_ids.includes(typeId) && (isCancelled(standing) || standing.membership_type_id !== typeId)
