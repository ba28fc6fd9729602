import type { OrgId } from '../../access/principal.ts'
import type { Db, Tx } from '../../platform/postgres/database.ts'
import type { Sale } from './confirm-orders.ts'

type SeatRow = {
  basket_id: string
  basket_item_id: number
  seat_id: number
  section_label: string
  sub_section_title: string | null
  seat_aisle: string | null
  seat_row: string | null
  seat_title: string
}

/** Gives the seats that baskets claimed to the tickets of the lines that the items became. */
export async function seatTickets(orgId: OrgId, tx: Tx, basketIds: string[], sales: Sale[]): Promise<void> {
  const seats = await findClaimedSeats(orgId, tx, basketIds)
  if (seats.length === 0) return
  const byItem = Map.groupBy(seats, ({ basket_item_id }) => basket_item_id)
  for (const { tickets, holds } of sales) {
    let next = 0
    for (const { basket_item_id, places } of holds) {
      const own = byItem.get(basket_item_id) ?? []
      for (let place = 0; place < places; place += 1) {
        const [ticket, seat] = [tickets[next + place], own[place]]
        if (ticket && seat) Object.assign(ticket, seatOf(seat))
      }
      next += places
    }
  }
}

const seatOf = ({ seat_id, section_label, sub_section_title, seat_aisle, seat_row, seat_title }: SeatRow) => ({
  seat_id,
  section_label,
  sub_section_title,
  seat_aisle,
  seat_row,
  seat_title,
})

const findClaimedSeats = (orgId: OrgId, sql: Db, basketIds: string[]) => sql<SeatRow[]>`
  select a.basket_id, a.basket_item_id, a.seat_id, n.title as section_label, n.sub_section_title, s.seat_aisle, s.seat_row,
    s.seat_title
  from seat_claims a
  join seats s on s.org_id = a.org_id and s.seat_id = a.seat_id
  join seat_sections n
    on n.org_id = s.org_id and n.seat_map_id = s.seat_map_id and n.seat_section_id = s.seat_section_id
  where a.org_id = ${orgId}
    and a.basket_id = any (${basketIds}::uuid[])
  order by a.basket_item_id, s.seat_section_id, s.row_position, s.seat_position`
