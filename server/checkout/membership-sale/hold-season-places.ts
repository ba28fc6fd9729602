import type { OrgId } from '../../access/principal.ts'
import { ApiError } from '../../platform/http/errors.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { bestSeasonSeats } from '../../programme/seasons/best-season-seats.ts'
import { countSeatlessMembers } from '../../programme/seasons/count-seatless.ts'
import { lockSeason, lockSeasonPools } from '../../programme/seasons/lock-season.ts'
import { holdSeasonSeats, prolongSeasonSeats, releaseSeasonSeats } from '../../programme/seasons/season-seats.ts'
import { StockError } from '../../programme/stock/errors.ts'
import type { Place } from './seating.ts'

/** A membership that is wanted with a place in its season: a seat by name, one of several side by side, or a place without a seat. */
export type WantedPlace = Place & {
  /** Where a seat may be chosen; none: anywhere. */
  sectionIds: number[]
}

/**
 * The seats of memberships that are wanted together, those that are to be chosen side by side chosen, and all pools locked that they count
 * in: seasons first, then pools by their ids, as all requests do that need several.
 */
export async function chooseSeasonSeats(
  orgId: OrgId,
  tx: Tx,
  now: Date,
  wanted: WantedPlace[],
): Promise<(number | null)[]> {
  const seasonIds = [...new Set(wanted.flatMap(({ seasonId }) => seasonId ?? []))].sort((a, b) => a - b)
  for (const seasonId of seasonIds) await lockSeason(orgId, tx, seasonId, 'shared')
  const best = wanted.filter(({ seat }) => seat === 'best')
  const chosen = new Map<string, number[]>()
  for (const [key, group] of Map.groupBy(best, keyOf)) {
    const { seasonId = null, sectionIds = [] } = group[0] ?? {}
    if (seasonId === null) throw noSeats('best_available')
    const param = 'best_available'
    chosen.set(key, await bestSeasonSeats(orgId, tx, now, seasonId, { count: group.length, sectionIds, param }))
  }
  const seats = wanted.map((one) => (one.seat === 'best' ? (chosen.get(keyOf(one))?.shift() ?? null) : one.seat))
  const seatIds = seats.flatMap((seatId) => seatId ?? [])
  if (seatIds.length > 0) await lockSeasonPools(orgId, tx, now, seasonIds, seatIds)
  return seats
}

const keyOf = ({ seasonId, sectionIds }: WantedPlace) => `${seasonId} ${sectionIds.toSorted((a, b) => a - b)}`

const noSeats = (param: string) =>
  new ApiError('state_conflict', { param, message: 'This membership is of no season, and has no seats of its own.' })

/** The place of a basket item in its season; without a season it has none. */
export type ItemPlace = {
  seasonId: number | null
  seatId: number | null
  basketItemId: number
  /** The customer whose membership goes on; null: it is a new one. */
  userId: number | null
}

/**
 * Holds the places of basket items in their seasons, those of one season together: each seat in every event to come, and one more without a
 * seat where the season counts those.
 */
export async function holdSeasonPlaces(
  orgId: OrgId,
  tx: Tx,
  now: Date,
  { basketId, expiresAt, places }: { basketId: string; expiresAt: Date; places: ItemPlace[] },
): Promise<void> {
  if (places.some(({ seasonId, seatId }) => seasonId === null && seatId !== null)) throw noSeats('seat_id')
  const seasons = [...Map.groupBy(places, ({ seasonId }) => seasonId)].sort(([a], [b]) => (a ?? 0) - (b ?? 0))
  for (const [seasonId, ofSeason] of seasons) {
    if (seasonId === null) continue
    const seated = ofSeason.flatMap(({ seatId, basketItemId, userId }) =>
      seatId === null ? [] : [{ seatId, basketItemId, userId }],
    )
    const seatIds = seated.map(({ seatId }) => seatId)
    const basketItemIds = seated.map(({ basketItemId }) => basketItemId)
    const twice = seatIds.filter((seatId, index) => seatIds.indexOf(seatId) !== index)
    if (twice.length > 0) throw new StockError('seat_taken', { param: 'seat_id', seat_ids: twice })
    const forUserIds = seated.map(({ userId }) => userId)
    const wanted = { seasonId, seatIds, basketId, basketItemIds, forUserIds, expiresAt, param: 'seat_id' }
    if (seated.length > 0) await holdSeasonSeats(orgId, tx, now, wanted)
    const seatless = ofSeason.length - seated.length
    if (seatless > 0) await countSeatlessMembers(orgId, tx, now, seasonId, seatless)
  }
}

export type FreedPlace = { basket_id: string; basket_item_id: number; season_id: number | null; seat_id: number | null }

/** Gives the places of basket items back, of seasons in the order of their ids. */
export async function releaseSeasonPlaces(orgId: OrgId, tx: Tx, now: Date, freed: FreedPlace[]): Promise<void> {
  const ofSeasons = freed.filter(({ season_id }) => season_id !== null)
  if (ofSeasons.length === 0) return
  const seated = ofSeasons.filter(({ seat_id }) => seat_id !== null)
  const items = seated.map(({ basket_id: basketId, basket_item_id: basketItemId }) => ({ basketId, basketItemId }))
  const seasonIds = [...new Set(ofSeasons.flatMap(({ season_id }) => season_id ?? []))].sort((a, b) => a - b)
  for (const seasonId of seasonIds) await lockSeason(orgId, tx, seasonId, 'shared')
  if (items.length > 0) await releaseSeasonSeats(orgId, tx, now, items)
  for (const seasonId of seasonIds) {
    const seatless = ofSeasons.filter(({ season_id, seat_id }) => season_id === seasonId && seat_id === null)
    if (seatless.length > 0) await countSeatlessMembers(orgId, tx, now, seasonId, -seatless.length)
  }
}

/** Lets the season seats of baskets last as long as the baskets do; null: until their orders are settled. */
export const prolongSeasonPlaces = (
  orgId: OrgId,
  tx: Tx,
  now: Date,
  baskets: { row: { basket_id: string; has_memberships: boolean } }[],
  expiresAt: Date | null,
): Promise<void> => {
  const basketIds = baskets.filter(({ row }) => row.has_memberships).map(({ row }) => row.basket_id)
  return basketIds.length > 0 ? prolongSeasonSeats(orgId, tx, now, basketIds, expiresAt) : Promise.resolve()
}
