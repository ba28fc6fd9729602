import { type Static, Type } from 'typebox'
import { Input, Nullable } from '../../platform/http/schema.ts'

const FAR = 100_000

/**
 * Where a section lies on the drawing, whose unit is about the width of a seat and whose y grows downwards. The middle of its front
 * row is at (x, y); unturned, the rows behind it go down. A seat that is `u` from the middle of the section, in a row that is `v` behind
 * the front, is at (u, v) where rows are straight, and else at (r sin a, r cos a − curve), with r = curve + v and a = u / r.
 * Then the section is turned by `rotation` degrees, clockwise, about the middle of its front row.
 */
export const Layout = Type.Object(
  {
    x: Type.Number({ minimum: -FAR, maximum: FAR, description: 'middle of the front row, in widths of a seat' }),
    y: Type.Number({ minimum: -FAR, maximum: FAR, description: 'downwards' }),
    rotation: Type.Number({
      minimum: -360,
      maximum: 360,
      description: 'degrees, clockwise; 0: rows go back downwards',
    }),
    curve: Type.Number({ minimum: 0, maximum: FAR, description: 'radius of the front row; 0: straight' }),
    row_pitch: Type.Number({ minimum: 0.1, maximum: 100, description: 'from row to row' }),
    seat_pitch: Type.Number({ minimum: 0.1, maximum: 100, description: 'from seat to seat' }),
  },
  { title: 'SeatLayout' },
)
export type Layout = Static<typeof Layout>

export const LayoutInput = Type.Optional(Nullable(Input(Layout.properties, { description: 'null: computed' })))

export type LayoutColumns = {
  layout_x: number | null
  layout_y: number | null
  layout_rotation: number | null
  layout_curve: number | null
  layout_row_pitch: number | null
  layout_seat_pitch: number | null
}

export const layoutColumns = (layout: Layout | null): LayoutColumns => ({
  layout_x: layout?.x ?? null,
  layout_y: layout?.y ?? null,
  layout_rotation: layout?.rotation ?? null,
  layout_curve: layout?.curve ?? null,
  layout_row_pitch: layout?.row_pitch ?? null,
  layout_seat_pitch: layout?.seat_pitch ?? null,
})

/** Null where the section has none of its own: a constraint keeps it whole. */
export function sectionLayout(row: LayoutColumns): Layout | null {
  const { layout_x: x, layout_y: y, layout_rotation: rotation, layout_curve: curve } = row
  const { layout_row_pitch: row_pitch, layout_seat_pitch: seat_pitch } = row
  if (x === null || y === null || rotation === null || curve === null) return null
  return row_pitch === null || seat_pitch === null ? null : { x, y, rotation, curve, row_pitch, seat_pitch }
}
