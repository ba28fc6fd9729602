import type { OrgId } from '../../access/principal.ts'
import { scanDigest } from '../../gates/scan-log/admission-log.ts'
import type { Db } from '../../platform/postgres/database.ts'
import type { Fragment } from '../../platform/postgres/sql.ts'
import { type Check, DIFFERENCES_MAX, type Difference } from './difference.ts'

/** What the log adds up to, in the order in which things happened; see server/gates/rules/fold.ts. */
const totals = (sql: Db) => sql`
  count(*) filter (where s.result = 'admitted') as entries,
  count(*) filter (where s.result = 'exit') as exits,
  ((array_agg(s.result order by s.at desc, s.device_id desc, s.name collate "C" desc, s.digest collate "C" desc))[1] = 'admitted')::integer as inside,
  max(s.at) as last_scanned_at`

/** Scans that let a fan through and were not annulled, with each device's clock put right by the fastest sample within a minute. */
const passes = (orgId: OrgId, sql: Db, condition: Fragment) => sql`
  select s.ticket_id, s.membership_member_id, s.event_id, s.device_id, s.result,
    regexp_replace(s.nonce, '^(offline:)?(reused:[^:]*:)?', '') as name, ${scanDigest(sql)} as digest,
    s.scanned_at - case when s.offline then max(s.clock_skew_ms) over samples - s.clock_skew_ms else 0 end
      * interval '1 millisecond' as at
  from scans s
  left join scans n on n.org_id = ${orgId} and n.annuls_scan_id = s.scan_id
  where s.org_id = ${orgId}
    and ${condition}
    and s.result in ('admitted', 'exit')
    and s.late_refusal is distinct from 'wrong_event'
    and n.scan_id is null
  window samples as (
    partition by s.ticket_id, s.membership_member_id, s.event_id, s.device_id, s.offline
    order by s.clock_skew_ms
    range between current row and 60000 following
  )`

/** Each figure of an admission as `a` beside the fold as `f`. */
const figures = (sql: Db) => sql`
  values
    ('entries', coalesce(a.entries, 0)::bigint, coalesce(f.entries, 0)::bigint),
    ('exits', coalesce(a.exits, 0)::bigint, coalesce(f.exits, 0)::bigint),
    ('inside', coalesce(a.inside, false)::integer::bigint, coalesce(f.inside, 0)::bigint),
    (
      'last_scanned_at',
      coalesce((extract(epoch from a.last_scanned_at) * 1000)::bigint, 0),
      coalesce((extract(epoch from f.last_scanned_at) * 1000)::bigint, 0)
    )`

export const ticketAdmissions: Check = (orgId, sql) => sql<Difference[]>`
  select 'ticket' as object, coalesce(a.ticket_id, f.ticket_id)::text as id, v.field, v.stored, v.counted
  from (
    select ticket_id, entries, exits, inside, last_scanned_at
    from ticket_admissions
    where org_id = ${orgId}
  ) a
  full join (
    select s.ticket_id, ${totals(sql)}
    from (${passes(orgId, sql, sql`s.ticket_id is not null`)}) s
    group by s.ticket_id
  ) f using (ticket_id)
  cross join lateral (${figures(sql)}) as v (field, stored, counted)
  where v.stored <> v.counted
  order by coalesce(a.ticket_id, f.ticket_id), v.field
  limit ${DIFFERENCES_MAX}`

export const memberAdmissions: Check = (orgId, sql) => sql<Difference[]>`
  select 'member' as object, membership_member_id || ' at event ' || event_id as id, v.field, v.stored, v.counted
  from (
    select membership_member_id, event_id, entries, exits, inside, last_scanned_at
    from member_admissions
    where org_id = ${orgId}
  ) a
  full join (
    select s.membership_member_id, s.event_id, ${totals(sql)}
    from (${passes(orgId, sql, sql`s.membership_member_id is not null`)}) s
    group by s.membership_member_id, s.event_id
  ) f using (membership_member_id, event_id)
  cross join lateral (${figures(sql)}) as v (field, stored, counted)
  where v.stored <> v.counted
  order by membership_member_id, event_id, v.field
  limit ${DIFFERENCES_MAX}`
