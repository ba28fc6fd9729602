import type { PageGround, SeatSpot } from '@grandstand/sdk'
import { useMemo } from 'preact/hooks'
import { type PitchAt, pitchOf } from '../kit/seat-map/pitch.ts'
import { boundsOf, outlineOf, type Point, placing } from '../kit/seat-map/plan.ts'
import styles from './seat-on-map.module.css'

/** The ground from above, the section of the seat filled, and the seat a dot. `label` says the same in words. */
export function SeatOnMap({ ground, spot, label }: { ground: PageGround; spot: SeatSpot; label: string }) {
  const { sections, frame, pitch, seat } = useMemo(() => drawn(ground, spot), [ground, spot])
  if (!seat) return null
  const dot = Math.max(frame.width, frame.height) / 48
  return (
    <svg
      class={styles.map}
      role="img"
      aria-label={label}
      viewBox={`${frame.x} ${frame.y} ${frame.width} ${frame.height}`}
    >
      {pitch && (
        <rect
          class={styles.pitch}
          x={pitch.centre.x - pitch.width / 2}
          y={pitch.centre.y - pitch.height / 2}
          width={pitch.width}
          height={pitch.height}
        />
      )}
      {sections.map(({ id, outline }) => (
        <polygon
          key={id}
          class={id === spot.seat_section_id ? styles.own : styles.other}
          points={outline.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ')}
        />
      ))}
      <circle class={styles.seat} cx={seat.x} cy={seat.y} r={dot} />
    </svg>
  )
}

/** On so small a drawing its corners would touch the stands. */
const smaller = (pitch: PitchAt | undefined) =>
  pitch && { ...pitch, width: pitch.width * 0.8, height: pitch.height * 0.8 }

/** A dot at the edge needs this much room. */
const ROOM = 1 / 24

function drawn(ground: PageGround, spot: SeatSpot) {
  let seat: Point | undefined
  const sections = ground.sections.map(({ seat_section_id: id, layout, middle, front, back }) => {
    const rows = (front.row === back.row ? [front] : [front, back]).map(({ row, from, to }) => ({
      title: null,
      position: row,
      runs: [{ seat_id: 0, title: '', step: 0, position: from, count: to - from + 1 }],
    }))
    const place = placing({ layout, rows }, middle)
    if (id === spot.seat_section_id) seat = place(spot.row, spot.position)
    return { id, outline: outlineOf({ rows }, place) }
  })
  const points = sections.flatMap(({ outline }) => outline)
  const bounds = boundsOf(points)
  const room = Math.max(bounds.right - bounds.left, bounds.bottom - bounds.top) * ROOM
  return {
    sections,
    seat,
    pitch: smaller(
      pitchOf({
        bounds,
        xs: Float32Array.from(points, ({ x }) => x),
        ys: Float32Array.from(points, ({ y }) => y),
      }),
    ),
    frame: {
      x: bounds.left - room,
      y: bounds.top - room,
      width: bounds.right - bounds.left + 2 * room,
      height: bounds.bottom - bounds.top + 2 * room,
    },
  }
}
