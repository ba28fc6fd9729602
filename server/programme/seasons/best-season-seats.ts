import type { OrgId } from '../../access/principal.ts'
import { ApiError } from '../../platform/http/errors.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { Fragment } from '../../platform/postgres/sql.ts'
import { longestRun } from '../stock/best-available.ts'
import { StockError } from '../stock/errors.ts'
import {
  bestOfStand,
  type PlacedSeat,
  placedSeats,
  type SectionRow,
  sectionColumns,
  toChosenSection,
} from '../stock/seat-sections.ts'
import { isComing } from './lock-season.ts'

/** True of a seat `s` that no member and no basket has for the season, and no buyer in an event of it that is to come. What has expired is free. */
export const isFreeInSeason = (orgId: OrgId, tx: Tx, now: Date, seasonId: number): Fragment => tx`(
  not exists (
    select 1
    from season_seats z
    where z.org_id = ${orgId}
      and z.season_id = ${seasonId}
      and z.seat_id = s.seat_id
      and (z.expires_at is null or z.expires_at > ${now})
  )
  and not exists (
    select 1
    from seat_claims a
    join season_events v on v.org_id = a.org_id and v.event_id = a.event_id
    join events e on e.org_id = a.org_id and e.event_id = a.event_id
    where a.org_id = ${orgId}
      and a.seat_id = s.seat_id
      and (a.expires_at is null or a.expires_at > ${now})
      and v.season_id = ${seasonId}
      and ${isComing(tx, 'e', now)}
  )
)`

/**
 * So many seats side by side that are free for the whole season, in the sections that are named or in any, by the rules that single tickets are chosen by. They are not taken
 * yet: another request may be quicker, and the next choice is another.
 */
export async function bestSeasonSeats(
  orgId: OrgId,
  tx: Tx,
  now: Date,
  seasonId: number,
  { count, sectionIds, param }: { count: number; sectionIds: number[]; param: string },
): Promise<number[]> {
  const rows = await tx<(SectionRow & { seat_map_id: number })[]>`
    select s.seat_map_id, ${sectionColumns(orgId, tx)}
    from seasons n
    join seat_sections s on s.org_id = n.org_id and s.seat_map_id = n.seat_map_id
    where n.org_id = ${orgId}
      and n.season_id = ${seasonId}
    order by s.order_by, s.seat_section_id`
  const sections = rows.filter(({ seat_section_id: id }) => sectionIds.length === 0 || sectionIds.includes(id))
  if (sections.length === 0) {
    const message = 'The season has no such section.'
    throw new ApiError('resource_missing', { param: sectionIds.length === 0 ? param : 'seat_section_id', message })
  }
  const seatMapId = sections[0]?.seat_map_id ?? null
  const isFree = isFreeInSeason(orgId, tx, now, seasonId)
  const seats = new Map<number, PlacedSeat[]>()
  const freeIn = async (id: number) => {
    const free = seats.get(id) ?? (await placedSeats(orgId, tx, { seatMapId, sectionId: id }, isFree))
    seats.set(id, free)
    return free
  }
  for (const [, stand] of Map.groupBy(sections.map(toChosenSection), ({ title }) => title)) {
    const best = await bestOfStand(stand, count, freeIn)
    if (best) return best
  }
  const available = Math.max(0, ...[...seats.values()].map(longestRun))
  throw new StockError('sold_out', { param, message: 'There are not so many seats side by side.', available })
}
