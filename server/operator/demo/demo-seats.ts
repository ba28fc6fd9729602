import type { OrgId } from '../../access/principal.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { memberStatus } from '../../programme/statuses.ts'
import { copyInto, drawIds, type Row } from './bulk.ts'

/** A large stadium; whoever comes after that stands. */
const SEATS_MAX = 60_000
const ROWS = 10
const SEATS_A_ROW = 20
const SEATS_A_BAY = ROWS * SEATS_A_ROW
const BAYS_LEAST = 2

/** Seats of the map by rank, bay after bay, once there are that many; null where somebody sits already or nobody may. */
export async function ensureDemoSeats(
  orgId: OrgId,
  tx: Db,
  seatMapId: number,
  count: number,
  today: Date,
): Promise<(number | null)[]> {
  const bays = Math.max(BAYS_LEAST, Math.ceil(Math.min(count, SEATS_MAX) / SEATS_A_BAY))
  const earlierBays = await countBays(orgId, tx, seatMapId)
  if (earlierBays < bays) await addBays(orgId, tx, seatMapId, earlierBays + 1, bays, today)
  const rows = await tx<{ seat_id: number; free: boolean }[]>`
    select s.seat_id, s.seat_status = 'active' and not exists (
      select 1
      from members m
      where m.org_id = ${orgId}
        and m.membership_seat_id = s.seat_id
        and m.membership_member_status_id <> ${memberStatus.cancelled}
    ) as free
    from seats s
    join seat_sections x using (org_id, seat_map_id, seat_section_id)
    where s.org_id = ${orgId}
      and s.seat_map_id = ${seatMapId}
    order by x.order_by, x.seat_section_id, s.row_position, s.seat_position`
  return rows.map(({ seat_id, free }) => (free ? seat_id : null))
}

async function countBays(orgId: OrgId, tx: Db, seatMapId: number): Promise<number> {
  const [row] = await tx<{ bays: number }[]>`
    select count(*)::int as bays
    from seat_sections
    where org_id = ${orgId}
      and seat_map_id = ${seatMapId}`
  return row?.bays ?? 0
}

async function addBays(orgId: OrgId, tx: Db, seatMapId: number, first: number, last: number, today: Date) {
  const stamp = { created_at: today, changed_at: today }
  const ids = await drawIds(tx, { seat_sections: last - first + 1 })
  const sections = Array.from({ length: last - first + 1 }, (_, n) => ({
    org_id: orgId,
    seat_map_id: seatMapId,
    seat_section_id: ids.seat_sections(),
    title: `Bay ${first + n}`,
    order_by: first + n,
    ...stamp,
  }))
  await copyInto(tx, 'seat_sections', sections)
  await copyInto(
    tx,
    'seats',
    sections.flatMap(({ org_id, seat_map_id, seat_section_id, order_by }) =>
      seatsOfBay(order_by).map((seat) => ({ org_id, seat_map_id, seat_section_id, ...seat, ...stamp })),
    ),
  )
}

function seatsOfBay(bay: number): Row[] {
  return Array.from({ length: SEATS_A_BAY }, (_, n) => {
    const row = Math.floor(n / SEATS_A_ROW)
    const seat = n % SEATS_A_ROW
    return {
      seat_row: String.fromCharCode(65 + row),
      seat_title: String(seat + 1),
      seat_aisle: String(2 * bay - (seat < SEATS_A_ROW / 2 ? 1 : 0)),
      seat_level: row < ROWS / 2 ? '1' : '2',
      seat_gate: bay % 2 === 0 ? 'South gate' : 'North gate',
      row_position: row,
      // The aisle in the middle of a row is a gap.
      seat_position: seat < SEATS_A_ROW / 2 ? seat : seat + 1,
    }
  })
}
