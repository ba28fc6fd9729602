import type { OrgId } from '../../access/principal.ts'
import { overdueFrom } from '../../ledger/instalments/overdue.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { memberStatus } from '../../programme/statuses.ts'

export type MembershipCount = {
  user_id: number
  event_id: number | null
  membership_type_id: number
  memberships: number
}

/** A person who buys, and the event that they buy for; null: for none yet. */
export type MemberBuyer = { userId: number; eventId: number | null }

/**
 * How many memberships of each type people have that count for members-only prices of an event: paid, or by instalments; of the event's
 * season, or on its day, as it is now where there is no event; and without an overdue instalment, as at the gates. A person who was
 * erased has none.
 */
export const countMemberships = (orgId: OrgId, sql: Db, now: Date, buyers: MemberBuyer[]) => sql<MembershipCount[]>`
  select f.user_id, f.event_id, m.membership_type_id, count(distinct m.membership_member_id)::integer as memberships
  from (
    select distinct b.user_id, b.event_id
    from unnest(
      ${buyers.map(({ userId }) => userId)}::bigint[], ${buyers.map(({ eventId }) => eventId)}::bigint[]
    ) as b (user_id, event_id)
  ) f
  join customers c on c.org_id = ${orgId} and c.user_id = f.user_id
  left join events e on e.org_id = ${orgId} and e.event_id = f.event_id
  join lateral (
    select membership_member_id, membership_type_id, membership_member_status_id, membership_order_id, starts_at, expires
    from members
    where org_id = ${orgId}
      and user_id = f.user_id
    union all
    select t.membership_member_id, t.membership_type_id, t.membership_member_status_id, t.order_id, t.starts_at, t.ends_at
    from members h
    join member_terms t on t.org_id = ${orgId} and t.membership_member_id = h.membership_member_id
    where h.org_id = ${orgId}
      and h.user_id = f.user_id
      and t.term_state = 'next'
  ) m on true
  join membership_types y on y.org_id = ${orgId} and y.membership_type_id = m.membership_type_id
  where m.membership_member_status_id in (${memberStatus.paid}, ${memberStatus.instalments})
    and (
      (m.expires is null or m.expires > greatest(e.starts_at, ${now}))
      and (m.starts_at is null or m.starts_at <= greatest(e.starts_at, ${now}))
      or exists (
        select 1
        from season_events v
        where v.org_id = ${orgId}
          and v.season_id = y.season_id
          and v.event_id = f.event_id
      )
    )
    and coalesce(${overdueFrom(orgId, sql)} >= ${now}, true)
    and c.erased_at is null
  group by f.user_id, f.event_id, m.membership_type_id
  order by f.user_id, f.event_id, m.membership_type_id`
