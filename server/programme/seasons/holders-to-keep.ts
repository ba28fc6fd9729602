import type { OrgId } from '../../access/principal.ts'
import { type Tx, when } from '../../platform/postgres/database.ts'
import type { Fragment } from '../../platform/postgres/sql.ts'
import { memberStatus } from '../statuses.ts'

/** A holder of a seat in the season before, and where that seat is in the one that follows. */
export type HolderToKeep = {
  membership_member_id: number
  from_seat_id: number
  /** Null where the new season's map has no such seat, or has it blocked. */
  seat_id: number | null
  kept_until: Date
}

type Wanted = { seasonId: number; memberIds: number[] | undefined; until: Date | undefined }

/**
 * Holders for whom no seat is kept yet. On the same map the seat is the same; on another it is the one of the same section, row and number.
 */
export async function findHoldersToKeep(
  orgId: OrgId,
  tx: Tx,
  now: Date,
  { seasonId, memberIds, until }: Wanted,
): Promise<HolderToKeep[]> {
  const rows = await tx<HolderToKeep[]>`
    with holders as (
      select z.membership_member_id, z.seat_id, s.seat_map_id, f.seat_map_id as to_map_id, s.seat_row, s.seat_title,
        x.title, x.sub_section_title, greatest(f.seats_kept_until, ${until ?? null}::timestamptz, ${renewedUntil(orgId, tx)}) as kept_until
      from seasons f
      join season_seats z on z.org_id = f.org_id and z.season_id = f.follows_season_id
      join members m on m.org_id = z.org_id and m.membership_member_id = z.membership_member_id
      join seats s on s.org_id = z.org_id and s.seat_id = z.seat_id
      join seat_sections x
        on x.org_id = s.org_id and x.seat_map_id = s.seat_map_id and x.seat_section_id = s.seat_section_id
      where f.org_id = ${orgId}
        and f.season_id = ${seasonId}
        and f.season_status = 'active'
        and f.seat_map_id is not null
        and m.membership_member_status_id <> ${memberStatus.cancelled}
        ${when(tx, memberIds, (ids) => tx`and z.membership_member_id = any (${ids}::bigint[])`)}
        and ${hasNoPlace(orgId, tx, now, seasonId)}
    )
    select distinct on (h.membership_member_id) h.membership_member_id, h.seat_id as from_seat_id, coalesce(t.seat_id, p.seat_id) as seat_id,
      h.kept_until
    from holders h
    left join seats t
      on t.org_id = ${orgId} and t.seat_id = h.seat_id and t.seat_map_id = h.to_map_id and t.seat_status = 'active'
    left join (
      select q.seat_id, q.seat_map_id, coalesce(q.seat_row, '') as seat_row, q.seat_title, y.title,
        coalesce(y.sub_section_title, '') as sub_section_title
      from seats q
      join seat_sections y
        on y.org_id = q.org_id and y.seat_map_id = q.seat_map_id and y.seat_section_id = q.seat_section_id
      where q.org_id = ${orgId}
        and q.seat_status = 'active'
        and q.seat_map_id = (
          select seat_map_id
          from seasons
          where org_id = ${orgId}
            and season_id = ${seasonId}
        )
    ) p
      on t.seat_id is null
      and p.title = h.title
      and p.sub_section_title = coalesce(h.sub_section_title, '')
      and p.seat_row = coalesce(h.seat_row, '')
      and p.seat_title = h.seat_title
    where h.kept_until > ${now}
    order by h.membership_member_id, p.seat_id`
  return oneOfEachSeat(rows)
}
function oneOfEachSeat(holders: HolderToKeep[]): HolderToKeep[] {
  const given = new Set<number>()
  return holders.map((holder) => {
    const { seat_id: seatId } = holder
    if (seatId === null || !given.has(seatId)) {
      if (seatId !== null) given.add(seatId)
      return holder
    }
    return { ...holder, seat_id: null }
  })
}

/** A membership that renews by itself into the season takes its seat when its term ends, also where that is later. */
const renewedUntil = (orgId: OrgId, tx: Tx): Fragment => tx`
  case when m.auto_renew and exists (
    select 1
    from membership_types y
    join membership_types r on r.org_id = y.org_id and r.membership_type_id = y.renewal_type_id
    where y.org_id = ${orgId}
      and y.membership_type_id = m.membership_type_id
      and r.season_id = f.season_id
  ) then m.expires end`

/** No seat of the season is kept for the member or theirs, they have not bought it without one, and have not declined. */
const hasNoPlace = (orgId: OrgId, tx: Tx, now: Date, seasonId: number): Fragment => tx`
  not exists (
    select 1
    from season_seats h
    where h.org_id = ${orgId}
      and h.season_id = ${seasonId}
      and (h.membership_member_id = m.membership_member_id or (h.kept_for_member_id = m.membership_member_id and h.kept_until > ${now}))
  )
  and not exists (
    select 1
    from member_terms k
    where k.org_id = ${orgId}
      and k.membership_member_id = m.membership_member_id
      and k.season_id = ${seasonId}
      and k.membership_member_status_id <> ${memberStatus.cancelled}
  )
  and not exists (
    select 1
    from membership_types y
    where y.org_id = ${orgId}
      and y.membership_type_id = m.membership_type_id
      and y.season_id = ${seasonId}
  )
  and not exists (
    select 1
    from season_keeps d
    where d.org_id = ${orgId}
      and d.season_id = ${seasonId}
      and d.membership_member_id = m.membership_member_id
      and d.keep_state = 'declined'
  )`
