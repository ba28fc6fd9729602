import { ApiError } from '../../platform/http/errors.ts'
import { lockSeatMapStatus } from '../../programme/seat-maps/seat-map.ts'
import { memberStatus } from '../../programme/statuses.ts'
import type { ChangeContext } from '../../resources/change-row.ts'
import { missing } from '../../resources/constraints.ts'

/** The map must exist and still be in use; the lock keeps it so until the change has committed. */
export async function chooseSeatMap({ tx, orgId }: ChangeContext, seatMapId: number): Promise<void> {
  const status = await lockSeatMapStatus(orgId, tx, seatMapId)
  if (status === undefined) throw missing('membership_seat_map_id')()
  if (status === 'archived') {
    throw new ApiError('state_conflict', { param: 'membership_seat_map_id', message: 'The seat map is archived.' })
  }
}

type SeatMapChange = { categoryId: number; typeId?: number; seatMapId: number }

/**
 * Members sit on the map of their category. A request that changes the map of a category, or the category of a type, holds a lock
 * that an assignment of a seat waits for, so no member is seated behind this check.
 */
export async function refuseStrandedSeats(
  { tx, orgId }: ChangeContext,
  { categoryId, typeId, seatMapId }: SeatMapChange,
): Promise<void> {
  const [member] = await tx`
    select 1 as one
    from membership_types t
    join members m using (org_id, membership_type_id)
    join seats s on s.org_id = m.org_id and s.seat_id = m.membership_seat_id
    where t.org_id = ${orgId}
      and ${typeId === undefined ? tx`t.membership_category_id = ${categoryId}` : tx`t.membership_type_id = ${typeId}`}
      and m.membership_member_status_id <> ${memberStatus.cancelled}
      and s.seat_map_id <> ${seatMapId}
    limit 1`
  if (member) throw new ApiError('state_conflict', { message: 'Members of it have seats on another seat map.' })
}
