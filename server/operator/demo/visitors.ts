import type { OrgId } from '../../access/principal.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { eventStatus, memberStatus, ticketStatus } from '../../programme/statuses.ts'
import type { VisitingTicket } from './draw-visit.ts'

export type Visitor = VisitingTicket & { event_id: number; venue_id: number; user_id: number | null }

/** Tickets for demo events that are over by `today`, not scanned yet, in the order of their ids. */
export const findVisitors = (orgId: OrgId, tx: Db, after: number, limit: number, today: Date) => tx<Visitor[]>`
  select t.ticket_id, t.ticket_status_id, t.barcode, t.event_id, p.scanning_flag, e.starts_at, e.venue_id, o.user_id,
    exists (
      select 1
      from price_category_gates g
      where g.org_id = ${orgId}
        and g.price_category_id = t.price_category_id
    ) as restricted
  from tickets t
  join events e using (org_id, event_id)
  join prices p using (org_id, price_id)
  join orders o using (org_id, order_id)
  left join ticket_admissions a using (org_id, ticket_id)
  where t.org_id = ${orgId}
    and t.ticket_id > ${after}
    and t.ticket_status_id in (${ticketStatus.active}, ${ticketStatus.cancelled}, ${ticketStatus.refunded})
    and t.barcode is not null
    and e.url_string ~ '^demo-[0-9]{9}$'
    and e.event_status_id in (${eventStatus.live}, ${eventStatus.archived})
    and e.venue_id is not null
    and e.starts_at < ${today}
    and p.scanning_flag > 0
    and a.ticket_id is null
  order by t.ticket_id
  limit ${limit}`

export type VisitingMember = { membership_member_id: number; barcode: string; user_id: number }

/** Members who may come in on their own barcode. */
export const findVisitingMembers = (orgId: OrgId, tx: Db, userIds: number[]) => tx<VisitingMember[]>`
  select m.membership_member_id, m.barcode, m.user_id
  from members m
  join membership_types t using (org_id, membership_type_id)
  where m.org_id = ${orgId}
    and m.user_id = any(${userIds}::bigint[])
    and m.membership_member_status_id = ${memberStatus.paid}
    and t.game_day_access
  order by m.membership_member_id`

export const findMemberVisits = (orgId: OrgId, tx: Db, memberIds: number[]) => tx<
  { membership_member_id: number; event_id: number }[]
>`
  select membership_member_id, event_id
  from member_admissions
  where org_id = ${orgId}
    and membership_member_id = any(${memberIds}::bigint[])`
