import { record } from '../../access/audit/record.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { Id, Input } from '../../platform/http/schema.ts'
import type { ChangeContext } from '../../resources/change-row.ts'
import { missing } from '../../resources/constraints.ts'
import { findItem } from '../../resources/resource.ts'
import { lockSeason } from './lock-season.ts'
import { seasons } from './season.ts'

export const KeptSeatParams = Input({ season_id: Id(), membership_member_id: Id() })

/** A season that follows another, under the lock that a sale of its seats waits for. */
export async function lockFollowing({ orgId, tx }: ChangeContext, seasonId: number): Promise<number> {
  await lockSeason(orgId, tx, seasonId, 'alone')
  const [season] = await tx<{ follows_season_id: number | null; season_status: string }[]>`
    select follows_season_id, season_status
    from seasons
    where org_id = ${orgId}
      and season_id = ${seasonId}`
  if (!season || season.follows_season_id === null || season.season_status === 'archived') {
    throw new ApiError('state_conflict', {
      param: 'season_id',
      message: 'The season follows no other, so it keeps no seats.',
    })
  }
  return season.follows_season_id
}

/** The seats of these members in the season before; each must have one. */
export async function seatsOfHolders(
  { orgId, tx }: ChangeContext,
  followedId: number,
  memberIds: number[],
  param: string,
): Promise<Map<number, number>> {
  const rows = await tx<{ membership_member_id: number; seat_id: number }[]>`
    select membership_member_id, seat_id
    from season_seats
    where org_id = ${orgId}
      and season_id = ${followedId}
      and membership_member_id = any (${memberIds}::bigint[])
    order by membership_member_id, seat_id`
  const seats = new Map(rows.map(({ membership_member_id, seat_id }) => [membership_member_id, seat_id]))
  if (memberIds.some((memberId) => !seats.has(memberId))) throw missing(param)()
  return seats
}
export const noteKept = ({ tx, clock, request }: ChangeContext, seasonId: number, action: string, after: object) =>
  record(tx, clock, request, { action: `season.${action}`, objectType: 'season', objectId: seasonId, after })

/** The season as it is after the change. */
export async function answerSeason({ orgId, tx, clock }: ChangeContext, seasonId: number) {
  const season = await findItem(seasons, orgId, tx, seasonId, clock(orgId))
  if (!season) throw new ApiError('resource_missing')
  return season
}
