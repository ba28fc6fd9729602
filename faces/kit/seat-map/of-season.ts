import type { Drawing } from './plan.ts'

/** A season's drawing as the map takes it: every section is sold, in one category, at the price of the membership. */
export const ofSeason = (drawing: Drawing): Drawing => ({
  ...drawing,
  sections: drawing.sections.map((section) => ({ ...section, price_category_id: 0 })),
})
