import { type Static, Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { catalogueStatus, memberStatus } from '../../programme/statuses.ts'
import { ageRefusal, findMembershipOffers, type MembershipOfferRow, membershipRefusal } from './membership-offer.ts'
import { seatThatStays } from './seating.ts'
import { findStandingMembers, renewalRefusal, type StandingMemberRow, takesPlace } from './standing-member.ts'

/** A way in which a membership can go on. */
export const Renewal = Type.Object(
  {
    membership_type_id: Type.Integer({ description: 'one of those on sale' }),
    keeps_seat: Type.Boolean({
      description: 'the member’s seat comes along, where it is still free; otherwise one can be asked for',
    }),
  },
  { title: 'Renewal' },
)
export type Renewal = Static<typeof Renewal>

/**
 * By which types that are on sale online now memberships can go on, in the order of the catalogue, by member; who left has none. It is what a
 * basket would take, save for seats and places that others take meanwhile.
 */
export async function findRenewals(
  orgId: OrgId,
  sql: Db,
  now: Date,
  memberIds: number[],
): Promise<Map<number, Renewal[]>> {
  if (memberIds.length === 0) return new Map()
  const offers = await findMembershipOffers(orgId, sql, now, isShown(sql))
  const onSale = offers.filter((offer) => membershipRefusal(offer, now, true) === undefined)
  const standing = onSale.length === 0 ? [] : await findStandingMembers(orgId, sql, now, memberIds)
  return new Map(standing.map((one) => [one.membership_member_id, renewalsOf(one, onSale, now)]))
}

const isShown = (sql: Db) => sql`t.status = ${catalogueStatus.active} and t.show_online`

function renewalsOf(standing: StandingMemberRow, offers: MembershipOfferRow[], now: Date): Renewal[] {
  if (standing.membership_member_status_id === memberStatus.cancelled) return []
  return offers
    .filter((offer) => isOpenTo(standing, offer, now))
    .map((offer) => ({
      membership_type_id: offer.membership_type_id,
      keeps_seat: seatThatStays(standing, offer) !== null,
    }))
}

const isOpenTo = (standing: StandingMemberRow, offer: MembershipOfferRow, now: Date): boolean =>
  renewalRefusal(standing, offer, now) === undefined &&
  ageRefusal(offer, standing.date_of_birth, now) === undefined &&
  (offer.places_left === null || offer.places_left > 0 || !takesPlace(standing, offer.membership_type_id))
