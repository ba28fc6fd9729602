import { offsetIn } from './best-in-middle.ts'

/** The drawing of an event's seats, as the API answers it. */
export type Drawing = {
  version: string
  seats: number
  /** Whether the club has said where its sections are. Where it has not, a place for them would be invented. */
  laid_out: boolean
  sections: {
    seat_section_id: number
    title: string
    sub_section_title: string | null
    price_category_id: number | null
    first: number
    layout: { x: number; y: number; rotation: number; curve: number; row_pitch: number; seat_pitch: number }
    best_seats: string
    flags: {
      accessible?: number[] | undefined
      companion?: number[] | undefined
      restricted_view?: number[] | undefined
      aisle?: number[] | undefined
    }
    rows: {
      title: string | null
      position: number
      runs: { seat_id: number; title: string; step: number; position: number; count: number }[]
    }[]
  }[]
}

/** A seat of the ground. Its index is that of its state. */
export type PlanSeat = {
  index: number
  id: number
  title: string
  row: PlanRow
  /** Neighbours have positions that differ by one. */
  position: number
  x: number
  y: number
  accessible: boolean
  companion: boolean
  restricted: boolean
  aisle: boolean
}

export type PlanRow = {
  title: string | null
  position: number
  section: PlanSection
  seats: PlanSeat[]
  middle: number
}

export type PlanSection = {
  id: number
  title: string
  subTitle: string | null
  categoryId: number | null
  first: number
  count: number
  /** By which rule the best seats of its stand are chosen, and what that needs to know. */
  ranking: { rule: string; offset: number; rowPitch: number; seatPitch: number; middle: number }
  /** Indexes of its places for wheelchairs. */
  accessible: number[]
  /** Its edge on the drawing: along the front row, and back along the last. */
  outline: Point[]
  /** The ends of its front row. */
  front: [Point, Point]
  /** Made when a buyer looks: of a whole ground most sections are only drawn. */
  rows(): PlanRow[]
}

/** What one looks at after the whole ground: sections of one title, such as the blocks of a stand. */
export type PlanStand = { title: string; sections: PlanSection[]; bounds: Bounds; centre: Point }

export type Point = { x: number; y: number }
export type Bounds = { left: number; top: number; right: number; bottom: number }

export type Plan = {
  version: string
  isLaidOut: boolean
  /** Where each seat is, by its index. */
  xs: Float32Array
  ys: Float32Array
  stands: PlanStand[]
  sections: PlanSection[]
  bounds: Bounds
  seatById(id: number): PlanSeat | undefined
}

/** More than a phone can show, and pan, at once. */
const STAND_SEATS_MAX = 2500

export function planOf(drawing: Drawing): Plan {
  const xs = new Float32Array(drawing.seats)
  const ys = new Float32Array(drawing.seats)
  const sections = drawing.sections.map((drawn) => sectionOf(drawn, xs, ys, rankingIn(drawing, drawn)))
  const owner = (id: number) =>
    drawing.sections.findIndex(({ rows }) =>
      rows.some(({ runs }) => runs.some(({ seat_id, count }) => id >= seat_id && id < seat_id + count)),
    )
  return {
    version: drawing.version,
    isLaidOut: drawing.laid_out,
    xs,
    ys,
    sections,
    stands: standsOf(sections),
    bounds: boundsOf(sections.flatMap(({ outline }) => outline)),
    seatById: (id) => {
      const section = sections[owner(id)]
      return section && seatsOf(section).find((seat) => seat.id === id)
    },
  }
}

export const seatsOf = (section: PlanSection): PlanSeat[] => section.rows().flatMap(({ seats }) => seats)

type Drawn = Drawing['sections'][number]

/** As the service reckons it, which knows no place of a section that the club has not drawn. */
function rankingIn({ sections, laid_out }: Drawing, drawn: Drawn): PlanSection['ranking'] {
  const { least, most } = spanOf(drawn)
  const stand = sections.filter(({ title }) => title === drawn.title).map(({ layout }) => layout)
  return {
    rule: drawn.best_seats,
    offset: laid_out ? offsetIn(stand, drawn.layout) : 0,
    rowPitch: drawn.layout.row_pitch,
    seatPitch: drawn.layout.seat_pitch,
    middle: (least + most) / 2,
  }
}

function sectionOf(drawn: Drawn, xs: Float32Array, ys: Float32Array, ranking: PlanSection['ranking']): PlanSection {
  const { least, most } = spanOf(drawn)
  const place = placing(drawn, (least + most) / 2)
  let index = drawn.first
  for (const { position, runs } of drawn.rows) {
    for (const run of runs) {
      for (let n = 0; n < run.count; n += 1) {
        const { x, y } = place(position, run.position + n)
        xs[index] = x
        ys[index] = y
        index += 1
      }
    }
  }
  let rows: PlanRow[] | undefined
  const section: PlanSection = {
    id: drawn.seat_section_id,
    title: drawn.title,
    subTitle: drawn.sub_section_title,
    categoryId: drawn.price_category_id,
    first: drawn.first,
    count: index - drawn.first,
    ranking,
    accessible: (drawn.flags.accessible ?? []).map((n) => drawn.first + n),
    front: frontOf(drawn, place),
    outline: outlineOf(drawn, place),
    rows: () => {
      rows ??= rowsOf(drawn, section, xs, ys)
      return rows
    },
  }
  return section
}

function rowsOf(drawn: Drawn, section: PlanSection, xs: Float32Array, ys: Float32Array): PlanRow[] {
  const accessible = new Set(drawn.flags.accessible)
  const companion = new Set(drawn.flags.companion)
  const restricted = new Set(drawn.flags.restricted_view)
  const aisle = new Set(drawn.flags.aisle)
  let n = -1
  return drawn.rows.map(({ title, position, runs }) => {
    const row: PlanRow = { title, position, section, seats: [], middle: 0 }
    for (const run of runs) {
      for (let step = 0; step < run.count; step += 1) {
        n += 1
        row.seats.push({
          index: drawn.first + n,
          id: run.seat_id + step,
          title: step === 0 ? run.title : String(Number(run.title) + step * run.step),
          row,
          position: run.position + step,
          x: xs[drawn.first + n] ?? 0,
          y: ys[drawn.first + n] ?? 0,
          accessible: accessible.has(n),
          companion: companion.has(n),
          restricted: restricted.has(n),
          aisle: aisle.has(n),
        })
      }
    }
    row.middle = ((row.seats[0]?.position ?? 0) + (row.seats.at(-1)?.position ?? 0)) / 2
    return row
  })
}

function frontOf({ rows }: Drawn, place: Place): [Point, Point] {
  const { position = 0, runs = [] } = rows[0] ?? {}
  const [first, last] = [runs[0], runs.at(-1)]
  return [place(position, first?.position ?? 0), place(position, (last?.position ?? 0) + (last?.count ?? 1) - 1)]
}

type Span = { least: number; most: number }
type Place = (row: number, position: number) => Point

function spanOf({ rows }: Drawn): Span {
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const { runs } of rows) {
    for (const { position, count } of runs) {
      least = Math.min(least, position)
      most = Math.max(most, position + count - 1)
    }
  }
  return { least, most }
}

/** Where a row and a position are on the drawing, by the section's layout. The front is the first row that there is. */
export function placing({ layout, rows }: Pick<Drawn, 'layout' | 'rows'>, middle: number): Place {
  const { x, y, rotation, curve, row_pitch, seat_pitch } = layout
  const front = rows[0]?.position ?? 0
  const turn = (rotation * Math.PI) / 180
  const [sin, cos] = [Math.sin(turn), Math.cos(turn)]
  return (row, position) => {
    const u = (position - middle) * seat_pitch
    const v = (row - front) * row_pitch
    const radius = curve + v
    const across = curve === 0 ? u : radius * Math.sin(u / radius)
    const back = curve === 0 ? v : radius * Math.cos(u / radius) - curve
    return { x: x + across * cos - back * sin, y: y + across * sin + back * cos }
  }
}

const OUTLINE_STEPS = 8
const EDGE = 0.7

/** A little more than half a seat outside of the seats: along the front, up one side, back along the last row, and down the other. */
export function outlineOf({ rows }: Pick<Drawn, 'rows'>, place: Place): Point[] {
  const ends = rows.flatMap(({ position, runs }) => {
    const [first, last] = [runs[0], runs.at(-1)]
    return first && last ? [{ position, from: first.position - EDGE, to: last.position + last.count - 1 + EDGE }] : []
  })
  const [front, back] = [ends[0], ends.at(-1)]
  if (!front || !back) return []
  const along = ({ from, to }: typeof front, row: number) =>
    Array.from({ length: OUTLINE_STEPS + 1 }, (_, n) => place(row, from + ((to - from) * n) / OUTLINE_STEPS))
  return [
    ...along(front, front.position - EDGE),
    ...ends.map(({ position, to }) => place(position, to)),
    ...along(back, back.position + EDGE).reverse(),
    ...ends.map(({ position, from }) => place(position, from)).reverse(),
  ]
}

function standsOf(sections: PlanSection[]): PlanStand[] {
  const groups = new Map<string, PlanSection[]>()
  for (const section of sections) groups.set(section.title, [...(groups.get(section.title) ?? []), section])
  return [...groups].flatMap(([title, group]) => {
    const isWhole = group.reduce((sum, { count }) => sum + count, 0) <= STAND_SEATS_MAX
    return isWhole ? [standOf(title, group)] : group.map((section) => standOf(nameOf(section), [section]))
  })
}

export const nameOf = ({ title, subTitle }: PlanSection): string =>
  subTitle === null ? title : `${title}, ${subTitle}`

const standOf = (title: string, sections: PlanSection[]): PlanStand => ({
  title,
  sections,
  bounds: boundsOf(sections.flatMap(({ outline }) => outline)),
  // In the middle of a section, so that the label of a stand that goes round a corner does not stand on the pitch.
  centre: middleOf(sections[Math.floor((sections.length - 1) / 2)]?.outline ?? []),
})

const middleOf = (points: Point[]): Point => ({
  x: points.reduce((sum, { x }) => sum + x, 0) / Math.max(points.length, 1),
  y: points.reduce((sum, { y }) => sum + y, 0) / Math.max(points.length, 1),
})

export function boundsOf(points: Point[]): Bounds {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const { x, y } of points) {
    left = Math.min(left, x)
    right = Math.max(right, x)
    top = Math.min(top, y)
    bottom = Math.max(bottom, y)
  }
  return points.length === 0 ? { left: 0, top: 0, right: 1, bottom: 1 } : { left, top, right, bottom }
}
