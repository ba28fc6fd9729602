import type { OrgId } from '../../access/principal.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { keepSeats } from './keep-seats.ts'
import { freeExpiredKept } from './kept-seats.ts'
import { alignClaims } from './take-kept-seats.ts'

type Extension = { seasonId: number; memberIds: number[]; until: Date }

/** Keeps the seats of these members until another time; a seat that is free since its time was up is kept again, if it still is free. */
export async function keepLonger(
  orgId: OrgId,
  tx: Tx,
  now: Date,
  { seasonId, memberIds, until }: Extension,
): Promise<void> {
  const ofMembers = tx`k.season_id = ${seasonId} and k.kept_for_member_id = any (${memberIds}::bigint[])`
  await freeExpiredKept(orgId, tx, now, ofMembers)
  const moved = await tx<{ seat_id: number }[]>`
    update season_seats k
    set kept_until = ${until}, changed_at = ${now},
      expires_at = case
        when k.basket_item_id is null then ${until}::timestamptz
        when k.expires_at is not null then greatest(k.expires_at, ${until}::timestamptz)
      end
    where k.org_id = ${orgId}
      and k.kept_until > ${now}
      and ${ofMembers}
    returning k.seat_id`
  const seatIds = moved.map(({ seat_id }) => seat_id)
  if (seatIds.length > 0) await alignClaims(orgId, tx, now, seasonId, seatIds)
  await tx`
    delete from season_keeps
    where org_id = ${orgId}
      and season_id = ${seasonId}
      and keep_state = 'declined'
      and membership_member_id = any (${memberIds}::bigint[])`
  await keepSeats(orgId, tx, now, { seasonId, memberIds, until })
}
