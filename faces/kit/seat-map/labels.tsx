import type { RefObject } from 'preact'
import { useMemo, useState } from 'preact/hooks'
import type { Size } from '../use-size.ts'
import type { Chooser } from './chooser.ts'
import { lookOf } from './looks.tsx'
import type { Bounds, PlanRow, PlanSeat, PlanStand, Point } from './plan.ts'
import styles from './seat-map.module.css'
import { toneOf } from './tones.ts'
import { CHOOSE_SCALE, seenBounds, type View } from './view.ts'

/** Numbers are drawn for parts of the drawing so large, so that a pan of a few seats draws none anew. */
const TILE = 8
/** From the edge of the window, where the name of a row stays whose beginning is out of sight. */
const PIN_PX = 16

/** What rows and seats are called: rows at both of their ends, or at the edge of the window; seats once they are large enough to be chosen. */
export function Labels(props: {
  chooser: Chooser
  stand: PlanStand
  places: Map<PlanSeat, Point>
  size: Size
  /** Told of every view that is drawn. */
  follow: RefObject<(view: View) => void>
}) {
  const { chooser, stand, places, size, follow } = props
  const [view, setView] = useState<View>()
  follow.current = setView
  const rows = useMemo(() => stand.sections.flatMap((section) => section.rows()), [stand])
  if (!view) return null
  const isNear = view.scale >= CHOOSE_SCALE
  const seen = seenBounds(view, size)
  const tiles = [seen.left, seen.top, seen.right, seen.bottom].map((edge) => Math.floor(edge / TILE))
  return (
    <>
      {isNear && <Numbers chooser={chooser} places={places} tiles={tiles} />}
      <RowNames rows={rows} places={places} />
      {isNear && <PinnedNames rows={rows} places={places} seen={seen} pin={PIN_PX / view.scale} />}
    </>
  )
}

function Numbers({ chooser, places, tiles }: { chooser: Chooser; places: Map<PlanSeat, Point>; tiles: number[] }) {
  const { chosen, isFree, isSought, prices } = chooser
  return useMemo(() => {
    const [left = 0, top = 0, right = 0, bottom = 0] = tiles
    const isNear = ({ x, y }: Point) =>
      x >= left * TILE && x < (right + 1) * TILE && y >= top * TILE && y < (bottom + 1) * TILE
    return (
      <g>
        {[...places].map(([seat, at]) => {
          if (!isNear(at) || seat.accessible || !isFree(seat) || chosen.includes(seat)) return null
          const isFirst = isSought(seat) && lookOf(seat, toneOf(prices, seat.row.section.categoryId)) === 'first'
          return (
            <text
              key={seat.id}
              class={isFirst ? styles.numberOnFirst : styles.number}
              x={at.x}
              y={at.y + 0.13}
              font-size={seat.title.length > 2 ? 0.28 : 0.36}
            >
              {seat.title}
            </text>
          )
        })}
      </g>
    )
  }, [tiles.join(), places, chosen, isFree, isSought, prices])
}

/** Draws the name of a row at both of its ends. */
function RowNames({ rows, places }: { rows: PlanRow[]; places: Map<PlanSeat, Point> }) {
  return useMemo(
    () => (
      <g>
        {rows.flatMap(({ title, seats, section, position }) =>
          [seats[0], seats.at(-1)].map((seat, end) => {
            const at = seat && places.get(seat)
            if (!at || title === null) return null
            return (
              <text
                key={`${section.id} ${position} ${end}`}
                class={styles.row}
                x={at.x + (end ? 0.95 : -0.95)}
                y={at.y + 0.16}
              >
                {title}
              </text>
            )
          }),
        )}
      </g>
    ),
    [rows, places],
  )
}

/** Of rows that go on beyond the left edge of the window. */
function PinnedNames(props: { rows: PlanRow[]; places: Map<PlanSeat, Point>; seen: Bounds; pin: number }) {
  const { rows, places, seen, pin } = props
  const edge = seen.left + pin
  const names = rows.flatMap(({ title, seats, section, position }) => {
    const ends = [seats[0], seats.at(-1)].map((seat) => (seat ? places.get(seat)?.x : undefined) ?? edge)
    if (title === null || Math.min(...ends) - 0.95 >= edge || Math.max(...ends) <= edge) return []
    const at = nearestTo(edge, seats, places)
    return at && at.y >= seen.top && at.y <= seen.bottom ? [{ key: `${section.id} ${position}`, title, y: at.y }] : []
  })
  if (names.length === 0) return null
  return (
    <g>
      <rect class={styles.gutter} x={seen.left} y={seen.top} width={2 * pin} height={seen.bottom - seen.top} />
      {names.map(({ key, title, y }) => (
        <text key={key} class={styles.pinned} x={edge} y={y + 0.16}>
          {title}
        </text>
      ))}
    </g>
  )
}

function nearestTo(x: number, seats: PlanSeat[], places: Map<PlanSeat, Point>): Point | undefined {
  let best: Point | undefined
  for (const seat of seats) {
    const at = places.get(seat)
    if (at && (!best || Math.abs(at.x - x) < Math.abs(best.x - x))) best = at
  }
  return best
}
