import { createKey } from '../../server/access/api-keys/key-store.ts'
import { openDatabase, type Sql } from '../../server/platform/postgres/database.ts'
import { addOffer, type Offer, seedOffer } from '../on-sale/seed-offer.ts'

export const EVENTS = 25
const SECTIONS = 20
const SEATS_A_ROW = 25

export type Season = Offer & {
  staffKey: string
  seasonId: number
  typeId: number
  seatIds: number[]
  /** On the same map, and not in the season yet. */
  joiningId: number
  sql: Sql
}

/** A ground of so many seats, a season of 25 matches on it, one more match that is to join, and an event of its own whose baskets are watched. */
export async function seedSeason(url: string, seats: number): Promise<Season> {
  const watched = await seedOffer(url, 1_000_000)
  const { orgId } = watched
  const sql = openDatabase(url, { poolSize: 4, statementTimeoutMs: 0 })
  const one = async (rows: Promise<{ id: number }[]>): Promise<number> => (await rows)[0]?.id ?? 0
  const mapId = await one(sql<{ id: number }[]>`
    insert into seat_maps (org_id, title)
    values (${orgId}, 'Ground')
    returning seat_map_id as id`)
  await sql`
    insert into seat_sections (org_id, seat_map_id, title, order_by)
    select ${orgId}, ${mapId}, 'Section ' || n, n
    from generate_series(1, ${SECTIONS}::integer) n`
  const rows = Math.ceil(seats / SECTIONS / SEATS_A_ROW)
  const seatRows = await sql<{ seat_id: number }[]>`
    insert into seats (org_id, seat_map_id, seat_section_id, seat_row, seat_title, row_position, seat_position)
    select ${orgId}, ${mapId}, x.seat_section_id, r.line::text, n.place::text, r.line, n.place
    from seat_sections x, generate_series(1, ${rows}::integer) as r (line),
      generate_series(1, ${SEATS_A_ROW}::integer) as n (place)
    where x.org_id = ${orgId}
    order by x.seat_section_id, r.line, n.place
    returning seat_id`
  const seasonId = await one(sql<{ id: number }[]>`
    insert into seasons (org_id, title, seat_map_id, first_day, last_day)
    values (${orgId}, 'Season', ${mapId}, current_date, current_date + 300)
    returning season_id as id`)
  const matchIds: number[] = []
  for (let match = 0; match <= EVENTS; match += 1) {
    const { eventId, priceCategoryId } = await addOffer(sql, orgId, seatRows.length)
    matchIds.push(eventId)
    await sql`
      update events
      set reserved_seating = true, seat_map_id = ${mapId}, starts_at = now() + interval '1 day' * ${match + 2}::integer
      where org_id = ${orgId}
        and event_id = ${eventId}`
    await sql`
      insert into price_category_sections (org_id, event_id, seat_map_id, seat_section_id, price_category_id)
      select ${orgId}, ${eventId}, ${mapId}, seat_section_id, ${priceCategoryId}
      from seat_sections
      where org_id = ${orgId}`
  }
  await sql`
    insert into season_events (org_id, season_id, event_id)
    select ${orgId}, ${seasonId}, event_id
    from unnest(${matchIds.slice(0, EVENTS)}::bigint[]) as v (event_id)`
  const categoryId = await one(sql<{ id: number }[]>`
    insert into membership_categories (org_id, title, membership_seat_map_id)
    values (${orgId}, 'Seats', ${mapId})
    returning membership_category_id as id`)
  const typeId = await one(sql<{ id: number }[]>`
    insert into membership_types (org_id, membership_category_id, title, price_minor, season_id)
    values (${orgId}, ${categoryId}, 'Adult', 40000, ${seasonId})
    returning membership_type_id as id`)
  await sql`analyze`
  const { secret: staffKey } = await createKey(orgId, sql, { kind: 'sk', scopes: ['programme:manage'] })
  const seatIds = seatRows.map(({ seat_id }) => seat_id)
  return { ...watched, staffKey, seasonId, typeId, seatIds, joiningId: matchIds[EVENTS] ?? 0, sql }
}
