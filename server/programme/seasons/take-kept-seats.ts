import type { OrgId } from '../../access/principal.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { SeatsToClaim } from './claim-seats.ts'

/**
 * Seats that are kept for a member go to the customer whose member it is, without a moment in which they are free: to the member, or to a basket,
 * for which they stay kept. Answers which of the seats these were; all others are for anyone to take, or taken.
 */
export async function takeKeptSeats(
  orgId: OrgId,
  tx: Tx,
  now: Date,
  { seasonId, owners, expiresAt }: SeatsToClaim,
): Promise<Set<number>> {
  const entitled = owners.filter(({ forUserId }) => forUserId !== undefined && forUserId !== null)
  if (entitled.length === 0) return new Set()
  const taken = await tx<{ seat_id: number }[]>`
    update season_seats z
    set membership_member_id = w.membership_member_id, basket_id = w.basket_id, basket_item_id = w.basket_item_id,
      expires_at = case when w.membership_member_id is null then greatest(${expiresAt}::timestamptz, z.kept_until) end,
      kept_for_member_id = case when w.membership_member_id is null then z.kept_for_member_id end,
      kept_until = case when w.membership_member_id is null then z.kept_until end, changed_at = ${now}
    from unnest(
      ${entitled.map(({ seatId }) => seatId)}::bigint[],
      ${entitled.map(({ memberId }) => memberId ?? null)}::bigint[],
      ${entitled.map(({ basketId }) => basketId ?? null)}::uuid[],
      ${entitled.map(({ basketItemId }) => basketItemId ?? null)}::bigint[],
      ${entitled.map(({ forUserId }) => forUserId ?? null)}::bigint[]
    ) as w (seat_id, membership_member_id, basket_id, basket_item_id, user_id)
    where z.org_id = ${orgId}
      and z.season_id = ${seasonId}
      and z.seat_id = w.seat_id
      and z.basket_item_id is null
      and z.kept_until > ${now}
      and exists (
        select 1
        from members k
        where k.org_id = ${orgId}
          and k.membership_member_id = z.kept_for_member_id
          and k.user_id = w.user_id
      )
    returning z.seat_id`
  const seatIds = taken.map(({ seat_id }) => seat_id)
  if (seatIds.length > 0) await alignClaims(orgId, tx, now, seasonId, seatIds)
  return new Set(seatIds)
}

/** Claims of season seats end when those do, and are kept where those are. */
export const alignClaims = (orgId: OrgId, tx: Tx, now: Date, seasonId: number, seatIds: number[]) => tx`
  update seat_claims a
  set expires_at = z.expires_at, is_kept = z.kept_for_member_id is not null and z.basket_item_id is null, changed_at = ${now}
  from season_seats z
  where a.org_id = ${orgId}
    and a.season_id = ${seasonId}
    and a.seat_id = any (${seatIds}::bigint[])
    and z.org_id = ${orgId}
    and z.season_id = ${seasonId}
    and z.seat_id = a.seat_id`
