import type { OrgId } from '../../access/principal.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { refundsAfterMove } from '../../programme/events/refunds-after-move.ts'
import { SUPERSEDED } from './superseded.ts'

/** Where an event was to be, as one reader knows it: the buyer, or the holder of a ticket. */
export type MoveFact = {
  order_id: number
  ticket_id: number | null
  starts_at: Date
  timezone: string
  venue: string | null
  is_still_there: boolean
  /** Until when the buyer may ask for a refund because of it. */
  refunds_until: Date | null
}
export const readerOf = ({ order_id, ticket_id }: { order_id: number | null; ticket_id: number | null }) =>
  `${order_id}/${ticket_id}`

/** Dropped ones were mended, or overtaken by a cancellation. */
export const findSuperseded = (orgId: OrgId, sql: Db, moveIds: number[]) => sql<{ event_move_id: number }[]>`
  select m.event_move_id
  from event_moves m
  where m.org_id = ${orgId}
    and m.event_move_id = any (${moveIds}::bigint[])
    and exists (
      select 1
      from event_moves n
      where n.org_id = ${orgId}
        and n.event_id = m.event_id
        and n.event_move_id > m.event_move_id
        and n.event_move_status <> 'dropped'
    )`

/**
 * Where readers believe the event to be: what the first move of which they have not been told says of it. Mails that wait together are
 * told by the last of them.
 */
export const findMoves = (orgId: OrgId, sql: Db, orderIds: number[]) => sql<MoveFact[]>`
  select distinct on (d.order_id, d.ticket_id) d.order_id, d.ticket_id, m.from_starts_at as starts_at,
    m.from_timezone as timezone, v.name as venue,
    e.starts_at = m.from_starts_at and e.venue_id is not distinct from m.from_venue_id as is_still_there,
    ${refundsAfterMove(orgId, sql)} as refunds_until
  from mails d
  join orders o on o.org_id = ${orgId} and o.order_id = d.order_id
  join event_moves m on m.org_id = ${orgId} and m.event_move_id = d.about_id
  join events e on e.org_id = ${orgId} and e.event_id = m.event_id
  left join venues v on v.org_id = ${orgId} and v.venue_id = m.from_venue_id
  where d.org_id = ${orgId}
    and d.order_id = any (${orderIds}::bigint[])
    and d.kind = 'event_moved'
    and (d.mail_status = 'pending' or d.error_code = ${SUPERSEDED})
    and not exists (
      select 1
      from mails s
      where s.org_id = ${orgId}
        and s.order_id = d.order_id
        and s.ticket_id is not distinct from d.ticket_id
        and s.kind = 'event_moved'
        and s.mail_status in ('sent', 'unknown')
        and s.about_id > d.about_id
    )
  order by d.order_id, d.ticket_id, d.about_id`
