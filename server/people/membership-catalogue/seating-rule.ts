import type { ChangeContext } from '../../resources/change-row.ts'
import { invalid, missing } from '../../resources/constraints.ts'
import type { Seating } from './membership-type.ts'

type ChosenSeating = { seasonId: number | null; seating: Seating; sectionIds: readonly number[] }

/** A seat that every member is to have, and the sections where it is, are of the map of the type's season. */
export async function chooseSeating(
  at: ChangeContext,
  { seasonId, seating, sectionIds }: ChosenSeating,
): Promise<void> {
  if (seating !== 'required' && sectionIds.length === 0) return
  const { orgId, tx } = at
  const [season] = await tx<{ seat_map_id: number | null }[]>`
    select seat_map_id
    from seasons
    where org_id = ${orgId}
      and season_id = ${seasonId}`
  const seatMapId = season?.seat_map_id ?? null
  if (seatMapId === null) {
    const param = seating === 'required' ? 'seating' : 'seat_section_ids'
    throw invalid(param, 'Seats are for types of a season with a seat map.')()
  }
  if (sectionIds.length === 0) return
  if (seating === 'none') throw invalid('seat_section_ids', 'A type without seats has no sections.')()
  const sections = await tx`
    select 1
    from seat_sections
    where org_id = ${orgId}
      and seat_map_id = ${seatMapId}
      and seat_section_id = any (${[...sectionIds]}::bigint[])`
  if (sections.length < new Set(sectionIds).size) throw missing('seat_section_ids')()
}
