import type { OrgId } from '../../access/principal.ts'
import type { Db } from '../../platform/postgres/database.ts'
import type { Fragment } from '../../platform/postgres/sql.ts'
import { memberStatus } from '../statuses.ts'

/**
 * Types `y` of a season that is not over, in their category `c`, whose cards open no gate. `ofTypes` names those of them that are asked
 * about.
 */
export const typesNotAdmitted = (orgId: OrgId, sql: Db, now: Date, ofTypes: Fragment) => sql`
  membership_types y
  join membership_categories c on c.org_id = y.org_id and c.membership_category_id = y.membership_category_id
  join seasons n on n.org_id = y.org_id and n.season_id = y.season_id
  join organisations o on o.org_id = y.org_id
  where y.org_id = ${orgId}
    and not y.game_day_access
    and not c.game_day_access
    and n.last_day >= (${now}::timestamptz at time zone o.timezone)::date
    and ${ofTypes}`

/** How many members would show a card at the matches of their season that opens no gate, next season's members included. */
export const membersNotAdmitted = (orgId: OrgId, sql: Db, now: Date, ofTypes: Fragment) => sql`(
  select coalesce(sum(
    (
      select count(*)
      from members m
      where m.org_id = ${orgId}
        and m.membership_type_id = y.membership_type_id
        and m.membership_member_status_id <> ${memberStatus.cancelled}
        and (m.expires is null or m.expires > ${now})
    ) + (
      select count(*)
      from member_terms k
      where k.org_id = ${orgId}
        and k.membership_type_id = y.membership_type_id
        and k.term_state = 'next'
    )
  ), 0)::integer
  from ${typesNotAdmitted(orgId, sql, now, ofTypes)}
)`
