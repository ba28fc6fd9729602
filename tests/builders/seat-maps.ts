import { addRow, type Owner, type Store } from './rows.ts'

export type SeatMap = { seatMapId: number; sectionId: number; seatIds: number[]; seatId: number }

/** Where a section is drawn: straight rows, looking up, so far down. */
export const layoutAt = (x: number, y: number) => ({
  ...{ layout_x: x, layout_y: y, layout_rotation: 0, layout_curve: 0 },
  ...{ layout_row_pitch: 1.3, layout_seat_pitch: 1 },
})

/** A map with one section of so many rows, each of so many seats, drawn unless it shall not be; `seatId` is the first of them. */
export async function addSeatMap(
  store: Store,
  owner: Owner,
  { rows = 1, seats = 2, drawn = true } = {},
): Promise<SeatMap> {
  const seatMapId = await addRow(store, owner, 'seat_maps', 'seat_map_id', { title: 'Ground' })
  const section = { seat_map_id: seatMapId, title: 'North', ...(drawn && layoutAt(0, 0)) }
  const sectionId = await addRow(store, owner, 'seat_sections', 'seat_section_id', section)
  const seatIds = await addSeats(store, owner, { seatMapId, sectionId }, { rows, seats })
  return { seatMapId, sectionId, seatIds, seatId: seatIds[0] ?? 0 }
}

type Section = { seatMapId: number; sectionId: number }
type Block = { rows?: number; seats: number; firstRow?: number }

/** Rows from `firstRow` on, named A, B, C; the ids of their seats from left to right, row by row. */
export async function addSeats({ sql }: Store, { orgId }: Owner, section: Section, block: Block): Promise<number[]> {
  const { rows = 1, seats, firstRow = 1 } = block
  const added = await sql<{ seat_id: number }[]>`
    insert into seats (org_id, seat_map_id, seat_section_id, seat_row, seat_title, row_position, seat_position)
    select ${orgId}, ${section.seatMapId}, ${section.sectionId}, chr(64 + line), seat::text, line, seat
    from generate_series(${firstRow}::integer, ${firstRow + rows - 1}::integer) as l (line),
      generate_series(1, ${seats}::integer) as s (seat)
    order by l.line, s.seat
    returning seat_id`
  return added.map(({ seat_id }) => seat_id)
}
