import type { Layout } from '../seat-maps/layout.ts'

export type Extent = { width: number; rows: number }

const ROW_PITCH = 1.3
/** Between two sections, in widths of a seat: a stairway. */
const GAP = 3
/** So many sections and more go all the way round; fewer are one stand, side by side. */
const ROUND_FROM = 4
/** What a single stand bends by at most. */
const FAN = Math.PI / 2
/** A round smaller than this has no room for a pitch. */
const RADIUS_LEAST = 30

/**
 * A place for each section, in their order, where the club has not drawn the map: around a pitch, clockwise from the far side; or, where there
 * are few, as one stand that looks up at the stage.
 */
export function bowlOf(extents: Extent[]): Layout[] {
  const total = extents.reduce((sum, { width }) => sum + width + GAP, 0)
  const isRound = extents.length >= ROUND_FROM
  const angle = isRound ? 2 * Math.PI : FAN
  const radius = Math.max(total / angle, isRound ? RADIUS_LEAST : 0)
  const used = isRound ? angle : total / radius
  // The front of a single stand touches the origin, and its middle is the middle of them all.
  const centre = isRound ? 0 : -radius
  // Angles grow against the clock, as seen on the drawing.
  const turn = isRound ? -1 : 1
  let at = isRound ? Math.PI : -used / 2
  return extents.map(({ width }) => {
    const share = ((width + GAP) / total) * used
    const middle = at + (turn * share) / 2
    at += turn * share
    return {
      x: rounded(radius * Math.sin(middle)),
      y: rounded(radius * Math.cos(middle) + centre),
      rotation: rounded((-middle * 180) / Math.PI),
      curve: extents.length === 1 ? 0 : rounded(radius),
      row_pitch: ROW_PITCH,
      seat_pitch: 1,
    }
  })
}

const rounded = (value: number): number => Math.round(value * 100) / 100 + 0
