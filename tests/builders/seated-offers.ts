import type { House, Tenant } from '../harness/house.ts'
import { addOffer } from './baskets.ts'
import { addRow } from './rows.ts'

/** A map of one section with rows of so many seats, sold as one category. */
export async function addSeated(
  house: House,
  club: Tenant,
  rows: number,
  seats: number,
  { forMembers = false }: { forMembers?: boolean } = {},
) {
  const seatMapId = await addRow(house, club, 'seat_maps', 'seat_map_id', { title: 'Ground' })
  const section = { seat_map_id: seatMapId, title: 'North' }
  const sectionId = await addRow(house, club, 'seat_sections', 'seat_section_id', section)
  const made = await house.sql<{ seat_id: number }[]>`
    insert into seats (org_id, seat_map_id, seat_section_id, seat_row, seat_title, row_position, seat_position)
    select ${club.orgId}, ${seatMapId}, ${sectionId}, chr(64 + line), seat::text, line, seat
    from generate_series(1, ${rows}::integer) as l (line), generate_series(1, ${seats}::integer) as s (seat)
    order by l.line, s.seat
    returning seat_id`
  const event = {
    reserved_seating: true,
    seat_map_id: seatMapId,
    ...(forMembers ? { membership_seat_map_id: seatMapId } : {}),
  }
  const sell = async () => {
    const offer = await addOffer(house, club, { capacity: rows * seats, event })
    await house.sql`
      insert into price_category_sections (org_id, event_id, seat_map_id, seat_section_id, price_category_id)
      values (${club.orgId}, ${offer.eventId}, ${seatMapId}, ${sectionId}, ${offer.priceCategoryId})`
    return offer
  }
  /** `sell` puts another event on the same map on sale. */
  return { ...(await sell()), sell, seatMapId, seatIds: made.map((row) => row.seat_id) }
}
