import type { Size } from '../use-size.ts'
import type { Bounds, PlanSeat, Point } from './plan.ts'

/** How a stand is looked at: so many pixels to the width of a seat, and where its origin is. */
export type View = { scale: number; x: number; y: number }

const SCALE_MAX = 72
/** A seat is 0.84 of its place wide: from here on it has the 28 pixels that a finger hits, and can be chosen. */
export const CHOOSE_SCALE = 34
/** A small stand is not blown up until its seats are balloons: so many pixels a seat are as easily hit. */
export const FIT_SCALE_MAX = 40
const MARGIN = 18

/** All of it, in the middle. */
export function fit({ left, top, right, bottom }: Bounds, { width, height }: Size): View {
  const across = Math.max(width - 2 * MARGIN, 1) / Math.max(right - left, 1)
  const down = Math.max(height - 2 * MARGIN, 1) / Math.max(bottom - top, 1)
  const scale = Math.min(across, down, FIT_SCALE_MAX)
  return { scale, x: (width - (left + right) * scale) / 2, y: (height - (top + bottom) * scale) / 2 }
}

/** Nearer or farther, with the point under the fingers where it is; never smaller than the whole. */
export function zoomed(view: View, factor: number, at: Point, least: number): View {
  const scale = Math.min(Math.max(view.scale * factor, least), SCALE_MAX)
  const ratio = scale / view.scale
  return { scale, x: at.x - (at.x - view.x) * ratio, y: at.y - (at.y - view.y) * ratio }
}

/** What is looked at does not leave the window. */
export function clampedView(view: View, { left, top, right, bottom }: Bounds, { width, height }: Size): View {
  const { scale } = view
  const within = (at: number, least: number, most: number) =>
    least > most ? (least + most) / 2 : Math.min(Math.max(at, least), most)
  return {
    scale,
    x: within(view.x, width - MARGIN - right * scale, MARGIN - left * scale),
    y: within(view.y, height - MARGIN - bottom * scale, MARGIN - top * scale),
  }
}

/** Moved as far as it takes to see the point. */
export function showing(view: View, point: Point, { width, height }: Size): View {
  const room = Math.min(60, width / 4, height / 4)
  const [x, y] = [view.x + point.x * view.scale, view.y + point.y * view.scale]
  const into = (at: number, size: number) => Math.max(room - at, 0) + Math.min(size - room - at, 0)
  return { ...view, x: view.x + into(x, width), y: view.y + into(y, height) }
}

/** The part of the drawing that is seen. */
export const seenBounds = ({ scale, x, y }: View, { width, height }: Size): Bounds => ({
  left: -x / scale,
  top: -y / scale,
  right: (width - x) / scale,
  bottom: (height - y) / scale,
})

export function isSeen(view: View, point: Point, { width, height }: Size): boolean {
  const [x, y] = [view.x + point.x * view.scale, view.y + point.y * view.scale]
  return x >= 0 && x <= width && y >= 0 && y <= height
}

/** Seats as they lie once the ground is turned so that a section looks up. */
export function turnedUp(seats: PlanSeat[], degrees: number): Map<PlanSeat, Point> {
  const turn = (-degrees * Math.PI) / 180
  const [sin, cos] = [Math.sin(turn), Math.cos(turn)]
  return new Map(seats.map((seat) => [seat, { x: seat.x * cos - seat.y * sin, y: seat.x * sin + seat.y * cos }]))
}

/** The seat nearest to a point, if it is within reach. */
export function seatNear(places: Map<PlanSeat, Point>, at: Point, reach: number): PlanSeat | undefined {
  let best: PlanSeat | undefined
  let least = reach
  for (const [seat, { x, y }] of places) {
    const distance = Math.hypot(x - at.x, y - at.y)
    if (distance < least) [best, least] = [seat, distance]
  }
  return best
}

const WAYS: Record<string, Point> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}

/** The next seat in the direction of an arrow key: near, and rather straight ahead than aside. */
export function seatBeside(places: Map<PlanSeat, Point>, from: PlanSeat, key: string): PlanSeat | undefined {
  const way = WAYS[key]
  const start = places.get(from)
  if (!way || !start) return undefined
  let best: PlanSeat | undefined
  let least = Number.POSITIVE_INFINITY
  for (const [seat, { x, y }] of places) {
    const ahead = (x - start.x) * way.x + (y - start.y) * way.y
    const aside = Math.abs((x - start.x) * way.y) + Math.abs((y - start.y) * way.x)
    if (seat === from || ahead < 0.3) continue
    const distance = ahead + aside * 2.5
    if (distance < least) [best, least] = [seat, distance]
  }
  return best
}
