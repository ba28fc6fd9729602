import type { OrgId } from '../../access/principal.ts'
import { ApiError } from '../../platform/http/errors.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { StockError } from '../stock/errors.ts'
import { reclaimExpiredHolds } from '../stock/reclaim-expired-holds.ts'
import { isComing, lockSeason, lockSeasonPools } from './lock-season.ts'
import { findUnclaimed, insertClaims, returnClaims } from './season-claims.ts'
import { takeKeptSeats } from './take-kept-seats.ts'

/** Whose a season seat is to be: a member's, or a basket item's while a fan buys it. */
export type SeatOwner = {
  seatId: number
  /** The customer whose member it is for: a seat that is kept for a member of theirs can be had. */
  forUserId?: number | null
} & (
  | { memberId: number; basketId?: never; basketItemId?: never }
  | { memberId?: never; basketId: string; basketItemId: number }
)

export type SeatsToClaim = {
  seasonId: number
  owners: SeatOwner[]
  /** Null where they do not expire. */
  expiresAt: Date | null
  /** The field that a refusal names. */
  param: string
}

/**
 * Gives seats of a season to members or to baskets: a row for the season, a claim in each of its events to come, and a place of the
 * pool there. Refuses all of them where one is taken, for the season or in one of the events.
 */
export async function claimSeasonSeats(orgId: OrgId, tx: Tx, now: Date, wanted: SeatsToClaim): Promise<void> {
  const { seasonId, owners, param } = wanted
  const seatIds = owners.map(({ seatId }) => seatId)
  const season = await lockSeason(orgId, tx, seasonId, 'shared')
  if (season.season_status === 'archived') throw conflict(param, 'The season is archived.')
  await lockSeasonPools(orgId, tx, now, [seasonId], seatIds)
  await refuseUnusable(orgId, tx, { seatIds, seatMapId: season.seat_map_id, param })
  const keptIds = await takeKeptSeats(orgId, tx, now, wanted)
  if (keptIds.size > 0) await requireClaims(orgId, tx, now, { seasonId, seatIds: [...keptIds], param })
  const others = owners.filter(({ seatId }) => !keptIds.has(seatId))
  if (others.length > 0) await claimFreeSeats(orgId, tx, now, { ...wanted, owners: others })
}

async function claimFreeSeats(orgId: OrgId, tx: Tx, now: Date, wanted: SeatsToClaim): Promise<void> {
  const { seasonId, owners, param } = wanted
  const seatIds = owners.map(({ seatId }) => seatId)
  await refuseTaken(orgId, tx, now, { seasonId, seatIds, param })
  await makeRoom(orgId, tx, now, { seasonId, seatIds, param })
  await storeSeats(orgId, tx, now, wanted)
  await storeClaims(orgId, tx, now, { seasonId, seatIds, param })
}

const conflict = (param: string, message: string) => new ApiError('state_conflict', { param, message })

/** The lock makes a block and an import of the map wait; buyers share it. */
async function refuseUnusable(
  orgId: OrgId,
  tx: Tx,
  { seatIds, seatMapId, param }: { seatIds: number[]; seatMapId: number | null; param: string },
): Promise<void> {
  const seats = await tx<{ seat_id: number; seat_map_id: number; seat_status: string }[]>`
    select seat_id, seat_map_id, seat_status
    from seats
    where org_id = ${orgId}
      and seat_id = any (${seatIds}::bigint[])
    order by seat_id
    for share`
  if (seats.length < new Set(seatIds).size) {
    throw new ApiError('resource_missing', { param, message: `${param} names nothing that exists.` })
  }
  if (seats.some((seat) => seat.seat_map_id !== seatMapId)) {
    throw conflict(param, 'The seat is not on the seat map of the season.')
  }
  const unusable = seats.find((seat) => seat.seat_status !== 'active')
  if (unusable) throw conflict(param, `The seat is ${unusable.seat_status}.`)
}

type Wanted = { seasonId: number; seatIds: number[]; param: string }

type Claim = {
  event_id: number
  seat_id: number
  price_category_id: number | null
  is_season: boolean
  expired: boolean
}

/** Claims on the seats in events to come; what has expired is free, and is tidied away here. */
async function refuseTaken(orgId: OrgId, tx: Tx, now: Date, { seasonId, seatIds, param }: Wanted): Promise<void> {
  const rivals = await tx<{ seat_id: number }[]>`
    select seat_id
    from season_seats
    where org_id = ${orgId}
      and season_id = ${seasonId}
      and seat_id = any (${seatIds}::bigint[])
      and (expires_at is null or expires_at > ${now})
    order by seat_id`
  if (rivals.length > 0) throw new StockError('seat_taken', { param, seat_ids: rivals.map(({ seat_id }) => seat_id) })
  const claims = await claimsAt(orgId, tx, now, { seasonId, seatIds })
  refuseRunning(claims, param)
  if (claims.length === 0) return
  await freeExpired(orgId, tx, now, claims)
  // A hold that a checkout is prolonging at this moment is passed over, and goes on.
  refuseRunning(
    (await claimsAt(orgId, tx, now, { seasonId, seatIds })).map((claim) => ({ ...claim, expired: false })),
    param,
  )
}

function refuseRunning(claims: Claim[], param: string): void {
  const running = claims.filter(({ expired }) => !expired)
  if (running.length === 0) return
  throw new StockError('seat_taken', {
    param,
    message: 'The seat is taken in an event of the season.',
    seat_ids: [...new Set(running.map(({ seat_id }) => seat_id))],
    event_ids: [...new Set(running.map(({ event_id }) => event_id))],
  })
}

export const claimsAt = (
  orgId: OrgId,
  tx: Tx,
  now: Date,
  { seasonId, seatIds }: { seasonId: number; seatIds: number[] },
) => tx<Claim[]>`
  select a.event_id, a.seat_id, n.price_category_id, a.season_id is not null as is_season,
    coalesce(a.expires_at <= ${now}, false) as expired
  from season_events v
  join events e on e.org_id = v.org_id and e.event_id = v.event_id
  join seat_claims a on a.org_id = v.org_id and a.event_id = v.event_id
  join seats s on s.org_id = a.org_id and s.seat_id = a.seat_id
  left join price_category_sections n
    on n.org_id = a.org_id
    and n.event_id = a.event_id
    and n.seat_map_id = s.seat_map_id
    and n.seat_section_id = s.seat_section_id
  where v.org_id = ${orgId}
    and v.season_id = ${seasonId}
    and ${isComing(tx, 'e', now)}
    and a.seat_id = any (${seatIds}::bigint[])
  order by a.event_id, a.seat_id`

/** Under the locks of their pools. */
export async function freeExpired(orgId: OrgId, tx: Tx, now: Date, claims: Claim[]): Promise<void> {
  const pools = new Set(claims.filter(({ is_season }) => !is_season).flatMap(({ price_category_id: id }) => id ?? []))
  for (const poolId of [...pools].sort((a, b) => a - b)) await reclaimExpiredHolds(orgId, tx, poolId, now)
  const ofSeasons = claims.filter(({ is_season, expired }) => is_season && expired)
  if (ofSeasons.length === 0) return
  await returnClaims(
    orgId,
    tx,
    tx`(a.event_id, a.seat_id) in (
      select event_id, seat_id
      from unnest(
        ${ofSeasons.map(({ event_id }) => event_id)}::bigint[], ${ofSeasons.map(({ seat_id }) => seat_id)}::bigint[]
      ) as f (event_id, seat_id)
    ) and a.expires_at <= ${now}`,
  )
}

type Room = { event_id: number; price_category_id: number; wanted: number; places_left: number }

/** Each pool has a place for each of the seats; the constraint would say so too, but not where. */
async function makeRoom(orgId: OrgId, tx: Tx, now: Date, { seasonId, seatIds, param }: Wanted): Promise<void> {
  const full = (await findRoom(orgId, tx, now, seasonId, seatIds)).filter(isPoolFull)
  if (full.length === 0) return
  for (const { price_category_id: id } of full) await reclaimExpiredHolds(orgId, tx, id, now)
  refuseFull((await findRoom(orgId, tx, now, seasonId, seatIds)).filter(isPoolFull), param)
}

export const isPoolFull = ({ wanted, places_left }: Room) => wanted > places_left

export function refuseFull(full: { event_id: number; places_left: number }[], param: string): void {
  if (full.length === 0) return
  throw new StockError('sold_out', {
    param,
    message: 'An event of the season has no place left for it.',
    event_ids: [...new Set(full.map(({ event_id }) => event_id))],
    available: Math.max(0, Math.min(...full.map(({ places_left }) => places_left))),
  })
}

export const findRoom = (orgId: OrgId, tx: Tx, now: Date, seasonId: number, seatIds: number[]) => tx<Room[]>`
  select c.event_id, c.price_category_id, w.wanted, c.capacity - c.sold - c.held - c.season as places_left
  from (
    select n.price_category_id, count(*) as wanted
    from season_events v
    join events e on e.org_id = v.org_id and e.event_id = v.event_id
    join seats s on s.org_id = v.org_id and s.seat_id = any (${seatIds}::bigint[])
    join price_category_sections n
      on n.org_id = v.org_id
      and n.event_id = v.event_id
      and n.seat_map_id = s.seat_map_id
      and n.seat_section_id = s.seat_section_id
    where v.org_id = ${orgId}
      and v.season_id = ${seasonId}
      and ${isComing(tx, 'e', now)}
    group by n.price_category_id
  ) w
  join price_categories c on c.price_category_id = w.price_category_id
  where c.org_id = ${orgId}
  order by c.price_category_id`

/** What an expired basket had is taken over with the row. */
async function storeSeats(orgId: OrgId, tx: Tx, now: Date, wanted: SeatsToClaim): Promise<void> {
  const { seasonId, owners, expiresAt, param } = wanted
  const seats = await tx<{ seat_id: number }[]>`
    insert into season_seats as z (
      org_id, season_id, seat_id, membership_member_id, basket_id, basket_item_id, expires_at, created_at, changed_at
    )
    select ${orgId}, ${seasonId}::bigint, seat_id, membership_member_id, basket_id, basket_item_id, ${expiresAt}::timestamptz, ${now}, ${now}
    from unnest(
      ${owners.map(({ seatId }) => seatId)}::bigint[],
      ${owners.map(({ memberId }) => memberId ?? null)}::bigint[],
      ${owners.map(({ basketId }) => basketId ?? null)}::uuid[],
      ${owners.map(({ basketItemId }) => basketItemId ?? null)}::bigint[]
    ) as w (seat_id, membership_member_id, basket_id, basket_item_id)
    order by seat_id
    on conflict (org_id, season_id, seat_id) do update
    set membership_member_id = excluded.membership_member_id, basket_id = excluded.basket_id,
      basket_item_id = excluded.basket_item_id, expires_at = excluded.expires_at, kept_for_member_id = null, kept_until = null,
      created_at = excluded.created_at, changed_at = excluded.changed_at
    where z.expires_at <= excluded.changed_at
    returning seat_id`
  refuseMissing(owners, seats, param)
}

function refuseMissing(owners: SeatOwner[], seats: { seat_id: number }[], param: string): void {
  const got = new Set(seats.map(({ seat_id }) => seat_id))
  const lost = owners.map(({ seatId }) => seatId).filter((seatId) => !got.has(seatId))
  if (lost.length > 0) throw new StockError('seat_taken', { param, seat_ids: lost })
}

async function storeClaims(orgId: OrgId, tx: Tx, now: Date, { seasonId, seatIds, param }: Wanted): Promise<void> {
  const ofSeats = (seat: string) => tx`${tx(seat)} = any (${seatIds}::bigint[])`
  await tx`
    delete from season_seat_gaps
    where org_id = ${orgId}
      and season_id = ${seasonId}
      and ${ofSeats('seat_id')}`
  await insertClaims(orgId, tx, now, tx`z.season_id = ${seasonId} and ${ofSeats('z.seat_id')}`)
  await requireClaims(orgId, tx, now, { seasonId, seatIds, param })
}

/** A season seat that another buyer has at one of the events is none. */
async function requireClaims(orgId: OrgId, tx: Tx, now: Date, { seasonId, seatIds, param }: Wanted): Promise<void> {
  const ofSeats = tx`z.season_id = ${seasonId} and z.seat_id = any (${seatIds}::bigint[])`
  const missing = await findUnclaimed(orgId, tx, now, ofSeats)
  refuseRunning(
    missing.map((each) => ({ ...each, price_category_id: null, is_season: false, expired: false })),
    param,
  )
}
