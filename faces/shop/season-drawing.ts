import type { Drawing } from '../kit/seat-map/plan.ts'

/** As the map counts them. */
const TAKEN = 3

/** As the map takes it: every section is sold, in one category, at the price of the membership. */
export const ofSeason = (drawing: Drawing): Drawing => ({
  ...drawing,
  sections: drawing.sections.map((section) => ({ ...section, price_category_id: 0 })),
})

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
