import type { OrgId } from '../../access/principal.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { ticketStatus } from '../../programme/statuses.ts'
import { HARBOUR_CITY } from './harbour-city.ts'
import { demoName } from './numbered.ts'
import { type RowId, stamp, Writer } from './writer.ts'

/*
 * One match of the season sells its grandstand by numbered seats. Each buyer gets the next one, row by row; where more is sold
 * than there are, the stand grows with its pool.
 */

/** The number of that match; 0: there is none. */
export const SEATED_MATCH = HARBOUR_CITY.season.findIndex(({ isSeated }) => isSeated) + 1
/** The pool whose places have seats. */
export const SEATED_POOL = 1
const MAP = 'Grandstand, numbered'
const SEATS_A_ROW = 20

export type Grandstand = { seatMapId: RowId; sectionId: RowId }

/** Its map, with one section and no seats yet. */
export function addGrandstand(writer: Writer, today: Date): Grandstand {
  const stand = { seatMapId: writer.id('seat_maps'), sectionId: writer.id('seat_sections') }
  writer.add('seat_maps', { seat_map_id: stand.seatMapId, venue_id: null, title: MAP, ...stamp(today) })
  writer.add('seat_sections', {
    seat_map_id: stand.seatMapId,
    seat_section_id: stand.sectionId,
    title: 'Grandstand',
    sub_section_title: 'Upper tier',
    order_by: 1,
    ...stamp(today),
  })
  return stand
}

type SeatedPool = {
  event_id: number
  price_category_id: number
  capacity: number
  seat_map_id: number
  seat_section_id: number
  seats: number
}

/** A seat for every place of the stand, and for every ticket in it that has none. */
export async function seatGrandstand(orgId: OrgId, tx: Db, today: Date): Promise<void> {
  const [pool] = await tx<SeatedPool[]>`
    select e.event_id, c.price_category_id, c.capacity, n.seat_map_id, n.seat_section_id, (
      select count(*)::int
      from seats s
      where s.org_id = ${orgId}
        and s.seat_map_id = n.seat_map_id
        and s.seat_section_id = n.seat_section_id
    ) as seats
    from events e
    join price_category_sections n on n.org_id = ${orgId} and n.event_id = e.event_id
    join price_categories c on c.org_id = ${orgId} and c.price_category_id = n.price_category_id
    where e.org_id = ${orgId}
      and e.url_string = ${demoName(SEATED_MATCH)}`
  if (!pool) return
  await addSeats(orgId, tx, pool, today)
  await claimSeats(orgId, tx, pool)
}

async function addSeats(orgId: OrgId, tx: Db, pool: SeatedPool, today: Date): Promise<void> {
  const { seat_map_id, seat_section_id, seats, capacity } = pool
  const writer = new Writer(orgId)
  for (let n = seats; n < capacity; n += 1) {
    const row = Math.floor(n / SEATS_A_ROW)
    const position = n % SEATS_A_ROW
    writer.add('seats', {
      seat_map_id,
      seat_section_id,
      seat_row: String(row + 1),
      seat_title: String(position + 1),
      seat_aisle: position < SEATS_A_ROW / 2 ? '1' : '2',
      seat_level: '2',
      seat_gate: 'North gate',
      row_position: row,
      seat_position: position,
      ...stamp(today),
    })
  }
  await writer.write(tx)
}

async function claimSeats(orgId: OrgId, tx: Db, { event_id, price_category_id, seat_section_id }: SeatedPool) {
  await tx`
    insert into seat_claims (org_id, event_id, seat_id, ticket_id, created_at, changed_at)
    select ${orgId}, ${event_id}, free.seat_id, unseated.ticket_id, unseated.created_at, unseated.created_at
    from (
      select ticket_id, created_at, row_number() over (order by ticket_id) as place
      from tickets
      where org_id = ${orgId}
        and event_id = ${event_id}
        and price_category_id = ${price_category_id}
        and ticket_status_id in (${ticketStatus.reserved}, ${ticketStatus.active})
        and seat_id is null
    ) unseated
    join (
      select s.seat_id, row_number() over (order by s.row_position, s.seat_position) as place
      from seats s
      where s.org_id = ${orgId}
        and s.seat_section_id = ${seat_section_id}
        and not exists (
          select 1
          from seat_claims a
          where a.org_id = ${orgId}
            and a.event_id = ${event_id}
            and a.seat_id = s.seat_id
        )
    ) free using (place)
    order by unseated.ticket_id`
  await tx`
    update tickets t
    set seat_id = a.seat_id
    from seat_claims a
    where t.org_id = ${orgId}
      and t.event_id = ${event_id}
      and t.seat_id is null
      and a.org_id = ${orgId}
      and a.event_id = ${event_id}
      and a.ticket_id = t.ticket_id`
}
