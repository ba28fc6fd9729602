import { words } from '../words/venues.ts'
import type { PlanSection } from './usual-ground.ts'
import styles from './venues.module.css'

const EDGE = 4

/** Blocks as they lie around the pitch, seen from above; nothing where the sections do not say where they are. */
export function GroundPreview({ sections }: { sections: PlanSection[] }) {
  const blocks = sections.flatMap(({ title, sub_section_title, layout, rows }) => {
    if (!layout) return []
    const width = Math.max(...rows.map(({ seats }) => seats.length)) * layout.seat_pitch
    return [{ key: `${title} ${sub_section_title}`, ...layout, width, depth: rows.length * layout.row_pitch }]
  })
  if (blocks.length === 0) return null
  const reach = {
    x: Math.max(...blocks.map(({ x, depth, width }) => Math.abs(x) + Math.max(depth, width / 2))) + EDGE,
    y: Math.max(...blocks.map(({ y, depth, width }) => Math.abs(y) + Math.max(depth, width / 2))) + EDGE,
  }
  const pitch = {
    x:
      Math.min(...blocks.filter(({ rotation }) => Math.abs(rotation) === 90).map(({ x }) => Math.abs(x)), reach.x) -
      EDGE,
    y:
      Math.min(...blocks.filter(({ rotation }) => Math.abs(rotation) !== 90).map(({ y }) => Math.abs(y)), reach.y) -
      EDGE,
  }
  return (
    <svg
      class={styles.ground}
      viewBox={`${-reach.x} ${-reach.y} ${2 * reach.x} ${2 * reach.y}`}
      role="img"
      aria-label={words.preview}
    >
      <rect class={styles.pitch} x={-pitch.x} y={-pitch.y} width={2 * pitch.x} height={2 * pitch.y} rx="2" />
      {blocks.map(({ key, x, y, rotation, width, depth }) => (
        <rect
          key={key}
          class={styles.block}
          x={-width / 2}
          y="0"
          width={width}
          height={depth}
          rx="1"
          transform={`translate(${x} ${y}) rotate(${rotation})`}
        />
      ))}
    </svg>
  )
}
