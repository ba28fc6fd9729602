import { type Static, Type } from 'typebox'
import { invalidParameters, type Problem } from '../../platform/http/errors.ts'
import { Input, Integer, Nullable, Text } from '../../platform/http/schema.ts'
import { type Layout, LayoutInput } from './layout.ts'
import { SeatFlags, sumOf } from './seat-flags.ts'

/** A large stadium has 60,000 seats with season holders. */
export const SEATS_MAX = 60_000
const POSITION_MAX = 1_000_000
const PROBLEMS_MAX = 100

const Label = Type.Optional(Nullable(Text(50)))
const Position = (noun: string) =>
  Type.Optional(
    Integer({ minimum: 0, maximum: POSITION_MAX, description: `one after the ${noun} before unless you say` }),
  )

const PlanSeat = Input({
  title: Text(50),
  aisle: Label,
  level: Label,
  gate: Label,
  position: Position('seat'),
  flags: Type.Optional(SeatFlags),
})
const PlanRow = Input({
  title: Label,
  aisle: Label,
  level: Label,
  gate: Label,
  position: Position('row'),
  seats: Type.Array(PlanSeat, { minItems: 1, maxItems: 1000 }),
})
export const PlanSection = Input({
  title: Text(100),
  sub_section_title: Type.Optional(Nullable(Text(100))),
  level: Label,
  gate: Label,
  order_by: Type.Optional(Integer({ minimum: 0, maximum: POSITION_MAX, description: 'as listed unless you say' })),
  layout: LayoutInput,
  rows: Type.Array(PlanRow, { minItems: 1, maxItems: 1000 }),
})

/** Sections, their rows, and the seats in those. What a seat does not say about itself, its row or section says. */
export const Sections = Type.Array(PlanSection, {
  minItems: 1,
  maxItems: 1000,
  description: 'aisle, level and gate hold for everything inside, unless that has its own',
})

/** Undefined: as it was, on a map that is imported again. */
export type PlannedSection = {
  title: string
  subSectionTitle: string | null
  orderBy: number
  layout: Layout | null | undefined
}
export type PlannedSeat = {
  /** Index of its section. */
  section: number
  row: string | null
  title: string
  aisle: string | null
  level: string | null
  gate: string | null
  rowPosition: number
  seatPosition: number
  /** The sum of its flags; null: as they were. */
  flags: number | null
}
export type SeatPlan = { sections: PlannedSection[]; seats: PlannedSeat[] }

type Section = Static<typeof PlanSection>
type Row = Static<typeof PlanRow>

/** The tree of the body as the rows of two tables; refuses what would be the same seat, or in the same place, twice. */
export function planSeats(body: Section[]): SeatPlan {
  const problems = [
    ...repetitions(body.map(sectionName), (s) => `sections[${s}][title]`),
    ...body.flatMap((section, s) => repetitionsIn(section, `sections[${s}]`)),
  ]
  const seats = body.flatMap(seatsOf)
  if (seats.length > SEATS_MAX) {
    const message = `sections must have at most ${SEATS_MAX} seats.`
    problems.push({ param: 'sections', code: 'parameter_invalid', message })
  }
  if (problems.length > 0) throw invalidParameters(problems.slice(0, PROBLEMS_MAX))
  const sections = body.map((section, s) => ({
    title: section.title,
    subSectionTitle: section.sub_section_title ?? null,
    orderBy: section.order_by ?? s,
    layout: section.layout,
  }))
  return { sections, seats }
}

function seatsOf(section: Section, s: number): PlannedSeat[] {
  const rowPositions = positionsOf(section.rows)
  return section.rows.flatMap((row, r) => {
    const seatPositions = positionsOf(row.seats)
    return row.seats.map((seat, n) => ({
      section: s,
      row: row.title ?? null,
      title: seat.title,
      aisle: seat.aisle ?? row.aisle ?? null,
      level: seat.level ?? row.level ?? section.level ?? null,
      gate: seat.gate ?? row.gate ?? section.gate ?? null,
      rowPosition: rowPositions[r] ?? r,
      seatPosition: seatPositions[n] ?? n,
      flags: seat.flags ? sumOf(seat.flags) : null,
    }))
  })
}

/** One after the one before, so that a gap that the map names stays a gap for all that follow it. */
function positionsOf(items: { position?: number }[]): number[] {
  let position = -1
  return items.map((item) => {
    position = item.position ?? position + 1
    return position
  })
}

function repetitionsIn(section: Section, at: string): Problem[] {
  const { rows } = section
  return [
    ...repetitions(
      rows.map(({ title }) => title ?? null),
      (r) => `${at}[rows][${r}][title]`,
    ),
    ...repetitions(positionsOf(rows), (r) => `${at}[rows][${r}][position]`),
    ...rows.flatMap((row, r) => repetitionsInRow(row, `${at}[rows][${r}]`)),
  ]
}

const repetitionsInRow = ({ seats }: Row, at: string): Problem[] => [
  ...repetitions(
    seats.map(({ title }) => title),
    (n) => `${at}[seats][${n}][title]`,
  ),
  ...repetitions(positionsOf(seats), (n) => `${at}[seats][${n}][position]`),
]

function repetitions(values: unknown[], nameOf: (index: number) => string): Problem[] {
  const earlierValues = new Set<unknown>()
  return values.flatMap((value, index) => {
    if (!earlierValues.has(value)) {
      earlierValues.add(value)
      return []
    }
    const param = nameOf(index)
    return [{ param, code: 'parameter_invalid' as const, message: `${param} is there already.` }]
  })
}

/** Two sections may have one title when their sub-sections differ. */
export const sectionName = ({ title, sub_section_title: sub }: { title: string; sub_section_title?: string | null }) =>
  JSON.stringify([title, sub ?? null])
