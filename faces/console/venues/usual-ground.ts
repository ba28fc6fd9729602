import type { ImportSeatMap } from '@grandstand/sdk'

export type PlanSection = ImportSeatMap['sections'][number]
export type Side = 'north' | 'south' | 'east' | 'west'
export type Stand = { side: Side; title: string; blocks: number; rows: number; seats: number }

/** In widths of a seat: from row to row, between two blocks, and the half of a pitch with what is around it. */
const ROW_PITCH = 1.3
const GAP = 3
const HALF = { x: 52, y: 36 }

/** Where the rows of a stand go, seen from above: away from the pitch. */
const TURN: Record<Side, number> = { south: 0, west: 90, north: 180, east: -90 }

/**
 * Stands with straight rows around a pitch, block beside block. The pitch grows with the longest stand, so that none runs into its
 * neighbour. Rows are A, B, …, seats 1, 2, … from the left as one looks at the pitch.
 */
export function usualGround(stands: Stand[], blockTitle: (number: number) => string): PlanSection[] {
  const built = stands.filter(({ blocks, rows, seats }) => blocks > 0 && rows > 0 && seats > 0)
  const lengthOf = (sides: Side[]) =>
    Math.max(0, ...built.filter(({ side }) => sides.includes(side)).map(({ blocks, seats }) => blocks * (seats + GAP)))
  const half = {
    x: Math.max(HALF.x, lengthOf(['north', 'south']) / 2),
    y: Math.max(HALF.y, lengthOf(['east', 'west']) / 2),
  }
  return built.flatMap((stand) =>
    Array.from({ length: stand.blocks }, (_, block) => ({
      title: stand.title,
      sub_section_title: stand.blocks === 1 ? null : blockTitle(block + 1),
      layout: layoutOf(stand, block, half),
      rows: Array.from({ length: stand.rows }, (_, row) => ({
        title: rowTitle(row),
        seats: Array.from({ length: stand.seats }, (_, seat) => ({ title: String(seat + 1) })),
      })),
    })),
  )
}

function layoutOf({ side, blocks, seats }: Stand, block: number, half: { x: number; y: number }) {
  const along = (block - (blocks - 1) / 2) * (seats + GAP)
  const places: Record<Side, { x: number; y: number }> = {
    south: { x: along, y: half.y },
    north: { x: -along, y: -half.y },
    west: { x: -half.x, y: along },
    east: { x: half.x, y: -along },
  }
  return { ...places[side], rotation: TURN[side], curve: 0, row_pitch: ROW_PITCH, seat_pitch: 1 }
}

const LETTERS = 26

/** A to Z, then AA, AB, … */
export const rowTitle = (row: number): string =>
  row < LETTERS ? String.fromCharCode(65 + row) : rowTitle(Math.floor(row / LETTERS) - 1) + rowTitle(row % LETTERS)

export const countSeats = (sections: PlanSection[]): number =>
  sections.reduce((sum, { rows }) => sum + rows.reduce((seats, row) => seats + row.seats.length, 0), 0)
