import type { OrgId } from '../../access/principal.ts'
import { ApiError } from '../../platform/http/errors.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { MembershipOfferRow } from './membership-offer.ts'
import type { RequestedMembership } from './requested-membership.ts'
import type { StandingMemberRow } from './standing-member.ts'

/** Where it is in its season; no season: it has no place of its own there, or keeps the one that the member has. */
export type Place = { seasonId: number | null; seat: RequestedMembership['seat'] }

/**
 * The member's seat in the season of the type that is offered, if it can be theirs by that type: the one that is kept for them there, or else
 * the one that they have, on the same map. Null: none comes along.
 */
export function seatThatStays(standing: StandingMemberRow, offer: MembershipOfferRow): number | null {
  if (offer.seat_map_id === null || offer.seating === 'none') return null
  const keptSeat = standing.kept_seats.find(({ season_id }) => season_id === offer.season_id)
  if (keptSeat) return isIn(offer, keptSeat.seat_section_id) ? keptSeat.seat_id : null
  const isOnMap = offer.seat_map_id === standing.seat_map_id
  return isOnMap && isIn(offer, standing.seat_section_id) ? standing.membership_seat_id : null
}

const isIn = ({ seat_section_ids: ids }: MembershipOfferRow, sectionId: number | null): boolean =>
  ids.length === 0 || (sectionId !== null && ids.includes(sectionId))

/** A renewal keeps the seat where nothing else is asked for, and the type allows it; an upgrade keeps what it has. */
export function placeOf(
  standing: StandingMemberRow | null,
  offer: MembershipOfferRow,
  { seat, isUpgrade }: RequestedMembership,
): Place {
  const { season_id: seasonId } = offer
  if (standing === null) return { seasonId, seat }
  if (isUpgrade) {
    const isOther = seat !== null && seat !== standing.membership_seat_id
    return isOther ? { seasonId, seat } : { seasonId: null, seat: null }
  }
  return { seasonId, seat: seat ?? seatThatStays(standing, offer) }
}

/** Refuses a place that the type does not sell: a seat where it has none, none where it always has one, one in another section. */
export async function requireSeating(
  orgId: OrgId,
  tx: Tx,
  offer: MembershipOfferRow,
  { place, standing, sectionId }: { place: Place; standing: StandingMemberRow | null; sectionId: number | null },
): Promise<void> {
  if (offer.seat_map_id === null) return
  const isStaying = place.seasonId === null && standing !== null
  const seat = isStaying ? standing.membership_seat_id : place.seat
  if (seat === null) {
    if (offer.seating === 'required') throw seatMissing()
    return
  }
  const param = seat === 'best' ? 'best_available' : 'seat_id'
  if (offer.seating === 'none') throw conflict(param, 'This membership has no seat of its own.')
  if (offer.seat_section_ids.length === 0) return
  const section = seat === 'best' ? sectionId : await sectionOf(orgId, tx, seat)
  if (section === null ? seat !== 'best' : !isIn(offer, section)) {
    throw conflict(seat === 'best' ? 'seat_section_id' : param, 'This membership has its seats in other sections.')
  }
}

async function sectionOf(orgId: OrgId, tx: Tx, seatId: number): Promise<number | null> {
  const [seat] = await tx<{ seat_section_id: number }[]>`
    select seat_section_id
    from seats
    where org_id = ${orgId}
      and seat_id = ${seatId}`
  if (!seat) throw new ApiError('resource_missing', { param: 'seat_id', message: 'There is no such seat.' })
  return seat.seat_section_id
}

const conflict = (param: string, message: string) => new ApiError('state_conflict', { param, message })

const seatMissing = () =>
  new ApiError('parameter_missing', {
    param: 'seat_id',
    message: 'seat_id or best_available is missing: this membership comes with a seat.',
  })
