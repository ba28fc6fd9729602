import { type Static, Type } from 'typebox'
import { type Place, placeText } from '../../../faces/kit/place.ts'
import type { OrgId } from '../../access/principal.ts'
import { Text } from '../../platform/http/schema.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { type LabelledSeat, SeatLabels } from '../../programme/seat-maps/read-label.ts'
import type { Rejection } from './importer.ts'

/** Columns by which a file says a seat as the club calls it, and as exports have it. Any of them may have the whole label. */
export const seatNames = {
  seat_section: Type.Optional(Text(200)),
  seat_block: Type.Optional(Text(100)),
  seat_row: Type.Optional(Text(100)),
  seat_title: Type.Optional(Text(300)),
}
const SeatNames = Type.Object(seatNames)
type SeatNames = Static<typeof SeatNames>

/** In the order of the columns. */
export const seatCells = ({ seat_section, seat_block, seat_row, seat_title }: SeatNames) => [
  seat_section ?? null,
  seat_block ?? null,
  seat_row ?? null,
  seat_title ?? null,
]

type NamedLine = {
  line: number
  first_name: string
  last_name: string
  seat_map_id: number | null
  names: (string | null)[]
}

/** So many lines are told which seat they may mean; a file with more problems is stopped anyway. */
const SUGGESTIONS_MAX = 100

/** Gives lines that name a seat that seat, of the season that the type is for; what names none, or several, keeps the reason. */
export async function nameSeats(orgId: OrgId, tx: Tx): Promise<void> {
  const lines = await tx<NamedLine[]>`
    select w.line, w.first_name, w.last_name, n.seat_map_id, array[w.seat_section, w.seat_block, w.seat_row, w.seat_title] as names
    from staged w
    left join membership_types t on t.org_id = ${orgId} and t.membership_type_id = w.membership_type_id
    left join seasons n on n.org_id = ${orgId} and n.season_id = t.season_id
    where w.membership_seat_id is null
      and coalesce(w.seat_section, w.seat_block, w.seat_row, w.seat_title) is not null
    order by w.line`
  if (lines.length === 0) return
  const labels = new Map<number | null, SeatLabels>()
  for (const mapId of new Set(lines.map(({ seat_map_id }) => seat_map_id)))
    labels.set(mapId, new SeatLabels(mapId === null ? [] : await findLabelled(orgId, tx, mapId)))
  let suggestions = 0
  const outcomes = lines.map((line) => {
    const label = line.names.filter((name) => name !== null).join(', ')
    const ofMap = labels.get(line.seat_map_id)
    const [seat, ...others] = ofMap?.find(label) ?? []
    if (seat && others.length === 0) return { line: line.line, seatId: seat.seat_id, reason: null }
    suggestions += 1
    const nearest = seat ?? (suggestions <= SUGGESTIONS_MAX ? ofMap?.nearest(label) : undefined)
    return { line: line.line, seatId: null, reason: whyUnnamed(line, label, nearest) }
  })
  await tx`
    update staged s
    set membership_seat_id = o.seat_id, seat_problem = o.reason
    from unnest(
      ${outcomes.map(({ line }) => line)}::bigint[],
      ${outcomes.map(({ seatId }) => seatId)}::bigint[],
      ${outcomes.map(({ reason }) => reason)}::text[]
    ) as o (line, seat_id, reason)
    where s.line = o.line`
}

function whyUnnamed(
  { first_name, last_name, seat_map_id }: NamedLine,
  label: string,
  nearest: Place | undefined,
): string {
  const person = `${first_name} ${last_name}`
  if (seat_map_id === null)
    return `${person}: "${label}" names a seat, and the membership type of this member has no season with seats.`
  const suggestion = nearest ? ` Did you mean ${placeText(nearest, 'en')}?` : ''
  return `${person}: No single seat matches "${label}".${suggestion}`
}

const findLabelled = (orgId: OrgId, tx: Tx, seatMapId: number) => tx<LabelledSeat[]>`
  select s.seat_id, x.title as section_label, x.sub_section_title, s.seat_level, s.seat_aisle, s.seat_row, s.seat_title
  from seats s
  join seat_sections x
    on x.org_id = ${orgId} and x.seat_map_id = s.seat_map_id and x.seat_section_id = s.seat_section_id
  where s.org_id = ${orgId}
    and s.seat_map_id = ${seatMapId}
    and s.seat_status <> 'archived'
  order by x.order_by, s.seat_section_id, s.row_position, s.seat_position`

/** A seat that there is not, or of which there are several by these names. */
export const seatUnnamed = (tx: Tx) => tx<Rejection[]>`
  delete from staged s
  where s.membership_seat_id is null
    and s.seat_problem is not null
  returning s.line, s.seat_problem as reason`
