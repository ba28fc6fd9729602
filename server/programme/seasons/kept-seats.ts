import type { OrgId } from '../../access/principal.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { Fragment } from '../../platform/postgres/sql.ts'
import { freeSeats } from './free-seats.ts'
import { keepSeats } from './keep-seats.ts'
import { alignClaims } from './take-kept-seats.ts'

type SeasonSeat = { season_id: number; seat_id: number }

/** Seats `k` that are kept and in no basket, by season; they are locked. */
const lockKept = (orgId: OrgId, tx: Tx, which: Fragment) => tx<SeasonSeat[]>`
  select k.season_id, k.seat_id
  from season_seats k
  where k.org_id = ${orgId}
    and k.kept_for_member_id is not null
    and k.basket_item_id is null
    and ${which}
  order by k.season_id, k.seat_id
  for update`

async function freeKept(orgId: OrgId, tx: Tx, now: Date, which: Fragment): Promise<number> {
  const keptSeats = await lockKept(orgId, tx, which)
  for (const [seasonId, seats] of Map.groupBy(keptSeats, ({ season_id }) => season_id)) {
    const seatIds = seats.map(({ seat_id }) => seat_id)
    await freeSeats(orgId, tx, now, seasonId, seatIds)
  }
  return keptSeats.length
}
export async function freeAllKept(orgId: OrgId, tx: Tx, now: Date, seasonId: number): Promise<void> {
  await freeKept(orgId, tx, now, tx`k.season_id = ${seasonId}`)
  await tx`
    delete from season_keeps
    where org_id = ${orgId}
      and season_id = ${seasonId}`
}
export const freeKeptOf = async (
  orgId: OrgId,
  tx: Tx,
  now: Date,
  { seasonId, memberId }: { seasonId: number; memberId: number },
): Promise<boolean> =>
  (await freeKept(orgId, tx, now, tx`k.season_id = ${seasonId} and k.kept_for_member_id = ${memberId}`)) > 0

/** Seats that are free since their time was up; tidied away, so many at once. */
export const freeExpiredKept = (orgId: OrgId, tx: Tx, now: Date, which: Fragment): Promise<number> =>
  freeKept(orgId, tx, now, tx`k.kept_until <= ${now} and ${which}`)

/** Holders of these seats give them back: what is kept for them in a season that follows is free as well. */
export async function freeKeptOfHolders(
  orgId: OrgId,
  tx: Tx,
  now: Date,
  { seasonId, seatIds }: { seasonId: number; seatIds: number[] },
): Promise<void> {
  const keptFor = await tx<{ season_id: number; membership_member_id: number }[]>`
    select f.season_id, z.membership_member_id
    from seasons f
    join season_seats z on z.org_id = f.org_id and z.season_id = f.follows_season_id
    join season_seats k
      on k.org_id = f.org_id and k.season_id = f.season_id and k.kept_for_member_id = z.membership_member_id
    where f.org_id = ${orgId}
      and f.follows_season_id = ${seasonId}
      and z.seat_id = any (${seatIds}::bigint[])`
  for (const [followingId, members] of Map.groupBy(keptFor, ({ season_id }) => season_id)) {
    const memberIds = members.map(({ membership_member_id }) => membership_member_id)
    await freeKept(
      orgId,
      tx,
      now,
      tx`k.season_id = ${followingId} and k.kept_for_member_id = any (${memberIds}::bigint[])`,
    )
  }
}

/** New holders of seats of the season have them kept in the seasons that follow it. */
export async function keepInFollowing(
  orgId: OrgId,
  tx: Tx,
  now: Date,
  seasonId: number,
  memberIds: number[],
): Promise<void> {
  const following = await tx<{ season_id: number }[]>`
    select season_id
    from seasons
    where org_id = ${orgId}
      and follows_season_id = ${seasonId}
      and season_status = 'active'
    order by season_id`
  for (const { season_id } of following) await keepSeats(orgId, tx, now, { seasonId: season_id, memberIds })
}

/**
 * Seats of baskets that are given up go back to the holders for whom they were kept: only while they are kept, and their holders have the seat
 * of the season before. Answers which these were.
 */
export async function keepAgain(
  orgId: OrgId,
  tx: Tx,
  now: Date,
  seasonId: number,
  seatIds: number[],
): Promise<Set<number>> {
  const keptRows = await tx<{ seat_id: number }[]>`
    update season_seats k
    set basket_id = null, basket_item_id = null, expires_at = k.kept_until, changed_at = ${now}
    where k.org_id = ${orgId}
      and k.season_id = ${seasonId}
      and k.seat_id = any (${seatIds}::bigint[])
      and k.kept_until > ${now}
      and exists (
        select 1
        from seasons f
        join season_seats z
          on z.org_id = f.org_id and z.season_id = f.follows_season_id and z.membership_member_id = k.kept_for_member_id
        where f.org_id = ${orgId}
          and f.season_id = ${seasonId}
      )
    returning k.seat_id`
  const ids = keptRows.map(({ seat_id }) => seat_id)
  if (ids.length > 0) await alignClaims(orgId, tx, now, seasonId, ids)
  return new Set(ids)
}

/** Seats of the season that are kept until its time are kept until another; one that is kept longer for a member stays so. */
export async function moveKeptUntil(
  orgId: OrgId,
  tx: Tx,
  now: Date,
  seasonId: number,
  { from, to }: { from: Date; to: Date },
): Promise<void> {
  const moved = await tx<{ seat_id: number }[]>`
    update season_seats
    set kept_until = ${to}, changed_at = ${now},
      expires_at = case
        when basket_item_id is null then ${to}::timestamptz
        when expires_at is not null then greatest(expires_at, ${to}::timestamptz)
      end
    where org_id = ${orgId}
      and season_id = ${seasonId}
      and kept_for_member_id is not null
      and kept_until > ${now}
      and (kept_until = ${from} or kept_until < ${to})
    returning seat_id`
  const seatIds = moved.map(({ seat_id }) => seat_id)
  if (seatIds.length > 0) await alignClaims(orgId, tx, now, seasonId, seatIds)
}
