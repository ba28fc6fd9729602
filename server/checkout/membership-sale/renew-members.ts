import type { OrgId } from '../../access/principal.ts'
import { countMember } from '../../people/membership-catalogue/type-limit.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { countSeatlessMembers } from '../../programme/seasons/count-seatless.ts'
import { freeSeasonSeats } from '../../programme/seasons/season-seats.ts'
import { memberStatus } from '../../programme/statuses.ts'
import type { OrderRow } from '../../tickets/orders/order.ts'
import type { BasketMembershipRow } from './basket-memberships.ts'
import { endOfTerm } from './end-of-term.ts'
import { findStandingMember, startOfRenewal } from './standing-member.ts'

/**
 * The term by which a membership goes on, after those that the member has. The newest term is the one that a card is sent for: it is not
 * fulfilled yet. Where the term before is over, the caller lets this one begin at once. The member is locked.
 */
export async function addTerm(
  orgId: OrgId,
  tx: Tx,
  now: Date,
  { order_id: orderId }: OrderRow,
  memberId: number,
  row: BasketMembershipRow,
): Promise<void> {
  const standing = await findStandingMember(orgId, tx, now, memberId)
  if (!standing) throw new Error(`member ${memberId} is gone`)
  const startsAt = startOfRenewal(standing, now)
  const status = row.plan === null ? memberStatus.paid : memberStatus.instalments
  await tx`
    insert into member_terms (
      org_id, membership_member_id, term_state, membership_type_id, season_id, seat_id, order_id, membership_member_status_id, instalments,
      auto_renew, starts_at, ends_at, created_at, changed_at
    )
    values (
      ${orgId}, ${memberId}, 'next', ${row.membership_type_id}, ${row.season_id}, ${row.seat_id}, ${orderId}, ${status},
      ${row.plan !== null}, ${row.auto_renew}, ${startsAt}, ${endOfTerm(row, startsAt)}, ${now}, ${now}
    )`
  // A term that had no end of its own ends where the next one begins.
  await tx`
    update members
    set fulfilled_at = null, fulfillment_tracking_code = null, changed_at = ${now},
      expires = case when membership_member_status_id = ${memberStatus.cancelled} then expires else coalesce(expires, ${startsAt}) end
    where org_id = ${orgId}
      and membership_member_id = ${memberId}`
}

/**
 * Another type from now on, and another seat where one was chosen. Answers with the order of the term that goes on, which is this one where
 * the member had none. The member is locked.
 */
export async function upgradeMember(
  orgId: OrgId,
  tx: Tx,
  now: Date,
  { order_id: orderId }: OrderRow,
  memberId: number,
  row: BasketMembershipRow,
): Promise<number> {
  const standing = await findStandingMember(orgId, tx, now, memberId)
  if (!standing) throw new Error(`member ${memberId} is gone`)
  const { membership_seat_id: seatId, season_id: seasonId } = standing
  await countMember(orgId, tx, standing.membership_type_id, -1)
  if (row.seat_id !== null && seasonId !== null) {
    if (seatId === null) await countSeatlessMembers(orgId, tx, now, seasonId, -1)
    else await freeSeasonSeats(orgId, tx, now, seasonId, [seatId])
  }
  const [member] = await tx<{ membership_order_id: number }[]>`
    update members
    set membership_type_id = ${row.membership_type_id}, membership_seat_id = ${row.seat_id ?? seatId},
      membership_order_id = coalesce(membership_order_id, ${orderId}),
      membership_member_status_id = case
        when ${row.plan !== null} and membership_member_status_id = ${memberStatus.paid} then ${memberStatus.instalments}
        else membership_member_status_id
      end,
      instalments = instalments or ${row.plan !== null}, changed_at = ${now}
    where org_id = ${orgId}
      and membership_member_id = ${memberId}
    returning membership_order_id`
  if (!member) throw new Error(`member ${memberId} is gone`)
  return member.membership_order_id
}
