import { createKey } from '../../server/access/api-keys/key-store.ts'
import { openDatabase } from '../../server/platform/postgres/database.ts'
import { type Offer, seedOffer } from '../on-sale/seed-offer.ts'

export const SECTIONS = 40
const ROWS = 50
const SEATS_A_ROW = 25
export const SEATS = SECTIONS * ROWS * SEATS_A_ROW

export type Ground = Offer & { publishableKey: string; firstSeatId: number }

/** An event with 50,000 numbered seats, all of one pool, and a key that a page would have. */
export async function seedGround(url: string): Promise<Ground> {
  const offer = await seedOffer(url, SEATS)
  const sql = openDatabase(url, { poolSize: 1, statementTimeoutMs: 0 })
  const { orgId, eventId, priceCategoryId } = offer
  const [map] = await sql<{ seat_map_id: number }[]>`
    insert into seat_maps (org_id, title)
    values (${orgId}, 'Ground')
    returning seat_map_id`
  const seatMapId = map?.seat_map_id ?? 0
  await sql`
    insert into seat_sections (org_id, seat_map_id, title, order_by)
    select ${orgId}, ${seatMapId}, 'Section ' || n, n
    from generate_series(1, ${SECTIONS}::integer) n`
  await sql`
    insert into seats (org_id, seat_map_id, seat_section_id, seat_row, seat_title, row_position, seat_position)
    select ${orgId}, ${seatMapId}, x.seat_section_id, r.line::text, n.place::text, r.line, n.place
    from seat_sections x, generate_series(1, ${ROWS}::integer) as r (line),
      generate_series(1, ${SEATS_A_ROW}::integer) as n (place)
    where x.org_id = ${orgId}
    order by x.seat_section_id, r.line, n.place`
  await sql`
    update events
    set reserved_seating = true, seat_map_id = ${seatMapId}
    where org_id = ${orgId}
      and event_id = ${eventId}`
  await sql`
    insert into price_category_sections (org_id, event_id, seat_map_id, seat_section_id, price_category_id)
    select ${orgId}, ${eventId}, ${seatMapId}, seat_section_id, ${priceCategoryId}
    from seat_sections
    where org_id = ${orgId}`
  await sql`analyze`
  const [seat] = await sql<{ first: number }[]>`
    select min(seat_id) as first
    from seats
    where org_id = ${orgId}`
  const { secret } = await createKey(orgId, sql, { kind: 'pk' })
  await sql.end()
  return { ...offer, publishableKey: secret, firstSeatId: seat?.first ?? 0 }
}
