import { ApiError } from '../../platform/http/errors.ts'
import { StockError } from '../../programme/stock/errors.ts'
import { countHeldBy } from '../membership-sale/basket-memberships.ts'
import { type HeldOffer, holdOffered, insertMembership } from '../membership-sale/hold-memberships.ts'
import { chooseSeasonSeats, holdSeasonPlaces, type ItemPlace } from '../membership-sale/hold-season-places.ts'
import type { RequestedMembership } from '../membership-sale/requested-membership.ts'
import type { OpenBasket } from './change-open-basket.ts'
import { findAddressCap, lockAddresses } from './held-places.ts'
import { type BasketCaller, boundRefusal, otherCurrency } from './item-rules.ts'

/** A membership that a request asks for, and its place in the list that it came in. */
export type MembershipWanted = RequestedMembership & { at?: number }

/**
 * Puts memberships into an open basket, one after the other in the order of their types, so that no two requests wait for each other. They
 * are rare beside tickets, so each request has a transaction of its own.
 */
export async function addMemberships(
  at: OpenBasket,
  wanted: MembershipWanted[],
  { audience, addressHash, channel = 'online' }: BasketCaller,
  refusalAt: (membership: MembershipWanted, error: ApiError) => ApiError,
): Promise<void> {
  const { orgId, tx, now, basketId, basket } = at
  if (basket.row.event_id !== null && basket.row.currency !== basket.row.fee_currency) throw otherCurrency()
  const others = [...basket.items, ...basket.memberships.map(() => ({ places: 0 }))]
  const refusal = boundRefusal([...others, ...wanted.slice(1).map(() => ({ places: 0 }))], 0)
  if (refusal) throw refusal
  if (audience === 'public' && addressHash !== null) await requireRoom(at, addressHash, wanted.length)
  const { expiresAt } = at
  const filling = {
    orgId,
    tx,
    now,
    basketId,
    expiresAt,
    isOnline: channel === 'online',
    isPublic: audience === 'public',
    addressHash,
  }
  const named = (membership: MembershipWanted) => (error: unknown) => {
    throw error instanceof ApiError ? refusalAt(membership, error) : error
  }
  const offered: { membership: MembershipWanted; held: HeldOffer }[] = []
  for (const membership of wanted.toSorted((a, b) => a.typeId - b.typeId)) {
    const held = await holdOffered(filling, membership).catch(named(membership))
    offered.push({ membership, held })
  }
  const seats = await chooseSeasonSeats(
    orgId,
    tx,
    now,
    offered.map(({ held: { seasonId, seat, sectionIds } }) => ({ seasonId, seat, sectionIds })),
  ).catch(named(wanted[0] ?? ({} as MembershipWanted)))
  const places: ItemPlace[] = []
  for (const [index, { held }] of offered.entries()) {
    places.push(await insertMembership(filling, held, seats[index] ?? null))
  }
  await holdSeasonPlaces(orgId, tx, now, { basketId, expiresAt, places }).catch((error: unknown) => {
    const taken = places.findIndex(({ seatId }) => seatId !== null && seatsIn(error).includes(seatId))
    named(offered[Math.max(0, taken)]?.membership ?? ({} as MembershipWanted))(error)
  })
}

/** Seats that a refusal names. */
const seatsIn = (error: unknown): number[] => {
  const { error: body } = error instanceof ApiError ? error.toBody('', '') : { error: {} }
  return 'seat_ids' in body && Array.isArray(body.seat_ids) ? body.seat_ids : []
}

/** What one address can hold at once is one number, for tickets and memberships together. */
async function requireRoom({ orgId, tx, now }: OpenBasket, addressHash: string, places: number): Promise<void> {
  await lockAddresses(orgId, tx, now, [addressHash])
  const [cap] = await findAddressCap(orgId, tx)
  const [held] = await countHeldBy(orgId, tx, now, addressHash)
  const most = cap?.held_places_per_address ?? null
  if (most === null || (held?.places ?? 0) + places <= most) return
  const message = `One address can hold ${most} places at once.`
  throw new StockError('held_places_per_address', { message, held_places_per_address: most })
}
