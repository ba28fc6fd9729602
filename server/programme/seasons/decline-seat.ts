import type { OrgId } from '../../access/principal.ts'
import { ApiError } from '../../platform/http/errors.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { freeKeptOf } from './kept-seats.ts'

type Declined = { seasonId: number; memberId: number; fromSeatId: number }

/** The seat that is kept for a member is free at once, and none is kept for them in this season any more. Answers whether that is new. */
export async function declineSeat(
  orgId: OrgId,
  tx: Tx,
  now: Date,
  { seasonId, memberId, fromSeatId }: Declined,
): Promise<boolean> {
  const inBasket = await tx`
    select 1
    from season_seats
    where org_id = ${orgId}
      and season_id = ${seasonId}
      and kept_for_member_id = ${memberId}
      and basket_item_id is not null
      and kept_until > ${now}
    for update`
  if (inBasket.length > 0) {
    throw new ApiError('state_conflict', {
      message: 'The seat is in a basket: the member may be renewing with it now.',
    })
  }
  await freeKeptOf(orgId, tx, now, { seasonId, memberId })
  const declined = await tx`
    insert into season_keeps (
      org_id, season_id, membership_member_id, keep_state, from_seat_id, created_at, changed_at
    )
    values (${orgId}, ${seasonId}, ${memberId}, 'declined', ${fromSeatId}, ${now}, ${now})
    on conflict (org_id, season_id, membership_member_id) do update
    set keep_state = 'declined', reason = null, from_seat_id = excluded.from_seat_id, changed_at = excluded.changed_at
    where season_keeps.keep_state <> 'declined'
    returning 1 as one`
  return declined.length > 0
}
