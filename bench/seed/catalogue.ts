import type { OrgId } from '../../server/access/principal.ts'
import type { Db } from '../../server/platform/postgres/database.ts'
import { SEED_TYPES } from './people.ts'

const SECTIONS = 20
const SEATS_A_ROW = 40

type Ids = { id: number }[]
const idsOf = (rows: Ids): number[] => rows.map(({ id }) => id)

/** A season seat for each of the first `seatCount` members, and three categories, two of them on that map. */
export async function addMembershipCatalogue(orgId: OrgId, sql: Db, seatCount: number) {
  const [map] = await sql<Ids>`
    insert into seat_maps (org_id, title)
    values (${orgId}, 'Ground')
    returning seat_map_id as id`
  const seatMapId = map?.id ?? 0
  const sections = await sql<Ids>`
    insert into seat_sections (org_id, seat_map_id, title)
    select ${orgId}, ${seatMapId}, 'Bay ' || n
    from generate_series(1, ${SECTIONS}::int) n
    returning seat_section_id as id`
  const seats = await sql<Ids>`
    insert into seats (
      org_id, seat_map_id, seat_section_id, seat_aisle, seat_row, seat_level, seat_gate, seat_title, row_position, seat_position
    )
    select ${orgId}, ${seatMapId}, (${idsOf(sections)}::bigint[])[1 + n % ${SECTIONS}], 'A' || n % 8, 'R' || row_number, '2', 'G1',
      seat_number::text, row_number, seat_number
    from generate_series(0, ${seatCount - 1}::int) n
    cross join lateral (
      select n / ${SECTIONS} / ${SEATS_A_ROW} as row_number, n / ${SECTIONS} % ${SEATS_A_ROW} as seat_number
    ) place
    returning seat_id as id`
  const categories = await sql<Ids>`
    insert into membership_categories (org_id, title, membership_seat_map_id, game_day_access)
    values (${orgId}, 'Reserved', ${seatMapId}, true), (${orgId}, 'Premium', ${seatMapId}, true), (${orgId}, 'General', null, true)
    returning membership_category_id as id`
  const types = await sql<Ids>`
    insert into membership_types (org_id, membership_category_id, title, price_minor)
    select ${orgId}, (${idsOf(categories)}::bigint[])[1 + n % 3], 'Type ' || n, 10000 + n
    from generate_series(1, ${SEED_TYPES}::int) n
    returning membership_type_id as id`
  return { seatMapId, seats: idsOf(seats), types: idsOf(types).toSorted((a, b) => a - b) }
}
