import { timeOf } from '../../access/clock-offsets.ts'
import { memberStatus, ticketStatus } from '../../programme/statuses.ts'
import { type Check, DIFFERENCES_MAX, type Difference, isComingNow } from './difference.ts'

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
 * No claim is without its claimant: a ticket that is reserved or active, at that event, in that seat; a hold, which it does not outlive;
 * or a season that the event is in and, while the event is to come, a season seat with the same end.
 */
export const seatClaims: Check = (orgId, sql) => sql<Difference[]>`
  select 'seat_claim' as object, c.event_id || '/' || c.seat_id as id, d.field, 1::bigint as stored, 0::bigint as counted
  from seat_claims c
  left join tickets t on t.org_id = ${orgId} and t.ticket_id = c.ticket_id
  left join events e on e.org_id = ${orgId} and e.event_id = c.event_id
  left join season_events v on v.org_id = ${orgId} and v.season_id = c.season_id and v.event_id = c.event_id
  left join season_seats z on z.org_id = ${orgId} and z.season_id = c.season_id and z.seat_id = c.seat_id
  left join holds h on h.org_id = ${orgId} and h.basket_id = c.basket_id and h.basket_item_id = c.basket_item_id
  cross join lateral (
    select case
      when c.ticket_id is not null and (
        t.ticket_status_id not in (${ticketStatus.reserved}, ${ticketStatus.active}) or t.event_id <> c.event_id or t.seat_id is distinct from c.seat_id
      ) then 'ticket'
      when c.season_id is not null and v.event_id is null then 'season'
      when c.season_id is not null and ${isComingNow(orgId, sql)} and (
        z.seat_id is null or z.expires_at is distinct from c.expires_at
        or c.is_kept <> (z.kept_for_member_id is not null and z.basket_item_id is null)
      ) then 'season_seat'
      when c.basket_item_id is not null and h.expires_at is distinct from c.expires_at then 'hold'
    end as field
  ) d
  where c.org_id = ${orgId}
    and d.field is not null
  order by c.event_id, c.seat_id
  limit ${DIFFERENCES_MAX}`

/** A season seat has a claim in each event of its season that is to come, but where another holder is meant to have it. */
export const seasonSeats: Check = (orgId, sql) => sql<Difference[]>`
  select 'season_seat' as object, z.season_id || '/' || z.seat_id as id, 'seat_claims' as field, v.claims as stored,
    v.events as counted
  from season_seats z
  cross join lateral (
    select count(a.seat_id) as claims, count(*) as events
    from season_events t
    join events e on e.org_id = t.org_id and e.event_id = t.event_id
    left join season_seat_gaps g
      on g.org_id = t.org_id and g.season_id = t.season_id and g.seat_id = z.seat_id and g.event_id = t.event_id
    left join seat_claims a
      on a.org_id = t.org_id and a.event_id = t.event_id and a.seat_id = z.seat_id and a.season_id = t.season_id
    where t.org_id = ${orgId}
      and t.season_id = z.season_id
      and g.event_id is null
      and ${isComingNow(orgId, sql)}
  ) v
  where z.org_id = ${orgId}
    and (z.expires_at is null or z.expires_at > ${timeOf(orgId, sql)})
    and v.claims <> v.events
  order by z.season_id, z.seat_id
  limit ${DIFFERENCES_MAX}`

/** The seat on a member's record is theirs in a season, and no cancelled member has one for a season but by a term of another. */
export const seatMembers: Check = (orgId, sql) => sql<Difference[]>`
  select 'member' as object, m.membership_member_id::text as id, 'season_seats' as field, v.stored, v.counted
  from members m
  cross join lateral (
    select count(*) filter (where z.seat_id = m.membership_seat_id) as stored,
      (m.membership_seat_id is not null and m.membership_member_status_id <> ${memberStatus.cancelled})::integer::bigint as counted,
      count(*) as seats
    from season_seats z
    where z.org_id = ${orgId}
      and z.membership_member_id = m.membership_member_id
      and not exists (
        select 1
        from member_terms t
        where t.org_id = ${orgId}
          and t.membership_member_id = m.membership_member_id
          and t.season_id = z.season_id
          and t.seat_id = z.seat_id
          and t.membership_member_status_id <> ${memberStatus.cancelled}
          and m.membership_member_status_id = ${memberStatus.cancelled}
      )
  ) v
  where m.org_id = ${orgId}
    and (
      v.counted = 1 and v.stored = 0
      or m.membership_member_status_id = ${memberStatus.cancelled} and v.seats > 0
    )
  order by m.membership_member_id
  limit ${DIFFERENCES_MAX}`

/** A seat that is kept in a season is kept for a member who has one in the season before. */
export const keptSeats: Check = (orgId, sql) => sql<Difference[]>`
  select 'season_seat' as object, k.season_id || '/' || k.seat_id as id, 'kept_for_member_id' as field, 1::bigint as stored,
    0::bigint as counted
  from season_seats k
  join seasons n on n.org_id = k.org_id and n.season_id = k.season_id
  where k.org_id = ${orgId}
    and k.kept_for_member_id is not null
    and k.basket_item_id is null
    and k.kept_until > ${timeOf(orgId, sql)}
    and not exists (
      select 1
      from season_seats h
      where h.org_id = ${orgId}
        and h.season_id = n.follows_season_id
        and h.membership_member_id = k.kept_for_member_id
    )
  order by k.season_id, k.seat_id
  limit ${DIFFERENCES_MAX}`

/** The seat of a term that has not begun is the member's in its season. */
export const seatsOfTerms: Check = (orgId, sql) => sql<Difference[]>`
  select 'member_term' as object, t.member_term_id::text as id, 'season_seats' as field, 0::bigint as stored, 1::bigint as counted
  from member_terms t
  left join season_seats z
    on z.org_id = t.org_id
    and z.season_id = t.season_id
    and z.seat_id = t.seat_id
    and z.membership_member_id = t.membership_member_id
  where t.org_id = ${orgId}
    and t.term_state = 'next'
    and t.seat_id is not null
    and z.seat_id is null
  order by t.member_term_id
  limit ${DIFFERENCES_MAX}`
