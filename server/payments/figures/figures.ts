import type { OrgId } from '../../access/principal.ts'
import type { Db } from '../../platform/postgres/database.ts'

/** What counts as sold: active tickets, and on request those that were sold and taken back. Replaced ones never count. */
const SOLD = [1]
const SOLD_EVER = [1, 2, 3]

/**
 * Sold and attended for each price of an event, as `figures`. Attended counts distinct tickets, whatever became of them since;
 * an entry that was annulled did not take place. Annulments are few: their list is looked into for each entry, which takes half
 * the time of a join with it (bench/stats.ts).
 */
export const withFigures = (orgId: OrgId, sql: Db, eventId: number, includeCancelled: boolean) => sql`
  with admitted as (
    select distinct s.ticket_id
    from scans s
    where s.org_id = ${orgId}
      and s.event_id = ${eventId}
      and s.result = 'admitted'
      and s.ticket_id is not null
      and s.scan_id not in (
        select a.annuls_scan_id
        from scans a
        where a.org_id = ${orgId}
          and a.event_id = ${eventId}
          and a.annuls_scan_id is not null
      )
  ), figures as (
    select t.price_category_id, t.price_id,
      count(*) filter (where t.ticket_status_id = any (${includeCancelled ? SOLD_EVER : SOLD}::int[])) as sold,
      count(a.ticket_id) as attended
    from tickets t
    left join admitted a on a.ticket_id = t.ticket_id
    where t.org_id = ${orgId}
      and t.event_id = ${eventId}
    group by t.price_category_id, t.price_id
  )`
