import type { OrgId } from '../../access/principal.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { after, type Fragment, literal } from '../../platform/postgres/sql.ts'
import { ticketStatus } from '../../programme/statuses.ts'
import type { Direction, LetThrough, LoggedResult, Refusal } from '../rules/facts.ts'
import { REENTRY_AFTER_EXIT, SINGLE_ENTRY, UNLIMITED } from '../rules/policy.ts'

/** A scan that is about to be decided. */
export type NewScan = {
  eventId: number
  gateId: number
  deviceId: number
  nonce: string
  direction: Direction
  barcode: string
  bySearch: boolean
  steward: string | null
  ticketId: number | null
  memberId: number | null
  /** How far the device's clock was ahead when it scanned, if it said. */
  clockSkewMs: number
  /** What the rules say, whatever was scanned before; null: the admission decides. */
  refusal: Refusal | null
  /** The scanning flag, by which the admission allows a scan or not. */
  flag: number
  /** What the log says if it does. */
  allowedResult: LetThrough
  /** What the log says if it does not. */
  usedResult: Refusal
  /** The message to send, complete but for what only the statement knows: id, result and time. Null for an unknown barcode. */
  message: string | null
}

export type RecordedScan = { device_id: number; nonce: string; scan_id: number; result: LoggedResult; scanned_at: Date }

/**
 * Decides and records in one statement: a barcode is let through if the row of its admission, as it is once we hold its lock,
 * allows it. What comes back is what was recorded; a scan is missing there when its ticket was cancelled or replaced since the
 * rules looked at it: look again. One ticket may be asked about once in a statement, and tickets and members go apart, so that
 * all transactions take the locks in one order.
 *
 * The time of a scan is never before that of the last one let through, so that the log folded by time is what happened here.
 */
export const recordScans = (orgId: OrgId, sql: Db, now: Date, kind: 'tickets' | 'members', scans: NewScan[]) => sql<
  RecordedScan[]
>`
  with request as (
    ${requestRows(sql, scans.toSorted(byTicket))}
  ), candidate as (
    ${candidateRows(orgId, sql, kind)}
  ), admission as (
    ${kind === 'tickets' ? admitTickets(orgId, sql, now) : admitMembers(orgId, sql, now)}
  ), scan as (
    insert into scans (
      org_id, event_id, gate_id, device_id, nonce, direction, result, barcode, by_search, steward, ticket_id,
      membership_member_id, clock_skew_ms, scanned_at, created_at
    )
    select ${orgId}::bigint, q.event_id, q.gate_id, q.device_id, q.nonce, q.direction,
      case when q.refusal is not null then q.refusal when a.at is null then q.used_result else q.allowed_result end,
      q.barcode, q.by_search, q.steward, q.ticket_id, q.membership_member_id, q.clock_skew_ms, coalesce(a.at, ${now}::timestamptz),
      ${now}::timestamptz
    from request q
    left join candidate r on r.place = q.place
    left join admission a on q.refusal is null and a.subject_id = coalesce(q.ticket_id, q.membership_member_id)
    where q.refusal is not null
      or r.place is not null
    order by q.place
    returning device_id, nonce, scan_id, result, scanned_at
  ), ${messages(orgId, sql, now)}
  select device_id, nonce, scan_id, result, scanned_at
  from scan`

/** The lock of a ticket is taken as its row is looked up, before anything is sorted: the rows have to come in their order. */
const byTicket = (a: NewScan, b: NewScan) => (a.ticketId ?? 0) - (b.ticketId ?? 0)

const requestRows = (sql: Db, scans: NewScan[]): Fragment => sql`
  select event_id, gate_id, device_id, nonce, direction, barcode, by_search, steward, ticket_id, membership_member_id,
    clock_skew_ms, refusal, flag, allowed_result, used_result, message, place
  from unnest(
    ${scans.map(({ eventId }) => eventId)}::bigint[],
    ${scans.map(({ gateId }) => gateId)}::bigint[],
    ${scans.map(({ deviceId }) => deviceId)}::bigint[],
    ${scans.map(({ nonce }) => nonce)}::text[],
    ${scans.map(({ direction }) => direction)}::text[],
    ${scans.map(({ barcode }) => barcode)}::text[],
    ${scans.map(({ bySearch }) => bySearch)}::boolean[],
    ${scans.map(({ steward }) => steward)}::text[],
    ${scans.map(({ ticketId }) => ticketId)}::bigint[],
    ${scans.map(({ memberId }) => memberId)}::bigint[],
    ${scans.map(({ clockSkewMs }) => clockSkewMs)}::bigint[],
    ${scans.map(({ refusal }) => refusal)}::text[],
    ${scans.map(({ direction, flag }) => (direction === 'exit' ? UNLIMITED : flag))}::integer[],
    ${scans.map(({ allowedResult }) => allowedResult)}::text[],
    ${scans.map(({ usedResult }) => usedResult)}::text[],
    ${scans.map(({ message }) => message)}::text[]
  ) with ordinality as q (
    event_id, gate_id, device_id, nonce, direction, barcode, by_search, steward, ticket_id, membership_member_id,
    clock_skew_ms, refusal, flag, allowed_result, used_result, message, place
  )`

/**
 * Requests that the admission decides. A way out is open to a ticket whatever became of it. The ticket's lock is shared until the scan is recorded, so that no request
 * replaces or refunds it between this look and the admission: of the two, the one who waits sees what the other did. The locking
 * read stands within another, since a cluster hands on no rows of one that does not.
 */
const candidateRows = (orgId: OrgId, sql: Db, kind: 'tickets' | 'members'): Fragment =>
  kind === 'members'
    ? sql`
      select q.place, q.direction, q.membership_member_id, q.event_id, q.flag
      from request q
      where q.refusal is null`
    : sql`
      select locked.place, locked.direction, locked.ticket_id, locked.flag
      from (
        select q.place, q.direction, q.ticket_id, q.flag
        from request q
        cross join lateral (
          select ticket_status_id
          from tickets
          where org_id = ${orgId}
            and ticket_id = q.ticket_id
          limit 1
        ) t
        where q.refusal is null
          and (t.ticket_status_id = ${ticketStatus.active} or q.direction = 'exit')
        order by q.ticket_id
        for share of t
      ) locked`

const admitTickets = (orgId: OrgId, sql: Db, now: Date): Fragment => sql`
  insert into ticket_admissions as a (
    org_id, ticket_id, scanning_flag, entries, exits, inside, last_scanned_at, created_at, changed_at
  )
  select ${orgId}::bigint, r.ticket_id, ${firstAdmission(sql, now)}
  from candidate r
  order by r.ticket_id
  on conflict (org_id, ticket_id) do update
  ${admissionChanges(sql)}
  where ${allowed(sql)}
  returning a.ticket_id as subject_id, a.last_scanned_at as at`

const admitMembers = (orgId: OrgId, sql: Db, now: Date): Fragment => sql`
  insert into member_admissions as a (
    org_id, membership_member_id, event_id, scanning_flag, entries, exits, inside, last_scanned_at, created_at, changed_at
  )
  select ${orgId}::bigint, r.membership_member_id, r.event_id, ${firstAdmission(sql, now)}
  from candidate r
  order by r.membership_member_id
  on conflict (org_id, membership_member_id, event_id) do update
  ${admissionChanges(sql)}
  where ${allowed(sql)}
  returning a.membership_member_id as subject_id, a.last_scanned_at as at`

/** Of a ticket or member whom no gate has let through before. */
const firstAdmission = (sql: Db, now: Date): Fragment => sql`
  r.flag, (r.direction = 'entry')::integer, (r.direction = 'exit')::integer, r.direction = 'entry', ${now}::timestamptz,
  ${now}::timestamptz, ${now}::timestamptz`

const admissionChanges = (sql: Db): Fragment => sql`
  set scanning_flag = excluded.scanning_flag,
    entries = a.entries + excluded.entries,
    exits = a.exits + excluded.exits,
    inside = excluded.inside,
    last_scanned_at = greatest(excluded.last_scanned_at, ${after(sql, 'a.last_scanned_at', 1)}),
    changed_at = excluded.changed_at`

/** The same as `mayEnter` in rules/policy.ts; `a` is the admission as it stands. A test compares the two. */
const allowed = (sql: Db): Fragment => sql`
  case
    when excluded.scanning_flag = ${literal(sql, SINGLE_ENTRY)} then a.entries = 0
    when excluded.scanning_flag = ${literal(sql, REENTRY_AFTER_EXIT)} then not a.inside
    else excluded.scanning_flag = ${literal(sql, UNLIMITED)}
  end`

/** ticket.scanned, as webhooks/publish.ts would write it, in the statement of the scans themselves. */
const messages = (orgId: OrgId, sql: Db, now: Date): Fragment => sql`
  message as (
    insert into webhook_messages (org_id, message_id, type, payload, created_at)
    select ${orgId}::bigint, 0, 'ticket.scanned',
      jsonb_set(
        m.payload,
        '{data,scan}',
        (m.payload #> '{data,scan}') || jsonb_build_object(
          'scan_id', s.scan_id,
          'result', s.result,
          'scanned_at', floor(extract(epoch from s.scanned_at))::bigint
        )
      )::text,
      ${now}::timestamptz
    from scan s
    join request q on q.device_id = s.device_id and q.nonce = s.nonce
    cross join lateral (select q.message::jsonb as payload) m
    where q.message is not null
    order by q.place
  )`
