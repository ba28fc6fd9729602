import { ApiError } from '../../platform/http/errors.ts'
import type { ChangeContext } from '../../resources/change-row.ts'
import { conflictOn } from '../../resources/constraints.ts'
import type { OpenEvent } from '../events/require-event.ts'

/** Through which gates of the event's venue a category is let in. An id that is sent twice counts once. */
export async function setGates(
  { orgId, tx, clock }: ChangeContext,
  event: OpenEvent,
  categoryId: number,
  gateIds: number[],
) {
  await tx`
    delete from price_category_gates
    where org_id = ${orgId}
      and price_category_id = ${categoryId}`
  const { count } = await tx`
    insert into price_category_gates (org_id, price_category_id, gate_id, created_at)
    select org_id, ${categoryId}, gate_id, ${clock(orgId)}
    from gates
    where org_id = ${orgId}
      and gate_id = any (${gateIds}::bigint[])
      and venue_id = ${event.venue_id}`
  if (count < new Set(gateIds).size)
    throw nothingNamed('gate_ids', 'gate_ids names a gate that the event’s venue lacks.')
}

/** Which sections of the event's map are sold in a category. */
export async function setSections(
  { orgId, tx, clock }: ChangeContext,
  event: OpenEvent,
  categoryId: number,
  ids: number[],
) {
  await tx`
    delete from price_category_sections
    where org_id = ${orgId}
      and event_id = ${event.event_id}
      and price_category_id = ${categoryId}`
  if (ids.length === 0) return
  if (event.seat_map_id === null) throw conflictOn('seat_section_ids', 'The event has no seat map yet.')()
  const { count } = await tx`
    insert into price_category_sections (org_id, event_id, seat_map_id, seat_section_id, price_category_id, created_at)
    select org_id, ${event.event_id}, seat_map_id, seat_section_id, ${categoryId}, ${clock(orgId)}
    from seat_sections
    where org_id = ${orgId}
      and seat_map_id = ${event.seat_map_id}
      and seat_section_id = any (${ids}::bigint[])`
  if (count < new Set(ids).size) {
    throw nothingNamed('seat_section_ids', 'seat_section_ids names a section that the event’s seat map lacks.')
  }
}

const nothingNamed = (param: string, message: string) => new ApiError('resource_missing', { param, message })
