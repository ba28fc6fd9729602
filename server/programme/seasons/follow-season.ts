import { ApiError } from '../../platform/http/errors.ts'
import { fromUnixSeconds } from '../../platform/values/clock.ts'
import type { ChangeContext } from '../../resources/change-row.ts'
import { keepSeats } from './keep-seats.ts'
import { freeAllKept, freeExpiredKept, moveKeptUntil } from './kept-seats.ts'
import { lockSeason } from './lock-season.ts'
import type { SeasonRow } from './season.ts'

const param = 'follows_season_id'
const SEASONS_MAX = 100

/** The season before: its lock makes a sale of its seats wait that does not know yet where they are to be kept. */
export async function chooseFollowed(at: ChangeContext, seasonId: number | null, followedId: number): Promise<void> {
  const { orgId, tx } = at
  await lockSeason(orgId, tx, followedId, 'alone', param)
  if (seasonId === null) return
  const circle = await tx`
    with recursive before (season_id, steps) as (
      select ${followedId}::bigint, 1
      union all
      select n.follows_season_id, b.steps + 1
      from before b
      join seasons n on n.org_id = ${orgId} and n.season_id = b.season_id
      where n.org_id = ${orgId}
        and n.follows_season_id is not null
        and b.steps < ${SEASONS_MAX}
    )
    select 1
    from before
    where season_id = ${seasonId}`
  if (circle.length > 0) {
    throw new ApiError('state_conflict', { param, message: 'That season follows this one already.' })
  }
}

type Changes = {
  follows_season_id?: number | null
  seats_kept_until_unix?: number | null
  seat_map_id?: number | null
}

/** Keeps what a season is to keep once it follows another one, has another map, or keeps seats until another time. */
export async function settleKept(
  { orgId, tx, clock }: ChangeContext,
  season: SeasonRow,
  changes: Changes,
): Promise<void> {
  const { follows_season_id: followedId = season.follows_season_id, seat_map_id: mapId = season.seat_map_id } = changes
  const { season_id: seasonId, seats_kept_until: from } = season
  const { seats_kept_until_unix: untilUnix } = changes
  const until = untilUnix === undefined || untilUnix === null ? from : fromUnixSeconds(untilUnix)
  const isOther = followedId !== season.follows_season_id || mapId !== season.seat_map_id
  if (!isOther && until?.getTime() === from?.getTime()) return
  const now = clock(orgId)
  if (isOther) await freeAllKept(orgId, tx, now, seasonId)
  else if (from !== null && until !== null) {
    await freeExpiredKept(orgId, tx, now, tx`k.season_id = ${seasonId}`)
    await moveKeptUntil(orgId, tx, now, seasonId, { from, to: until })
  }
  if (followedId !== null) await keepSeats(orgId, tx, now, { seasonId, param })
}
