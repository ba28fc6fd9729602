import type { Drawing } from './plan.ts'

const straight = { x: 0, y: 0, rotation: 0, curve: 0, row_pitch: 1.3, seat_pitch: 1 }

/** Sections of rows with so many seats, one beside the other; a seat's id is 1000 more than its index. */
export function drawingOf(
  sections: { title?: string; rows: number; seats: number; layout?: Partial<typeof straight>; flags?: object }[],
): Drawing {
  let first = 0
  return {
    version: 'v'.repeat(16),
    laid_out: true,
    seats: sections.reduce((sum, { rows, seats }) => sum + rows * seats, 0),
    sections: sections.map(({ title, rows, seats, layout = {}, flags = {} }, s) => {
      const from = first
      first += rows * seats
      return {
        seat_section_id: s + 1,
        title: title ?? `Block ${s + 1}`,
        sub_section_title: null,
        price_category_id: s + 1,
        first: from,
        best_seats: 'front',
        layout: { ...straight, x: s * (seats + 3), ...layout },
        flags,
        rows: Array.from({ length: rows }, (_, r) => ({
          title: String.fromCharCode(65 + r),
          position: r,
          runs: [{ seat_id: 1000 + from + r * seats, title: '1', step: 1, position: 0, count: seats }],
        })),
      }
    }),
  }
}
