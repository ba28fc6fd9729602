import { Type } from 'typebox'
import { Id, Input, Nullable, Text } from '../../platform/http/schema.ts'
import { audit, type ChangeContext } from '../../resources/change-row.ts'
import { seatMaps } from './seat-map.ts'
import { findSeatMapWithSections } from './seat-map-with-sections.ts'
import { type SeatPlan, Sections } from './seat-plan.ts'

/** 60,000 seats with all their labels are about 4 MB of JSON. */
export const SEAT_MAP_BYTES_MAX = 4 * 1024 * 1024

export const SeatMapFile = Input({
  title: Text(200),
  venue_id: Type.Optional(Nullable(Id())),
  sections: Sections,
})

/** The audit row counts the seats: all their labels would not fit, and the seats are there to be read. */
export async function reportImport(
  at: ChangeContext,
  seatMapId: number,
  action: string,
  plan: SeatPlan,
  before?: object,
) {
  const seatMap = await findSeatMapWithSections(at.orgId, at.tx, at.clock(at.orgId), seatMapId)
  if (!seatMap) throw new Error('the imported seat map is gone')
  const { sections: _sections, ...map } = seatMap
  await audit(seatMaps, at, seatMapId, action, { before, after: { ...map, seats: plan.seats.length } })
  return seatMap
}
