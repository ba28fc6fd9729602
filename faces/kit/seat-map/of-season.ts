import type { Drawing } from './plan.ts'

/** The numbers are the states of the seat map. */
const NOT_FOR_SALE = 0

/** A season's drawing as the map takes it: sections are sold in one category, at the price of the membership; those that it is not for, in none. */
export const ofSeason = (drawing: Drawing, sectionIds: readonly number[] = []): Drawing => ({
  ...drawing,
  sections: drawing.sections.map((section) => ({
    ...section,
    price_category_id: sectionIds.length === 0 || sectionIds.includes(section.seat_section_id) ? 0 : null,
  })),
})

/** What the seats of such a drawing are: free only where the membership is sold. */
export function statesOfSeason({ sections }: Drawing, states: Uint8Array): Uint8Array {
  const others = sections.filter(({ price_category_id }) => price_category_id === null)
  if (others.length === 0) return states
  const changed = states.slice()
  for (const { first, rows } of others) {
    const seats = rows.flatMap(({ runs }) => runs).reduce((sum, { count }) => sum + count, 0)
    changed.fill(NOT_FOR_SALE, first, first + seats)
  }
  return changed
}
