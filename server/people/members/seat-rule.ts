import { ApiError } from '../../platform/http/errors.ts'
import { countSeatlessMembers } from '../../programme/seasons/count-seatless.ts'
import { lockSeason, lockSeasonPools } from '../../programme/seasons/lock-season.ts'
import { assignSeasonSeats, freeSeasonSeats } from '../../programme/seasons/season-seats.ts'
import { memberStatus } from '../../programme/statuses.ts'
import type { ChangeBy } from '../../resources/change-row.ts'
import type { MemberRow } from './member.ts'
import { seasonOfType } from './member-rules.ts'

const param = 'membership_seat_id'

type SeatedMember = Pick<
  MemberRow,
  'membership_member_id' | 'membership_type_id' | 'membership_seat_id' | 'membership_member_status_id'
>

/** A member's place in the season: a seat of their own, or a place without one, which counts where the season says. */
export async function takePlace(
  at: ChangeBy,
  memberId: number,
  seasonId: number | null,
  seatId: number | null,
): Promise<void> {
  const { orgId, tx, clock } = at
  if (seasonId === null && seatId === null) return
  if (seasonId === null) {
    throw new ApiError('state_conflict', {
      param,
      message: 'The member’s type has no season, and its members no seats of their own.',
    })
  }
  const now = clock(orgId)
  if (seatId === null) await countSeatlessMembers(orgId, tx, now, seasonId, 1)
  else await assignSeasonSeats(orgId, tx, now, { seasonId, owners: [{ seatId, memberId }], param })
}

/** What `takePlace` took. Seats of seasons that are over stay with who had them; so does the seat on the member's record. */
export async function givePlaceBack(at: ChangeBy, member: SeatedMember): Promise<void> {
  const { orgId, tx, clock } = at
  const { membership_seat_id: seatId } = member
  if (member.membership_member_status_id === memberStatus.cancelled) return
  const now = clock(orgId)
  if (seatId === null) {
    const seasonId = await seasonOfType(at, member.membership_type_id)
    if (seasonId !== null) await countSeatlessMembers(orgId, tx, now, seasonId, -1)
    return
  }
  for (const seasonId of await seasonsOfSeat(at, member)) await freeSeasonSeats(orgId, tx, now, seasonId, [seatId])
}

/** In which the member has the seat that is on their record: the season of their type. The same seat in the next one is of another term. */
async function seasonsOfSeat(at: ChangeBy, member: SeatedMember): Promise<number[]> {
  const { orgId, tx } = at
  const seasonId = await seasonOfType(at, member.membership_type_id)
  const rows = await tx<{ season_id: number }[]>`
    select season_id
    from season_seats
    where org_id = ${orgId}
      and membership_member_id = ${member.membership_member_id}
      and seat_id = ${member.membership_seat_id}
      and season_id = ${seasonId}`
  return rows.map(({ season_id }) => season_id)
}

/** Another seat, another season or none: what the member had is free, then what they get is theirs. */
export async function movePlace(
  at: ChangeBy,
  member: SeatedMember,
  to: { seasonId: number | null; seatId: number | null },
): Promise<void> {
  const { orgId, tx, clock } = at
  const seatIds = [member.membership_seat_id, to.seatId].flatMap((seatId) => seatId ?? [])
  const seasons = await seasonsOfSeat(at, member)
  const seasonIds = [...new Set([...seasons, ...(to.seasonId === null ? [] : [to.seasonId])])].sort((a, b) => a - b)
  // All locks of both seats first, in the order in which everybody takes them.
  for (const seasonId of seasonIds) await lockSeason(orgId, tx, seasonId, 'shared')
  if (seatIds.length > 0) await lockSeasonPools(orgId, tx, clock(orgId), seasonIds, seatIds)
  await givePlaceBack(at, member)
  await takePlace(at, member.membership_member_id, to.seasonId, to.seatId)
}
