import { eventStatus, memberStatus, ticketStatus } from '../../programme/statuses.ts'
import { type Check, DIFFERENCES_MAX, type Difference } from './difference.ts'

/** Each reserved or active ticket with a seat has the claim on it. */
export const ticketSeats: Check = (orgId, sql) => sql<Difference[]>`
  select 'ticket' as object, t.ticket_id::text as id, 'seat_claims' as field, 0::bigint as stored, 1::bigint as counted
  from tickets t
  left join seat_claims c
    on c.org_id = ${orgId} and c.event_id = t.event_id and c.seat_id = t.seat_id and c.ticket_id = t.ticket_id
  where t.org_id = ${orgId}
    and t.seat_id is not null
    and t.ticket_status_id in (${ticketStatus.reserved}, ${ticketStatus.active})
    and c.seat_id is null
  order by t.ticket_id
  limit ${DIFFERENCES_MAX}`

/**
 * No claim is without its claimant: a ticket that is reserved or active, at that event, in that seat; a member who has the
 * seat; or a hold, which it does not outlive.
 */
export const seatClaims: Check = (orgId, sql) => sql<Difference[]>`
  select 'seat_claim' as object, c.event_id || '/' || c.seat_id as id, v.field, 1::bigint as stored, 0::bigint as counted
  from seat_claims c
  left join tickets t on t.org_id = ${orgId} and t.ticket_id = c.ticket_id
  left join members m on m.org_id = ${orgId} and m.membership_member_id = c.membership_member_id
  left join holds h on h.org_id = ${orgId} and h.basket_id = c.basket_id and h.basket_item_id = c.basket_item_id
  cross join lateral (
    select case
      when c.ticket_id is not null and (
        t.ticket_status_id not in (${ticketStatus.reserved}, ${ticketStatus.active}) or t.event_id <> c.event_id or t.seat_id is distinct from c.seat_id
      ) then 'ticket'
      when c.membership_member_id is not null and (
        m.membership_member_status_id = ${memberStatus.cancelled} or m.membership_seat_id is distinct from c.seat_id
      ) then 'member'
      when c.basket_item_id is not null and h.expires_at is distinct from c.expires_at then 'hold'
    end as field
  ) v
  where c.org_id = ${orgId}
    and v.field is not null
  order by c.event_id, c.seat_id
  limit ${DIFFERENCES_MAX}`

/**
 * At a coming event no seat is sold to one and a season member's too, where the gates let the member in; see
 * server/gates/rules/decide.ts.
 */
export const seatMembers: Check = (orgId, sql) => sql<Difference[]>`
  select 'seat_claim' as object, c.event_id || '/' || c.seat_id as id, 'claimants' as field, 1::bigint as stored,
    2::bigint as counted
  from seat_claims c
  join events e on e.org_id = c.org_id and e.event_id = c.event_id
  join members m on m.org_id = c.org_id and m.membership_seat_id = c.seat_id
  where c.org_id = ${orgId}
    and c.ticket_id is not null
    and m.membership_member_status_id <> ${memberStatus.cancelled}
    and coalesce(e.membership_seat_map_id, e.seat_map_id) is not distinct from e.seat_map_id
    and e.event_status_id in (${eventStatus.draft}, ${eventStatus.live})
    and coalesce(e.ends_at, e.starts_at) > now()
  order by c.event_id, c.seat_id
  limit ${DIFFERENCES_MAX}`
