import { type Static, Type } from 'typebox'
import { type BestSeatRule, bestSeatRules } from '../../../faces/kit/seat-map/best-in-middle.ts'
import { Nullable, OneOf } from '../../platform/http/schema.ts'
import { Layout } from '../seat-maps/layout.ts'
import { type SeatFlag, seatFlagNames } from '../seat-maps/seat-flags.ts'
import { seatFlags } from '../statuses.ts'
import { bowlOf } from './bowl.ts'

const Run = Type.Object(
  {
    seat_id: Type.Integer({ description: 'of the first; the others follow by one' }),
    title: Type.String({ description: 'of the first; the others follow by step' }),
    step: Type.Integer(),
    position: Type.Integer({ description: 'of the first; the others follow by one' }),
    count: Type.Integer(),
  },
  { title: 'SeatRun' },
)
export type Run = Static<typeof Run>

const Row = Type.Object(
  {
    title: Nullable(Type.String()),
    position: Type.Integer({ description: 'from the front' }),
    runs: Type.Array(Run, { description: 'seats side by side, in the order of their positions' }),
  },
  { title: 'DrawnRow' },
)

const Indexes = Type.Optional(Type.Array(Type.Integer()))
const Section = Type.Object(
  {
    seat_section_id: Type.Integer(),
    title: Type.String(),
    sub_section_title: Nullable(Type.String()),
    price_category_id: Nullable(Type.Integer({ description: 'null: not sold at this event' })),
    first: Type.Integer({ description: 'index of its first seat; the others follow, row by row' }),
    seats: Type.Integer({ description: 'how many' }),
    layout: Layout,
    best_seats: OneOf([...bestSeatRules], { description: 'by which rule the best seats of its stand are chosen' }),
    flags: Type.Object(
      { accessible: Indexes, companion: Indexes, restricted_view: Indexes, aisle: Indexes },
      { description: 'which of its seats have each, counted from its first' },
    ),
    rows: Type.Array(Row),
  },
  { title: 'DrawnSection' },
)
export type DrawnSection = Static<typeof Section>

/** A whole ground in as few words as it takes: 50,000 seats are about 10 kB, compressed. */
export const Drawn = Type.Object({
  version: Type.String(),
  seats: Type.Integer({ description: 'how many' }),
  laid_out: Type.Boolean({
    description:
      'whether every section has a layout of its own; where not, `layout` is computed, and a list says better where a seat is',
  }),
  sections: Type.Array(Section),
})
export type Drawn = Static<typeof Drawn>

export const SeatDrawing = Type.Object({ event_id: Type.String(), ...Drawn.properties }, { title: 'SeatDrawing' })

export type MapSection = {
  seat_section_id: number
  title: string
  sub_section_title: string | null
  layout: Layout | null
  best_seats: BestSeatRule
}

export type MapSeat = {
  seat_id: number
  seat_section_id: number
  seat_row: string | null
  seat_title: string
  row_position: number
  seat_position: number
  flags: number
}

export type UnsoldSection = Omit<DrawnSection, 'price_category_id'>

/** Whether the club has said where they are. */
export const isLaidOut = (sections: MapSection[], seats: MapSeat[]): boolean => {
  const filled = new Set(seats.map(({ seat_section_id }) => seat_section_id))
  return sections.every(({ seat_section_id, layout }) => layout !== null || !filled.has(seat_section_id))
}

/** `seats` come section by section, row by row. Which category a section is sold in differs from event to event. */
export function drawSections(sections: MapSection[], seats: MapSeat[]): UnsoldSection[] {
  const bySection = Map.groupBy(seats, ({ seat_section_id }) => seat_section_id)
  const filled = sections.filter(({ seat_section_id }) => bySection.has(seat_section_id))
  const extents = filled.map(({ seat_section_id }) => extentOf(bySection.get(seat_section_id) ?? []))
  const bowl = bowlOf(extents)
  let first = 0
  return filled.map(({ seat_section_id, title, sub_section_title, layout, best_seats }, s) => {
    const sectionSeats = bySection.get(seat_section_id) ?? []
    const section = {
      seat_section_id,
      title,
      sub_section_title,
      first,
      seats: sectionSeats.length,
      layout: layout ?? bowl[s] ?? noLayout(),
      best_seats,
      flags: flagsIn(sectionSeats),
      rows: [...Map.groupBy(sectionSeats, ({ row_position }) => row_position)].map(([position, row]) => ({
        title: row[0]?.seat_row ?? null,
        position,
        runs: runsOf(row),
      })),
    }
    first += sectionSeats.length
    return section
  })
}

const noLayout = (): never => {
  throw new Error('the bowl has a place for every section')
}

function extentOf(seats: MapSeat[]) {
  let least = Number.POSITIVE_INFINITY
  let most = 0
  let rows = 0
  for (const { seat_position, row_position } of seats) {
    least = Math.min(least, seat_position)
    most = Math.max(most, seat_position)
    rows = Math.max(rows, row_position + 1)
  }
  return { width: most - least + 1, rows }
}

function flagsIn(seats: MapSeat[]): DrawnSection['flags'] {
  const flags: { [Name in SeatFlag]?: number[] } = {}
  for (const name of seatFlagNames) {
    const indexes = seats.flatMap((seat, n) => ((seat.flags & seatFlags[name]) === 0 ? [] : [n]))
    if (indexes.length > 0) flags[name] = indexes
  }
  return flags
}

/** Labels such as 01 or 12a are no numbers: what follows them cannot be told. */
const numberOf = (title: string): number => (/^(0|[1-9]\d{0,8})$/.test(title) ? Number(title) : Number.NaN)

function runsOf(row: MapSeat[]): Run[] {
  const runs: Run[] = []
  for (const { seat_id, seat_position, seat_title } of row) {
    const run = runs.at(-1)
    const isNext = run && run.seat_id + run.count === seat_id && run.position + run.count === seat_position
    const step = run ? (numberOf(seat_title) - numberOf(run.title)) / run.count : Number.NaN
    if (run && isNext && Number.isInteger(step) && (run.count === 1 || run.step === step)) {
      run.step = step
      run.count += 1
    } else runs.push({ seat_id, title: seat_title, step: 0, position: seat_position, count: 1 })
  }
  return runs
}
