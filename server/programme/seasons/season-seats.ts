import type { OrgId } from '../../access/principal.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { StockError } from '../stock/errors.ts'
import { claimSeasonSeats } from './claim-seats.ts'
import { freeSeats } from './free-seats.ts'
import { freeKeptOfHolders, keepAgain, keepInFollowing } from './kept-seats.ts'
import { lockSeason, lockSeasonPools } from './lock-season.ts'
import { findUnclaimed } from './season-claims.ts'

/** Seats that a basket holds until `expiresAt`, one for each of its items. */
export type SeatsToHold = {
  seasonId: number
  seatIds: number[]
  basketId: string
  /** Has the same length as the list of seats. */
  basketItemIds: number[]
  forUserIds: (number | null)[]
  expiresAt: Date
  param: string
}

export const holdSeasonSeats = (orgId: OrgId, tx: Tx, now: Date, wanted: SeatsToHold): Promise<void> => {
  const { seasonId, seatIds, basketId, basketItemIds, forUserIds, expiresAt, param } = wanted
  const owners = seatIds.map((seatId, n) => {
    const basketItemId = basketItemIds[n]
    if (basketItemId === undefined) throw new Error('a season seat is held for no basket item')
    return { seatId, basketId, basketItemId, forUserId: forUserIds[n] ?? null }
  })
  return claimSeasonSeats(orgId, tx, now, { seasonId, owners, expiresAt, param })
}

export type SeatsToAssign = { seasonId: number; owners: { seatId: number; memberId: number }[]; param: string }

/** So that no statement is long where a whole ground is given out at once, each seat in each of its events. */
const SEATS_AT_ONCE = 500

/** Without a basket: by staff, by an import, by a renewal. */
export async function assignSeasonSeats(orgId: OrgId, tx: Tx, now: Date, wanted: SeatsToAssign): Promise<void> {
  const { seasonId, owners, param } = wanted
  if (owners.length > SEATS_AT_ONCE) {
    // Of all of them, first: pools are locked in one order.
    await lockSeason(orgId, tx, seasonId, 'shared')
    const seatIds = owners.map(({ seatId }) => seatId)
    await lockSeasonPools(orgId, tx, now, [seasonId], seatIds)
  }
  for (let from = 0; from < owners.length; from += SEATS_AT_ONCE) {
    const some = owners.slice(from, from + SEATS_AT_ONCE)
    const users = await usersOf(orgId, tx, some)
    const owned = some.map((owner) => ({ ...owner, forUserId: users.get(owner.memberId) ?? null }))
    await claimSeasonSeats(orgId, tx, now, { seasonId, owners: owned, expiresAt: null, param })
  }
  const memberIds = owners.map(({ memberId }) => memberId)
  await keepInFollowing(orgId, tx, now, seasonId, memberIds)
}

/** The customers whose members they are. */
async function usersOf(orgId: OrgId, tx: Tx, owners: { memberId: number }[]): Promise<Map<number, number>> {
  const rows = await tx<{ membership_member_id: number; user_id: number }[]>`
    select membership_member_id, user_id
    from members
    where org_id = ${orgId}
      and membership_member_id = any (${owners.map(({ memberId }) => memberId)}::bigint[])`
  return new Map(rows.map(({ membership_member_id, user_id }) => [membership_member_id, user_id]))
}

type SeasonSeat = { season_id: number; seat_id: number }

/** Seats that a season's holders or baskets give back, and what is kept for these holders in the seasons that follow. */
export async function freeSeasonSeats(orgId: OrgId, tx: Tx, now: Date, seasonId: number, seatIds: number[]) {
  await lockSeason(orgId, tx, seasonId, 'shared')
  await lockSeasonPools(orgId, tx, now, [seasonId], seatIds)
  await freeKeptOfHolders(orgId, tx, now, { seasonId, seatIds })
  await freeSeats(orgId, tx, now, seasonId, seatIds)
}

/** Season seats of baskets, or of one of their items. */
export async function releaseSeasonSeats(
  orgId: OrgId,
  tx: Tx,
  now: Date,
  of: { basketId: string; basketItemId?: number }[],
): Promise<void> {
  const seats = await tx<SeasonSeat[]>`
    select z.season_id, z.seat_id
    from unnest(
      ${of.map(({ basketId }) => basketId)}::uuid[], ${of.map(({ basketItemId }) => basketItemId ?? null)}::bigint[]
    ) as f (basket_id, basket_item_id)
    join season_seats z on z.org_id = ${orgId} and z.basket_id = f.basket_id
    where f.basket_item_id is null
      or f.basket_item_id = z.basket_item_id
    order by z.season_id, z.seat_id`
  for (const [seasonId, ofSeason] of Map.groupBy(seats, ({ season_id }) => season_id)) {
    const seatIds = await lockOwned(orgId, tx, seasonId, ofSeason, of)
    if (seatIds.length === 0) continue
    const keptIds = await keepAgain(orgId, tx, now, seasonId, seatIds)
    const given = seatIds.filter((seatId) => !keptIds.has(seatId))
    if (given.length > 0) await freeSeasonSeats(orgId, tx, now, seasonId, given)
  }
}

/** Another basket may have taken an expired one over since; the season's lock comes first, as everywhere. */
async function lockOwned(
  orgId: OrgId,
  tx: Tx,
  seasonId: number,
  seats: SeasonSeat[],
  of: { basketId: string }[],
): Promise<number[]> {
  await lockSeason(orgId, tx, seasonId, 'shared')
  const rows = await tx<{ seat_id: number }[]>`
    select seat_id
    from season_seats
    where org_id = ${orgId}
      and season_id = ${seasonId}
      and seat_id = any (${seats.map(({ seat_id }) => seat_id)}::bigint[])
      and basket_id = any (${of.map(({ basketId }) => basketId)}::uuid[])
    order by seat_id
    for no key update`
  return rows.map(({ seat_id }) => seat_id)
}

/** Lets season seats of baskets last longer, or, with null, for as long as the order is being paid. */
export async function prolongSeasonSeats(
  orgId: OrgId,
  tx: Tx,
  now: Date,
  basketIds: string[],
  expiresAt: Date | null,
): Promise<void> {
  const seasons = await tx<{ season_id: number }[]>`
    select distinct season_id
    from season_seats
    where org_id = ${orgId}
      and basket_id = any (${basketIds}::uuid[])
    order by season_id`
  for (const { season_id } of seasons) await lockSeason(orgId, tx, season_id, 'shared')
  await tx`
    with prolonged as (
      update season_seats
      set expires_at = case when ${expiresAt}::timestamptz is not null then greatest(${expiresAt}::timestamptz, kept_until) end, changed_at = ${now}
      where org_id = ${orgId}
        and basket_id = any (${basketIds}::uuid[])
      returning season_id, seat_id, expires_at
    )
    update seat_claims a
    set expires_at = p.expires_at
    from prolonged p
    where a.org_id = ${orgId}
      and a.season_id = p.season_id
      and a.seat_id = p.seat_id`
}

export type SoldSeasonSeat = {
  seasonId: number
  seatId: number
  basketId: string
  basketItemId: number
  memberId: number
}

/**
 * From the basket to the member, without a moment in which a seat is free. Refused where the basket no longer has it, or has lost it in
 * an event to a buyer who came after it had expired.
 */
export async function sellSeasonSeats(
  orgId: OrgId,
  tx: Tx,
  now: Date,
  sold: SoldSeasonSeat[],
  param: string,
): Promise<void> {
  const seasonIds = [...new Set(sold.map(({ seasonId }) => seasonId))].sort((a, b) => a - b)
  for (const seasonId of seasonIds) await lockSeason(orgId, tx, seasonId, 'shared')
  const seatIds = sold.map(({ seatId }) => seatId)
  const given = await tx<SeasonSeat[]>`
    update season_seats z
    set membership_member_id = w.membership_member_id, basket_id = null, basket_item_id = null, expires_at = null,
      kept_for_member_id = null, kept_until = null, changed_at = ${now}
    from unnest(
      ${sold.map(({ seasonId }) => seasonId)}::bigint[], ${seatIds}::bigint[],
      ${sold.map(({ basketId }) => basketId)}::uuid[],
      ${sold.map(({ basketItemId }) => basketItemId)}::bigint[],
      ${sold.map(({ memberId }) => memberId)}::bigint[]
    ) as w (season_id, seat_id, basket_id, basket_item_id, membership_member_id)
    where z.org_id = ${orgId}
      and z.season_id = w.season_id
      and z.seat_id = w.seat_id
      and z.basket_id = w.basket_id
      and z.basket_item_id = w.basket_item_id
    returning z.season_id, z.seat_id`
  const has = new Set(given.map(({ season_id, seat_id }) => `${season_id} ${seat_id}`))
  const lost = sold.filter(({ seasonId, seatId }) => !has.has(`${seasonId} ${seatId}`))
  if (lost.length > 0) throw new StockError('seat_taken', { param, seat_ids: lost.map(({ seatId }) => seatId) })
  await tx`
    update seat_claims a
    set expires_at = null, changed_at = ${now}
    from unnest(${sold.map(({ seasonId }) => seasonId)}::bigint[], ${seatIds}::bigint[]) as w (season_id, seat_id)
    where a.org_id = ${orgId}
      and a.season_id = w.season_id
      and a.seat_id = w.seat_id
      and a.expires_at is not null`
  const missing = await findUnclaimed(
    orgId,
    tx,
    now,
    tx`z.season_id = any (${seasonIds}::bigint[]) and z.seat_id = any (${seatIds}::bigint[])`,
  )
  if (missing.length > 0) {
    throw new StockError('seat_taken', {
      param,
      seat_ids: [...new Set(missing.map(({ seat_id }) => seat_id))],
      event_ids: [...new Set(missing.map(({ event_id }) => event_id))],
    })
  }
  for (const [seasonId, ofSeason] of Map.groupBy(sold, (one) => one.seasonId)) {
    const memberIds = ofSeason.map(({ memberId }) => memberId)
    await keepInFollowing(orgId, tx, now, seasonId, memberIds)
  }
}
