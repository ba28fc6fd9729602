import type { Drawing } from '../kit/seat-map/plan.ts'

/** The number is the state of the seat map. */
const TAKEN = 3

/** What this buyer was refused is taken, also while the answers of the server are older than that. */
export function withoutLost(drawing: Drawing, states: Uint8Array, lost: number[]): Uint8Array {
  if (lost.length === 0) return states
  const changed = states.slice()
  for (const section of drawing.sections) {
    let index = section.first
    for (const { seat_id, count } of section.rows.flatMap(({ runs }) => runs)) {
      for (const id of lost) if (id >= seat_id && id < seat_id + count) changed[index + id - seat_id] = TAKEN
      index += count
    }
  }
  return changed
}

/** Where a seat is, by its section and the names of that and its row. Ids within a run follow each other, and so do the titles, by its step. */
export function seatOf({ sections }: Drawing, seatId: number) {
  for (const { seat_section_id: sectionId, title, sub_section_title: sub, rows } of sections) {
    for (const { title: seat_row, runs } of rows) {
      const run = runs.find(({ seat_id, count }) => seatId >= seat_id && seatId < seat_id + count)
      if (!run) continue
      const after = seatId - run.seat_id
      const seat_title = after === 0 ? run.title : String(Number(run.title) + after * run.step)
      return { sectionId, section_label: title, sub_section_title: sub, seat_row, seat_title }
    }
  }
  return undefined
}
