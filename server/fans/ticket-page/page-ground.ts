import { type Static, Type } from 'typebox'
import type { UnsoldSection } from '../../programme/event-seats/drawing.ts'
import type { Ground } from '../../programme/event-seats/ground.ts'
import { Layout } from '../../programme/seat-maps/layout.ts'

/** More would not help a fan on a small drawing, and a long answer for all. */
const SECTIONS_MAX = 400

const RowEnds = Type.Object({ row: Type.Integer(), from: Type.Integer(), to: Type.Integer() }, { title: 'RowEnds' })

const PageSection = Type.Object(
  {
    seat_section_id: Type.Integer(),
    layout: Layout,
    middle: Type.Number({ description: 'position that the layout begins with' }),
    front: RowEnds,
    back: RowEnds,
  },
  { title: 'PageSection' },
)

/** A ground without its seats: enough to draw where the sections are, and one seat in its own. */
export const PageGround = Type.Object(
  { sections: Type.Array(PageSection) },
  {
    title: 'PageGround',
    description:
      'what a small drawing of the ground needs; null without numbered seats, and where the club has drawn none',
  },
)
export type PageGround = Static<typeof PageGround>

export const SeatSpot = Type.Object(
  { seat_section_id: Type.Integer(), row: Type.Integer(), position: Type.Integer() },
  { title: 'SeatSpot' },
)
export type SeatSpot = Static<typeof SeatSpot>

/** For as long as the ground is kept in memory: a crowd looks at the same one. */
const pageGrounds = new WeakMap<Ground, PageGround | null>()

export function pageGroundOf(ground: Ground): PageGround | null {
  const known = pageGrounds.get(ground)
  if (known !== undefined) return known
  const { sections, laidOut } = ground
  // Where the club has not said where its stands are, a drawing would send the fan somewhere.
  const drawn = !laidOut || sections.length > SECTIONS_MAX ? null : { sections: sections.flatMap(pageSectionOf) }
  pageGrounds.set(ground, drawn)
  return drawn
}

function pageSectionOf({ seat_section_id, layout, rows }: UnsoldSection) {
  const ends = rows.map(({ position: row, runs }) => {
    const last = runs.at(-1)
    return { row, from: runs[0]?.position ?? 0, to: (last?.position ?? 0) + (last?.count ?? 1) - 1 }
  })
  const front = ends[0]
  const back = ends.at(-1)
  if (!front || !back) return []
  let least = front.from
  let most = front.to
  for (const { from, to } of ends) {
    least = Math.min(least, from)
    most = Math.max(most, to)
  }
  return [{ seat_section_id, layout, middle: (least + most) / 2, front, back }]
}

/** Where a seat is on the ground; null where it is on no drawing of it, as that of a member's own map. */
export function spotOf({ sections }: Ground, seatId: number | null): SeatSpot | null {
  if (seatId === null) return null
  for (const { seat_section_id, rows } of sections) {
    for (const { position: row, runs } of rows) {
      for (const { seat_id, count, position } of runs) {
        if (seatId >= seat_id && seatId < seat_id + count)
          return { seat_section_id, row, position: position + seatId - seat_id }
      }
    }
  }
  return null
}
