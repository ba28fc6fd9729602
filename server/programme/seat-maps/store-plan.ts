import type { OrgId } from '../../access/principal.ts'
import type { Db, Tx } from '../../platform/postgres/database.ts'
import { StockError } from '../stock/errors.ts'
import { layoutColumns } from './layout.ts'
import { isOccupied } from './seat-occupancy.ts'
import { type PlannedSection, type SeatPlan, sectionName } from './seat-plan.ts'
import { refuseSameLabels } from './unique-labels.ts'

/** The labels that identify a seat, one array to a column, so that a stadium is one statement to a table. */
type SeatLabels = { sections: number[]; rows: (string | null)[]; titles: string[] }

/**
 * Makes the map what the plan says: seats that have the same labels stay the same seats, new ones are added, and those that
 * the plan leaves out are archived. The caller holds the lock of the map, which an assignment of a seat waits for.
 */
export async function storePlan(orgId: OrgId, tx: Tx, seatMapId: number, plan: SeatPlan, now: Date): Promise<void> {
  const labels = await labelsOf(orgId, tx, seatMapId, plan, now)
  await archiveLeftOut(orgId, tx, seatMapId, labels, now)
  await storeSeats(orgId, tx, seatMapId, plan, labels, now)
  await storeFlags(orgId, tx, seatMapId, plan, labels, now)
  await refuseSameLabels(orgId, tx, seatMapId)
  await drawAnew(orgId, tx, seatMapId)
}

/** Adds what the plan says to the map, whose other seats stay. */
export async function addToMap(orgId: OrgId, tx: Tx, seatMapId: number, plan: SeatPlan, now: Date): Promise<void> {
  const labels = await labelsOf(orgId, tx, seatMapId, plan, now)
  await storeSeats(orgId, tx, seatMapId, plan, labels, now)
  await storeFlags(orgId, tx, seatMapId, plan, labels, now)
  await refuseSameLabels(orgId, tx, seatMapId)
  await drawAnew(orgId, tx, seatMapId)
}

/** Says that the map looks different from now on. */
export const drawAnew = (orgId: OrgId, tx: Db, seatMapId: number) => tx`
  update seat_maps
  set drawing_revision = drawing_revision + 1
  where org_id = ${orgId}
    and seat_map_id = ${seatMapId}`

async function labelsOf(orgId: OrgId, tx: Tx, seatMapId: number, plan: SeatPlan, now: Date): Promise<SeatLabels> {
  const sectionIds = await storeSections(orgId, tx, seatMapId, plan, now)
  return {
    sections: plan.seats.map(({ section }) => sectionIds[section] ?? noSection(section)),
    rows: plan.seats.map(({ row }) => row),
    titles: plan.seats.map(({ title }) => title),
  }
}

const noSection = (section: number): never => {
  throw new Error(`section ${section} of the plan was not stored`)
}

/** The ids of the sections, in the order of the plan. */
async function storeSections(orgId: OrgId, tx: Tx, seatMapId: number, { sections }: SeatPlan, now: Date) {
  const rows = await tx<{ seat_section_id: number; title: string; sub_section_title: string | null }[]>`
    insert into seat_sections (org_id, seat_map_id, title, sub_section_title, order_by, created_at, changed_at)
    select ${orgId}::bigint, ${seatMapId}::bigint, n.title, n.sub_section_title, n.order_by, ${now}, ${now}
    from unnest(
      ${sections.map(({ title }) => title)}::text[],
      ${sections.map(({ subSectionTitle }) => subSectionTitle)}::text[],
      ${sections.map(({ orderBy }) => orderBy)}::int[]
    ) as n (title, sub_section_title, order_by)
    on conflict on constraint seat_sections_by_title do update
    set order_by = excluded.order_by,
      changed_at = excluded.changed_at
    returning seat_section_id, title, sub_section_title`
  const ids = new Map(rows.map((row) => [sectionName(row), row.seat_section_id]))
  const sectionIds = sections.map(({ title, subSectionTitle }) =>
    ids.get(sectionName({ title, sub_section_title: subSectionTitle })),
  )
  await storeLayouts(orgId, tx, seatMapId, sections, sectionIds)
  return sectionIds
}

/** Sections of which the plan says nothing keep theirs. */
async function storeLayouts(
  orgId: OrgId,
  tx: Tx,
  seatMapId: number,
  sections: PlannedSection[],
  sectionIds: (number | undefined)[],
): Promise<void> {
  const planned = sections.flatMap(({ layout }, s) =>
    layout === undefined ? [] : [{ id: sectionIds[s] ?? noSection(s), ...layoutColumns(layout) }],
  )
  if (planned.length === 0) return
  await tx`
    update seat_sections x
    set layout_x = n.x, layout_y = n.y, layout_rotation = n.rotation, layout_curve = n.curve,
      layout_row_pitch = n.row_pitch, layout_seat_pitch = n.seat_pitch
    from unnest(
      ${planned.map(({ id }) => id)}::bigint[],
      ${planned.map(({ layout_x }) => layout_x)}::float8[],
      ${planned.map(({ layout_y }) => layout_y)}::float8[],
      ${planned.map(({ layout_rotation }) => layout_rotation)}::float8[],
      ${planned.map(({ layout_curve }) => layout_curve)}::float8[],
      ${planned.map(({ layout_row_pitch }) => layout_row_pitch)}::float8[],
      ${planned.map(({ layout_seat_pitch }) => layout_seat_pitch)}::float8[]
    ) as n (id, x, y, rotation, curve, row_pitch, seat_pitch)
    where x.org_id = ${orgId}
      and x.seat_map_id = ${seatMapId}
      and x.seat_section_id = n.id`
}

async function archiveLeftOut(orgId: OrgId, tx: Tx, seatMapId: number, labels: SeatLabels, now: Date): Promise<void> {
  const ids = await findLeftOutIds(orgId, tx, seatMapId, labels)
  if (ids.length === 0) return
  await tx`
    select 1 as locked
    from seats
    where org_id = ${orgId}
      and seat_id = any(${ids}::bigint[])
    order by seat_id
    for update`
  await refuseOccupied(orgId, tx, ids, now)
  await tx`
    update seats
    set seat_status = 'archived',
      changed_at = ${now}
    where org_id = ${orgId}
      and seat_id = any(${ids}::bigint[])`
}

/**
 * Seats that the plan leaves out. Compared here and not in SQL: an anti-join of two sets whose sizes the planner cannot
 * know took more than 30 s for 60,000 seats, and reading the labels takes a fraction of one.
 */
async function findLeftOutIds(orgId: OrgId, tx: Tx, seatMapId: number, { sections, rows, titles }: SeatLabels) {
  const plannedLabels = new Set(titles.map((title, n) => JSON.stringify([sections[n], rows[n], title])))
  const seats = await tx<{ seat_id: number; seat_section_id: number; seat_row: string | null; seat_title: string }[]>`
    select seat_id, seat_section_id, seat_row, seat_title
    from seats
    where org_id = ${orgId}
      and seat_map_id = ${seatMapId}
      and seat_status <> 'archived'`
  return seats
    .filter((seat) => !plannedLabels.has(JSON.stringify([seat.seat_section_id, seat.seat_row, seat.seat_title])))
    .map(({ seat_id }) => seat_id)
}

const EXAMPLES_MAX = 20

/** Asked after the rows are locked, so that it sees every claim that got there first. */
async function refuseOccupied(orgId: OrgId, tx: Tx, seatIds: number[], now: Date): Promise<void> {
  const occupiedSeats = await tx<{ seat_id: number }[]>`
    select s.seat_id
    from seats s
    where s.org_id = ${orgId}
      and s.seat_id = any(${seatIds}::bigint[])
      and ${isOccupied(orgId, tx, now)}
    order by s.seat_id
    limit ${EXAMPLES_MAX}`
  if (occupiedSeats.length === 0) return
  throw new StockError('seat_taken', {
    message: 'A member or a ticket has a seat that the map no longer shows. `seat_ids` names the first of them.',
    seat_ids: occupiedSeats.map(({ seat_id }) => seat_id),
  })
}

/** Rows that are already as the plan says are left alone; a blocked seat stays blocked. */
const storeSeats = (orgId: OrgId, tx: Tx, seatMapId: number, { seats }: SeatPlan, labels: SeatLabels, now: Date) => tx`
  insert into seats (
    org_id, seat_map_id, seat_section_id, seat_row, seat_title, seat_aisle, seat_level, seat_gate, row_position,
    seat_position, created_at, changed_at
  )
  select ${orgId}::bigint, ${seatMapId}::bigint, n.seat_section_id, n.seat_row, n.seat_title, n.seat_aisle, n.seat_level,
    n.seat_gate, n.row_position, n.seat_position, ${now}, ${now}
  from unnest(
    ${labels.sections}::bigint[], ${labels.rows}::text[], ${labels.titles}::text[],
    ${seats.map(({ aisle }) => aisle)}::text[],
    ${seats.map(({ level }) => level)}::text[],
    ${seats.map(({ gate }) => gate)}::text[],
    ${seats.map(({ rowPosition }) => rowPosition)}::int[],
    ${seats.map(({ seatPosition }) => seatPosition)}::int[]
  ) as n (
    seat_section_id, seat_row, seat_title, seat_aisle, seat_level, seat_gate, row_position, seat_position
  )
  on conflict on constraint seats_by_label do update
  set seat_aisle = excluded.seat_aisle,
    seat_level = excluded.seat_level,
    seat_gate = excluded.seat_gate,
    row_position = excluded.row_position,
    seat_position = excluded.seat_position,
    seat_status = case when seats.seat_status = 'archived' then 'active' else seats.seat_status end,
    changed_at = excluded.changed_at
  where seats.seat_status = 'archived'
    or (seats.seat_aisle, seats.seat_level, seats.seat_gate, seats.row_position, seats.seat_position)
      is distinct from
      (excluded.seat_aisle, excluded.seat_level, excluded.seat_gate, excluded.row_position, excluded.seat_position)`

/** Seats of which the plan says nothing keep theirs. */
async function storeFlags(orgId: OrgId, tx: Tx, seatMapId: number, { seats }: SeatPlan, labels: SeatLabels, now: Date) {
  const flagged = seats.flatMap(({ flags }, n) => (flags === null ? [] : [{ flags, n }]))
  if (flagged.length === 0) return
  const of = <T>(values: T[]) => flagged.map(({ n }) => values[n] ?? null)
  await tx`
    update seats s
    set flags = n.flags, changed_at = ${now}
    from unnest(
      ${of(labels.sections)}::bigint[], ${of(labels.rows)}::text[], ${of(labels.titles)}::text[],
      ${flagged.map(({ flags }) => flags)}::smallint[]
    ) as n (seat_section_id, seat_row, seat_title, flags)
    where s.org_id = ${orgId}
      and s.seat_map_id = ${seatMapId}
      and s.seat_section_id = n.seat_section_id
      and s.seat_title = n.seat_title
      and s.seat_row is not distinct from n.seat_row
      and s.flags <> n.flags`
}
