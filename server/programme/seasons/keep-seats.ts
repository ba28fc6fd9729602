import type { OrgId } from '../../access/principal.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { StockError } from '../stock/errors.ts'
import { reclaimExpiredHolds } from '../stock/reclaim-expired-holds.ts'
import { claimsAt, findRoom, freeExpired, isPoolFull, refuseFull } from './claim-seats.ts'
import { findHoldersToKeep, type HolderToKeep } from './holders-to-keep.ts'
import { lockSeasonPools } from './lock-season.ts'
import { findUnclaimed, insertClaims } from './season-claims.ts'

const SEATS_AT_ONCE = 500

export type SeatsToKeep = {
  /** The season in which they are kept. */
  seasonId: number
  /** Holders in the season before; all of them unless named. */
  memberIds?: number[]
  until?: Date
  /** The field that a refusal names; without one, a seat for which a match has no place left is lost instead. */
  param?: string
}

/**
 * Keeps the seats of holders of the season before, each in every event to come. A holder whose seat cannot be had is noted as having lost it.
 * Holders who have a place in the season already, or have declined, are passed over, so it may be repeated. The caller has the season locked.
 */
export async function keepSeats(orgId: OrgId, tx: Tx, now: Date, wanted: SeatsToKeep): Promise<void> {
  const { seasonId, memberIds, until } = wanted
  const holders = await findHoldersToKeep(orgId, tx, now, { seasonId, memberIds, until })
  if (holders.length > 0) await keepHolders(orgId, tx, now, wanted, holders)
}

/** Answers for how many a seat is kept now. */
export async function keepHolders(
  orgId: OrgId,
  tx: Tx,
  now: Date,
  wanted: Pick<SeatsToKeep, 'seasonId' | 'param'>,
  holders: HolderToKeep[],
): Promise<number> {
  await lockSeasonPools(orgId, tx, now, [wanted.seasonId], seatsOf(holders))
  let count = 0
  for (let from = 0; from < holders.length; from += SEATS_AT_ONCE) {
    count += await keepSome(orgId, tx, now, wanted, holders.slice(from, from + SEATS_AT_ONCE))
  }
  return count
}

/** Under the locks of the pools no other claim comes in between. */
async function keepSome(
  orgId: OrgId,
  tx: Tx,
  now: Date,
  wanted: Pick<SeatsToKeep, 'seasonId' | 'param'>,
  holders: HolderToKeep[],
): Promise<number> {
  const { seasonId, param } = wanted
  const taken = await takenSeats(orgId, tx, now, seasonId, seatsOf(holders))
  const free = holders.filter(({ seat_id: seatId }) => seatId !== null && !taken.has(seatId))
  const isRoom = await hasRoom(orgId, tx, now, seasonId, seatsOf(free), param)
  const keepable = isRoom ? free : []
  const keptIds = await storeKept(orgId, tx, now, seasonId, keepable)
  await claimKept(orgId, tx, now, seasonId, [...keptIds])
  await forgetLost(orgId, tx, seasonId, keepable)
  const lost = holders.filter(({ seat_id: seatId }) => seatId === null || !keptIds.has(seatId))
  await noteLost(orgId, tx, now, seasonId, lost)
  return keptIds.size
}

const seatsOf = (holders: HolderToKeep[]): number[] => holders.flatMap(({ seat_id }) => seat_id ?? [])

/** Seats that a buyer has at an event of the season to come. */
async function takenSeats(orgId: OrgId, tx: Tx, now: Date, seasonId: number, seatIds: number[]): Promise<Set<number>> {
  const before = await claimsAt(orgId, tx, now, { seasonId, seatIds })
  if (before.some(({ expired }) => expired)) await freeExpired(orgId, tx, now, before)
  const claims = before.length === 0 ? [] : await claimsAt(orgId, tx, now, { seasonId, seatIds })
  return new Set(claims.map(({ seat_id }) => seat_id))
}

async function hasRoom(
  orgId: OrgId,
  tx: Tx,
  now: Date,
  seasonId: number,
  seatIds: number[],
  param: string | undefined,
): Promise<boolean> {
  const full = (await findRoom(orgId, tx, now, seasonId, seatIds)).filter(isPoolFull)
  if (full.length === 0) return true
  for (const { price_category_id: poolId } of full) await reclaimExpiredHolds(orgId, tx, poolId, now)
  const stillFull = (await findRoom(orgId, tx, now, seasonId, seatIds)).filter(isPoolFull)
  if (param !== undefined) refuseFull(stillFull, param)
  return stillFull.length === 0
}

/** Answers the seats that are kept now: one that another has for the season is not among them. */
async function storeKept(
  orgId: OrgId,
  tx: Tx,
  now: Date,
  seasonId: number,
  holders: HolderToKeep[],
): Promise<Set<number>> {
  if (holders.length === 0) return new Set()
  await forgetStale(orgId, tx, now, seasonId, holders)
  const rows = await tx<{ seat_id: number }[]>`
    insert into season_seats as z (
      org_id, season_id, seat_id, kept_for_member_id, kept_until, expires_at, created_at, changed_at
    )
    select ${orgId}, ${seasonId}::bigint, seat_id, membership_member_id, kept_until, kept_until, ${now}, ${now}
    from unnest(
      ${seatsOf(holders)}::bigint[],
      ${holders.map(({ membership_member_id }) => membership_member_id)}::bigint[],
      ${holders.map(({ kept_until }) => kept_until.toISOString())}::timestamptz[]
    ) as w (seat_id, membership_member_id, kept_until)
    order by seat_id
    on conflict (org_id, season_id, seat_id) do update
    set basket_id = null, basket_item_id = null, kept_for_member_id = excluded.kept_for_member_id,
      kept_until = excluded.kept_until, expires_at = excluded.expires_at, created_at = excluded.created_at,
      changed_at = excluded.changed_at
    where z.expires_at <= excluded.changed_at
    returning seat_id`
  return new Set(rows.map(({ seat_id }) => seat_id))
}

/** A basket that has outlasted the time of a kept seat has it as any other basket does. */
const forgetStale = (orgId: OrgId, tx: Tx, now: Date, seasonId: number, holders: HolderToKeep[]) => tx`
  update season_seats
  set kept_for_member_id = null, kept_until = null
  where org_id = ${orgId}
    and season_id = ${seasonId}
    and kept_for_member_id = any (${holders.map(({ membership_member_id }) => membership_member_id)}::bigint[])
    and kept_until <= ${now}
    and basket_item_id is not null`

async function claimKept(orgId: OrgId, tx: Tx, now: Date, seasonId: number, seatIds: number[]): Promise<void> {
  if (seatIds.length === 0) return
  await tx`
    delete from season_seat_gaps
    where org_id = ${orgId}
      and season_id = ${seasonId}
      and seat_id = any (${seatIds}::bigint[])`
  const ofSeats = tx`z.season_id = ${seasonId} and z.seat_id = any (${seatIds}::bigint[])`
  await insertClaims(orgId, tx, now, ofSeats)
  const missing = await findUnclaimed(orgId, tx, now, ofSeats)
  if (missing.length === 0) return
  throw new StockError('seat_taken', {
    message: 'The seat is taken in an event of the season.',
    seat_ids: [...new Set(missing.map(({ seat_id }) => seat_id))],
    event_ids: [...new Set(missing.map(({ event_id }) => event_id))],
  })
}

const forgetLost = (orgId: OrgId, tx: Tx, seasonId: number, holders: HolderToKeep[]) => tx`
  delete from season_keeps
  where org_id = ${orgId}
    and season_id = ${seasonId}
    and keep_state = 'lost'
    and membership_member_id = any (${holders.map(({ membership_member_id }) => membership_member_id)}::bigint[])`

async function noteLost(orgId: OrgId, tx: Tx, now: Date, seasonId: number, lost: HolderToKeep[]): Promise<void> {
  if (lost.length === 0) return
  await tx`
    insert into season_keeps (
      org_id, season_id, membership_member_id, keep_state, from_seat_id, reason, created_at, changed_at
    )
    select ${orgId}, ${seasonId}::bigint, membership_member_id, 'lost', from_seat_id, reason, ${now}, ${now}
    from unnest(
      ${lost.map(({ membership_member_id }) => membership_member_id)}::bigint[],
      ${lost.map(({ from_seat_id }) => from_seat_id)}::bigint[],
      ${lost.map(({ seat_id }) => (seat_id === null ? 'not_on_map' : 'taken'))}::text[]
    ) as w (membership_member_id, from_seat_id, reason)
    on conflict (org_id, season_id, membership_member_id) do update
    set from_seat_id = excluded.from_seat_id, reason = excluded.reason, changed_at = excluded.changed_at`
}
