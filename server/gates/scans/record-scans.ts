import type { OrgId } from '../../access/principal.ts'
import { messageInserts } from '../../messages/webhooks/publish.ts'
import type { Db, Sql, Tx } from '../../platform/postgres/database.ts'
import { after, type Fragment, literal } from '../../platform/postgres/sql.ts'
import { inTransaction } from '../../platform/postgres/transact.ts'
import { organisationClock } from '../../platform/values/clock.ts'
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
  /** What the message of the recorded scan says. Null for an unknown barcode. */
  message: ((recorded: RecordedScan) => object) | null
}

export type RecordedScan = { device_id: number; nonce: string; scan_id: number; result: LoggedResult; scanned_at: Date }

/**
 * Decides and records in one transaction: a barcode is let through if the row of its admission, as it is once we hold its lock,
 * allows it. What comes back is what was recorded; a scan is missing there when its ticket was cancelled or replaced since the
 * rules looked at it: look again. One ticket may be asked about once in a call, and tickets and members go apart, so that
 * all transactions take the locks in one order.
 *
 * The time of a scan is never before that of the last one let through, so that the log folded by time is what happened here.
 *
 * These are several statements, none of which hands its rows to another: a cluster would collect them and send them to all of its
 * nodes, so that one node that is away would close the gates of every organisation (tests/cluster/lost-node.test.ts).
 */
export const recordScans = (
  orgId: OrgId,
  sql: Sql | Tx,
  now: Date,
  kind: 'tickets' | 'members',
  scans: NewScan[],
): Promise<RecordedScan[]> =>
  inTransaction(sql, async (tx) => {
    const undecided = scans.filter(({ refusal }) => refusal === null)
    const [tickets, admissions] = await Promise.all([
      kind === 'tickets' ? lockTickets(orgId, tx, undecided) : [],
      kind === 'tickets' ? admitTickets(orgId, tx, now, undecided) : admitMembers(orgId, tx, now, undecided),
    ])
    const statusOf = new Map(tickets.map(({ ticket_id, ticket_status_id }) => [ticket_id, ticket_status_id]))
    const admittedAt = new Map(admissions.map(({ subject_id, admitted_at }) => [subject_id, admitted_at]))
    const decided = scans
      .filter((scan) => scan.refusal !== null || isOpen(kind, scan, statusOf.get(scan.ticketId ?? 0)))
      .map((scan) => decidedScan(scan, admittedAt.get(scan.ticketId ?? scan.memberId ?? 0), now))
    const recorded = await insertScans(orgId, tx, now, decided)
    await Promise.all(
      messageInserts(
        orgId,
        tx,
        organisationClock(() => now),
        messagesOf(decided, recorded),
      ),
    )
    return [...recorded]
  })

/**
 * The locks are shared until the scans are recorded, so that no request replaces or refunds a ticket between this look and the
 * admission: of the two, the one who waits sees what the other did.
 */
const lockTickets = (orgId: OrgId, tx: Tx, scans: NewScan[]) => tx<{ ticket_id: number; ticket_status_id: number }[]>`
  select ticket_id, ticket_status_id
  from tickets
  where org_id = ${orgId}
    and ticket_id = any (${scans.map(({ ticketId }) => ticketId)}::bigint[])
  order by ticket_id
  for share`

/** A way out is open to a ticket whatever became of it; a member has no state that changes meanwhile. */
const isOpen = (kind: 'tickets' | 'members', { direction }: NewScan, status: number | undefined): boolean =>
  kind === 'members' || status === ticketStatus.active || (direction === 'exit' && status !== undefined)

type DecidedScan = { scan: NewScan; result: LoggedResult; scannedAt: Date }

function decidedScan(scan: NewScan, admittedAt: Date | undefined, now: Date): DecidedScan {
  const { refusal, usedResult, allowedResult } = scan
  if (refusal !== null) return { scan, result: refusal, scannedAt: now }
  return { scan, result: admittedAt ? allowedResult : usedResult, scannedAt: admittedAt ?? now }
}

type Admitted = { subject_id: number; admitted_at: Date }

/** It reads the tickets as they are under the lock that was taken before. */
const admitTickets = (orgId: OrgId, tx: Tx, now: Date, scans: NewScan[]) => tx<Admitted[]>`
  insert into ticket_admissions as a (
    org_id, ticket_id, scanning_flag, entries, exits, inside, last_scanned_at, created_at, changed_at
  )
  select ${orgId}::bigint, r.subject_id, ${firstAdmission(tx, now)}
  from ${requestRows(tx, scans)}
  where exists (
    select
    from tickets
    where org_id = ${orgId}
      and ticket_id = r.subject_id
      and (ticket_status_id = ${ticketStatus.active} or r.direction = 'exit')
  )
  order by r.subject_id
  on conflict (org_id, ticket_id) do update
  ${admissionChanges(tx)}
  where ${allowed(tx)}
  returning a.ticket_id as subject_id, a.last_scanned_at as admitted_at`

const admitMembers = (orgId: OrgId, tx: Tx, now: Date, scans: NewScan[]) => tx<Admitted[]>`
  insert into member_admissions as a (
    org_id, membership_member_id, event_id, scanning_flag, entries, exits, inside, last_scanned_at, created_at, changed_at
  )
  select ${orgId}::bigint, r.subject_id, r.event_id, ${firstAdmission(tx, now)}
  from ${requestRows(tx, scans)}
  order by r.subject_id
  on conflict (org_id, membership_member_id, event_id) do update
  ${admissionChanges(tx)}
  where ${allowed(tx)}
  returning a.membership_member_id as subject_id, a.last_scanned_at as admitted_at`

const requestRows = (sql: Db, scans: NewScan[]): Fragment => sql`
  unnest(
    ${scans.map(({ ticketId, memberId }) => ticketId ?? memberId)}::bigint[],
    ${scans.map(({ eventId }) => eventId)}::bigint[],
    ${scans.map(({ direction }) => direction)}::text[],
    ${scans.map(({ direction, flag }) => (direction === 'exit' ? UNLIMITED : flag))}::integer[]
  ) as r (subject_id, event_id, direction, flag)`

const insertScans = (orgId: OrgId, tx: Tx, now: Date, decided: DecidedScan[]) => tx<RecordedScan[]>`
  insert into scans (
    org_id, event_id, gate_id, device_id, nonce, direction, result, barcode, by_search, steward, ticket_id,
    membership_member_id, clock_skew_ms, scanned_at, created_at
  )
  select ${orgId}::bigint, event_id, gate_id, device_id, nonce, direction, result, barcode, by_search, steward, ticket_id,
    membership_member_id, clock_skew_ms, scanned_at, ${now}::timestamptz
  from unnest(
    ${decided.map(({ scan }) => scan.eventId)}::bigint[],
    ${decided.map(({ scan }) => scan.gateId)}::bigint[],
    ${decided.map(({ scan }) => scan.deviceId)}::bigint[],
    ${decided.map(({ scan }) => scan.nonce)}::text[],
    ${decided.map(({ scan }) => scan.direction)}::text[],
    ${decided.map(({ result }) => result)}::text[],
    ${decided.map(({ scan }) => scan.barcode)}::text[],
    ${decided.map(({ scan }) => scan.bySearch)}::boolean[],
    ${decided.map(({ scan }) => scan.steward)}::text[],
    ${decided.map(({ scan }) => scan.ticketId)}::bigint[],
    ${decided.map(({ scan }) => scan.memberId)}::bigint[],
    ${decided.map(({ scan }) => scan.clockSkewMs)}::bigint[],
    ${decided.map(({ scannedAt }) => scannedAt)}::timestamptz[]
  ) with ordinality as q (
    event_id, gate_id, device_id, nonce, direction, result, barcode, by_search, steward, ticket_id, membership_member_id,
    clock_skew_ms, scanned_at, place
  )
  order by place
  returning device_id, nonce, scan_id, result, scanned_at`

/** In the order of the scans. */
function messagesOf(decided: DecidedScan[], recorded: RecordedScan[]) {
  const recordOf = new Map(recorded.map((record) => [`${record.device_id} ${record.nonce}`, record]))
  return decided.flatMap(({ scan }) => {
    const record = recordOf.get(`${scan.deviceId} ${scan.nonce}`)
    return scan.message && record ? [{ type: 'ticket.scanned' as const, data: scan.message(record) }] : []
  })
}

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
