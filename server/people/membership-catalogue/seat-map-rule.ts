import { ApiError } from '../../platform/http/errors.ts'
import { lockSeatMapStatus } from '../../programme/seat-maps/seat-map.ts'
import { catalogueStatus } from '../../programme/statuses.ts'
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

/**
 * Members sit on the map of their type's season, and that is the map of its category where the category has one. A request that gives a
 * type another season shares the lock of the category, so none is given one behind this check.
 */
export async function refuseOtherMaps(
  { tx, orgId }: ChangeContext,
  categoryId: number,
  seatMapId: number,
): Promise<void> {
  const [type] = await tx`
    select 1 as one
    from membership_types t
    join seasons n on n.org_id = t.org_id and n.season_id = t.season_id
    where t.org_id = ${orgId}
      and t.membership_category_id = ${categoryId}
      and t.status <> ${catalogueStatus.archived}
      and n.seat_map_id is distinct from ${seatMapId}
    limit 1`
  if (type) {
    throw new ApiError('state_conflict', {
      param: 'membership_seat_map_id',
      message: 'A type of it has a season on another seat map.',
    })
  }
}
