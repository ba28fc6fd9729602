import type { OrgId } from '../../access/principal.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { stamp, Writer } from './writer.ts'

/** A large stadium; members who come after that stand. */
const SEATS_MAX = 60_000
const ROWS = 10
const SEATS_A_ROW = 20
const SEATS_A_BAY = ROWS * SEATS_A_ROW
const BAYS_LEAST = 2

/** Seats of the members' stand by rank, bay after bay, once there are that many; null where one is taken or not in use. */
export async function ensureMemberSeats(
  orgId: OrgId,
  tx: Db,
  seatMapId: number,
  count: number,
  today: Date,
): Promise<(number | null)[]> {
  const bays = Math.max(BAYS_LEAST, Math.ceil(Math.min(count, SEATS_MAX) / SEATS_A_BAY))
  const writer = new Writer(orgId)
  for (let bay = (await countBays(orgId, tx, seatMapId)) + 1; bay <= bays; bay += 1) {
    addBay(writer, seatMapId, bay, today)
  }
  await writer.write(tx)
  const rows = await tx<{ seat_id: number; free: boolean }[]>`
    select s.seat_id, s.seat_status = 'active' and not exists (
      select 1
      from season_seats z
      where z.org_id = ${orgId}
        and z.seat_id = s.seat_id
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

function addBay(writer: Writer, seatMapId: number, bay: number, today: Date): void {
  const section = { seat_map_id: seatMapId, seat_section_id: writer.id('seat_sections') }
  writer.add('seat_sections', { ...section, title: `Bay ${bay}`, order_by: bay, ...stamp(today) })
  for (let n = 0; n < SEATS_A_BAY; n += 1) {
    const row = Math.floor(n / SEATS_A_ROW)
    const seat = n % SEATS_A_ROW
    const isLeft = seat < SEATS_A_ROW / 2
    writer.add('seats', {
      ...section,
      seat_row: String.fromCharCode(65 + row),
      seat_title: String(seat + 1),
      seat_aisle: String(2 * bay - (isLeft ? 1 : 0)),
      seat_level: row < ROWS / 2 ? '1' : '2',
      seat_gate: bay % 2 === 0 ? 'South gate' : 'North gate',
      row_position: row,
      // The aisle in the middle of a row is a gap.
      seat_position: isLeft ? seat : seat + 1,
      ...stamp(today),
    })
  }
}
