import type { OrgId } from '../../access/principal.ts'
import { overdueFrom, softOverdueFrom } from '../../ledger/instalments/overdue.ts'
import type { Db } from '../../platform/postgres/database.ts'
import type { Fragment } from '../../platform/postgres/sql.ts'
import { memberStatus } from '../../programme/statuses.ts'

/** A term of a member that is not the one on their record, with what counts at the events of its season. */
export type OtherTerm = {
  event_ids: number[]
  membership_member_status_id: number
  game_day_access: boolean
  /** Milliseconds since 1970. */
  overdue_from: number | null
  soft_overdue_from: number | null
}

/**
 * Of members `m` with the type `y`: the other terms of seasons, last season's and next season's, each with the events that it lets them in at.
 * What the season on their record lets them in at is left to that. Null for most, who have none.
 */
export const otherTerms = (orgId: OrgId, sql: Db) => sql`(
  select jsonb_agg(
    jsonb_build_object(
      'event_ids', array(
        select v.event_id
        from season_events v
        where v.org_id = ${orgId}
          and v.season_id = t.season_id
          and ${letsIn(orgId, sql)}
      ),
      'membership_member_status_id', t.membership_member_status_id,
      'game_day_access', coalesce(k.game_day_access or g.game_day_access, false),
      'overdue_from', floor(extract(epoch from ${overdueOf(orgId, sql)}) * 1000),
      'soft_overdue_from', floor(extract(epoch from ${softOverdueOf(orgId, sql)}) * 1000)
    )
    order by t.membership_member_status_id = ${memberStatus.cancelled}, t.member_term_id desc
  )
  from ${termsWithTypes(orgId, sql)}
  where t.org_id = ${orgId}
    and t.membership_member_id = m.membership_member_id
    and t.season_id is not null
)`

/** The same at one event: at most one row, `o`. */
export const otherTermAt = (orgId: OrgId, sql: Db, eventId: number) => sql`lateral (
  select t.membership_member_status_id, coalesce(k.game_day_access or g.game_day_access, false) as game_day_access,
    ${overdueOf(orgId, sql)} as overdue_from, ${softOverdueOf(orgId, sql)} as soft_overdue_from
  from ${termsWithTypes(orgId, sql)}
  join season_events v on v.org_id = t.org_id and v.season_id = t.season_id
  where t.org_id = ${orgId}
    and t.membership_member_id = m.membership_member_id
    and v.event_id = ${eventId}
    and ${letsIn(orgId, sql)}
  order by t.membership_member_status_id = ${memberStatus.cancelled}, t.member_term_id desc
  limit 1
) o`

const termsWithTypes = (orgId: OrgId, sql: Db): Fragment => sql`
  member_terms t
  join membership_types k on k.org_id = ${orgId} and k.membership_type_id = t.membership_type_id
  join membership_categories g on g.org_id = ${orgId} and g.membership_category_id = k.membership_category_id`

/** A term `t` at an event `v` of its season: with a seat where that is claimed for the season, and not where the season on the record does. */
const letsIn = (orgId: OrgId, sql: Db): Fragment => sql`(
    t.seat_id is null
    or exists (
      select 1
      from seat_claims a
      where a.org_id = ${orgId}
        and a.event_id = v.event_id
        and a.seat_id = t.seat_id
        and a.season_id = t.season_id
    )
  )
  and not exists (
    select 1
    from season_events w
    where w.org_id = ${orgId}
      and w.season_id = y.season_id
      and w.event_id = v.event_id
  )`

const termColumns = (sql: Db) => ({ memberId: sql`t.membership_member_id`, orderId: sql`t.order_id` })

const overdueOf = (orgId: OrgId, sql: Db): Fragment => overdueFrom(orgId, sql, termColumns(sql))

const softOverdueOf = (orgId: OrgId, sql: Db): Fragment => softOverdueFrom(orgId, sql, termColumns(sql))
