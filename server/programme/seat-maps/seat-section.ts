import { ApiError } from '../../platform/http/errors.ts'
import type { ChangeContext } from '../../resources/change-row.ts'
import { conflictOn } from '../../resources/constraints.ts'
import { lockRow } from '../../resources/resource.ts'
import { lockSeatMapStatus, seatMaps } from './seat-map.ts'

export const seatSections = {
  ...seatMaps,
  singular: 'seat_section',
  constraints: {
    seat_sections_by_title: conflictOn('title', 'Another section of the map has this title.'),
  },
}

export async function lockOpenMap({ orgId, tx }: ChangeContext, seatMapId: number): Promise<void> {
  await lockRow(seatMaps, orgId, tx, seatMapId)
  const status = await lockSeatMapStatus(orgId, tx, seatMapId)
  if (status === undefined) throw new ApiError('resource_missing')
  if (status === 'archived') throw new ApiError('state_conflict', { message: 'The seat map is archived.' })
}
