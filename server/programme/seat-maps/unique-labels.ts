import { type Place, placeText } from '../../../faces/kit/place.ts'
import type { OrgId } from '../../access/principal.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { conflictOn } from '../../resources/constraints.ts'

/**
 * Refuses a map on which two places would be printed alike, as a stand called `North, Block 1` and block 1 of the stand `North` are. The
 * labels are compared here, by the function that prints them, so that no other rule decides what is alike.
 */
export async function refuseSameLabels(orgId: OrgId, tx: Tx, seatMapId: number): Promise<void> {
  const seats = await tx<Place[]>`
    select x.title as section_label, x.sub_section_title, s.seat_level, s.seat_aisle, s.seat_row, s.seat_title
    from seats s
    join seat_sections x
      on x.org_id = ${orgId} and x.seat_map_id = s.seat_map_id and x.seat_section_id = s.seat_section_id
    where s.org_id = ${orgId}
      and s.seat_map_id = ${seatMapId}
      and s.seat_status <> 'archived'
    order by s.seat_section_id, s.row_position, s.seat_position`
  const known = new Map<string, Place>()
  for (const seat of seats) {
    const label = placeText(seat, 'en')
    const other = known.get(label)
    if (other) {
      const message = `Two seats would have the label "${label}": one of ${sectionOf(other)}, one of ${sectionOf(seat)}. Rename a section or a row.`
      throw conflictOn('sections', message)()
    }
    known.set(label, seat)
  }
}

const sectionOf = ({ section_label, sub_section_title }: Place): string =>
  JSON.stringify({ title: section_label, sub_section_title })
