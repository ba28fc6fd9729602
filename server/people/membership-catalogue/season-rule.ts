import { ApiError } from '../../platform/http/errors.ts'
import { countSeatlessMembers } from '../../programme/seasons/count-seatless.ts'
import { lockSeason } from '../../programme/seasons/lock-season.ts'
import { memberStatus } from '../../programme/statuses.ts'
import type { ChangeContext } from '../../resources/change-row.ts'
import type { MembershipTypeRow } from './membership-type.ts'

const param = 'season_id'

/** The season must exist, be in use, and be on the map of the type's category, where that has one. */
export async function chooseSeason(at: ChangeContext, seasonId: number, seatMapId: number | null): Promise<void> {
  const season = await lockSeason(at.orgId, at.tx, seasonId, 'shared', param)
  if (season.season_status === 'archived') throw refuse('The season is archived.')
  if (seatMapId !== null && season.seat_map_id !== seatMapId) {
    throw refuse('The season is not on the seat map of the type’s category.')
  }
}

const refuse = (message: string) => new ApiError('state_conflict', { param, message })

/** Members with a seat keep their season; those without one are counted in the new one, and no longer in the old. */
export async function moveMembersOfType(
  at: ChangeContext,
  type: MembershipTypeRow,
  seasonId: number | null,
): Promise<void> {
  const { orgId, tx, clock } = at
  const [count] = await tx<{ seated: number; seatless: number }[]>`
    select count(membership_seat_id) as seated, count(*) - count(membership_seat_id) as seatless
    from members
    where org_id = ${orgId}
      and membership_type_id = ${type.membership_type_id}
      and membership_member_status_id <> ${memberStatus.cancelled}`
  const { seated = 0, seatless = 0 } = count ?? {}
  const bought = await tx`
    select 1
    from member_terms
    where org_id = ${orgId}
      and membership_type_id = ${type.membership_type_id}
      and term_state = 'next'
    limit 1`
  if (bought.length > 0) throw refuse('Members have bought the type for their next term.')
  const held = await tx`
    select 1
    from basket_memberships
    where org_id = ${orgId}
      and membership_type_id = ${type.membership_type_id}
      and holds_place
    limit 1`
  if (held.length > 0) throw refuse('Fans are just buying memberships of the type. Try again in some minutes.')
  if (seated > 0) throw refuse('Members of the type have seats in its season; make another type for the next season.')
  if (seatless === 0) return
  const now = clock(orgId)
  if (type.season_id !== null) await countSeatlessMembers(orgId, tx, now, type.season_id, -seatless)
  if (seasonId !== null) await countSeatlessMembers(orgId, tx, now, seasonId, seatless)
}
