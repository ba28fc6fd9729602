import type { Layout } from '../../programme/seat-maps/layout.ts'
import { sumOf } from '../../programme/seat-maps/seat-flags.ts'

export type GroundSeat = { row: string; title: string; rowPosition: number; seatPosition: number; flags: number }
export type GroundSection = {
  title: string
  subTitle: string | null
  /** Index of its category at the derby; null: for the guests' own supporters, and not sold here. */
  category: number | null
  layout: Layout
  rows: GroundSeat[][]
}

const ROW_PITCH = 1.3
const AISLE = sumOf(['aisle'])
/** Half of the pitch with the run-off around it, in widths of a seat. */
const HALF = { x: 52, y: 36 }
const CORNER_RADIUS = 8

/** A ground for about 3,600: two sides, two ends, and corners that go round. */
export function groundSections(): GroundSection[] {
  const side = (title: string, turn: 0 | 180, rows: number) =>
    [1, 2, 3].map((block) => {
      const along = (block - 2) * 30 * (turn === 0 ? 1 : -1)
      const layout = layoutAt(along, turn === 0 ? HALF.y : -HALF.y, turn)
      const category = title === 'Harbour Stand' && block === 2 ? 0 : 1
      return sectionOf(title, `Block ${block}`, category, layout, straight(rows, 26))
    })
  const end = (title: string, turn: 90 | -90) =>
    [1, 2].map((block) => {
      const along = (block - 1.5) * 27 * (turn === 90 ? 1 : -1)
      const layout = layoutAt(turn === 90 ? -HALF.x : HALF.x, along, turn)
      const isGuests = title === 'South End' && block === 2
      return sectionOf(title, `Block ${block}`, isGuests ? null : 3, layout, straight(10, 24))
    })
  const corner = (title: string, turn: number) => {
    const angle = (turn * Math.PI) / 180
    const centre = { x: HALF.x - CORNER_RADIUS, y: HALF.y - CORNER_RADIUS }
    const x = -Math.sin(angle)
    const y = Math.cos(angle)
    const layout = {
      ...layoutAt(Math.sign(x) * centre.x + x * CORNER_RADIUS, Math.sign(y) * centre.y + y * CORNER_RADIUS, turn),
      curve: CORNER_RADIUS,
    }
    return sectionOf(title, null, 2, layout, fan(10))
  }
  return [
    ...side('Harbour Stand', 0, 16),
    corner('North-west Corner', 45),
    ...end('North End', 90),
    corner('North-east Corner', 135),
    ...side('East Stand', 180, 12),
    corner('South-east Corner', -135),
    ...end('South End', -90),
    corner('South-west Corner', -45),
  ].map(withPlacesForWheelchairs)
}

const layoutAt = (x: number, y: number, rotation: number): Layout => ({
  x: Math.round(x * 100) / 100,
  y: Math.round(y * 100) / 100,
  rotation,
  curve: 0,
  row_pitch: ROW_PITCH,
  seat_pitch: 1,
})

const straight = (rows: number, seats: number) => Array.from({ length: rows }, () => seats)

/** As many as fit on a quarter of a round; all even, so that the seats of a row stand behind those of the one before. */
const fan = (rows: number) =>
  Array.from({ length: rows }, (_, row) => 2 * Math.floor(((CORNER_RADIUS + row * ROW_PITCH) * Math.PI) / 4 - 1))

function sectionOf(
  title: string,
  subTitle: string | null,
  category: number | null,
  layout: Layout,
  counts: number[],
): GroundSection {
  const widest = Math.max(...counts)
  const rows = counts.map((count, row) =>
    Array.from({ length: count }, (_, n) => ({
      row: String.fromCharCode(65 + row),
      title: String(n + 1),
      rowPosition: row,
      seatPosition: (widest - count) / 2 + n,
      flags:
        (n === 0 || n === count - 1 ? AISLE : 0) | (isBehindAPillar(title, row, n) ? sumOf(['restricted_view']) : 0),
    })),
  )
  return { title, subTitle, category, layout, rows }
}

/** The roof of the old stand rests on pillars. */
const isBehindAPillar = (title: string, row: number, n: number): boolean =>
  title === 'East Stand' && row >= 9 && (n === 6 || n === 19)

/** In front of the main stand, each with a place for a companion. */
function withPlacesForWheelchairs(section: GroundSection): GroundSection {
  if (section.title !== 'Harbour Stand' || section.subTitle === 'Block 2') return section
  const [front = [], ...rows] = section.rows
  const places = front.map((seat, n) =>
    n < 8 || n > 17 ? seat : { ...seat, flags: sumOf([n % 2 === 0 ? 'accessible' : 'companion']) },
  )
  return { ...section, rows: [places, ...rows] }
}
