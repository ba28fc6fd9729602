import { type Static, Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import { Nullable } from '../../platform/http/schema.ts'
import type { Db, Tx } from '../../platform/postgres/database.ts'
import type { LateRefusal, LoggedResult } from '../rules/facts.ts'
import { type Conflict, fold, type LogEntry, type LogTotals } from '../rules/fold.ts'
import { REENTRY_AFTER_EXIT } from '../rules/policy.ts'

/** Whose log it is: a ticket's, or a member's at one event. */
export type Subject = { ticketId: number } | { memberId: number; eventId: number }

export const isTicket = (subject: Subject): subject is { ticketId: number } => 'ticketId' in subject

/** What its log of these scans adds up to. */
export type SubjectTotals = Omit<LogTotals, 'conflicts'> & {
  subject: Subject
  scanIds: number[]
  /** Each with the event of its second scan. */
  conflicts: (Conflict & { eventId: number })[]
}

export const LogRow = Type.Object({
  subject_id: Nullable(Type.Integer()),
  scan_id: Type.Integer(),
  event_id: Type.Integer(),
  device_id: Type.Integer(),
  nonce: Type.String(),
  result: Type.Unsafe<LoggedResult>({ type: 'string' }),
  scanned_at: Type.Unsafe<Date>({ type: 'object' }),
  annuls_scan_id: Nullable(Type.Integer()),
  clock_skew_ms: Nullable(Type.Integer()),
  late_refusal: Type.Unsafe<LateRefusal | null>({ type: ['string', 'null'] }),
  overridden: Type.Boolean(),
  digest: Type.String(),
})
type LogRow = Static<typeof LogRow>

/**
 * Locks the admissions of these subjects, tickets first and each kind in the order of ids, so that two uploads at once queue
 * up. An admission that does not exist yet is inserted, because it could not be locked. Both in one statement: one that
 * inserted some first and locked the others after would take them in another order than its neighbour. `where false` locks
 * a row that exists, and writes nothing.
 */
export async function lockAdmissions(orgId: OrgId, tx: Tx, now: Date, subjects: Subject[]): Promise<void> {
  const ticketIds = [...new Set(subjects.filter(isTicket).map(({ ticketId }) => ticketId))]
  if (ticketIds.length > 0) {
    await tx`
      insert into ticket_admissions (org_id, ticket_id, created_at, changed_at)
      select ${orgId}, ticket_id, ${now}, ${now}
      from unnest(${ticketIds}::bigint[]) as t (ticket_id)
      order by ticket_id
      on conflict (org_id, ticket_id) do update
      set changed_at = excluded.changed_at
      where false`
  }
  const members = membersOf(subjects)
  if (members.length === 0) return
  await tx`
    insert into member_admissions (org_id, membership_member_id, event_id, created_at, changed_at)
    select distinct ${orgId}::bigint, membership_member_id, event_id, ${now}::timestamptz, ${now}::timestamptz
    from ${pairs(tx, members)}
    order by membership_member_id, event_id
    on conflict (org_id, membership_member_id, event_id) do update
    set changed_at = excluded.changed_at
    where false`
}

const membersOf = (subjects: Subject[]) => subjects.flatMap((subject) => (isTicket(subject) ? [] : [subject]))

const pairs = (tx: Tx, members: { memberId: number; eventId: number }[]) => tx`
  unnest(
    ${members.map(({ memberId }) => memberId)}::bigint[],
    ${members.map(({ eventId }) => eventId)}::bigint[]
  ) as m (membership_member_id, event_id)`

/** Call it in a statement after the lock: an earlier one would read the log as it was before the wait. */
export async function foldLogs(orgId: OrgId, tx: Tx, subjects: Subject[]): Promise<SubjectTotals[]> {
  const ticketIds = [...new Set(subjects.filter(isTicket).map(({ ticketId }) => ticketId))]
  const flagOf = await readFlags(orgId, tx, ticketIds)
  const ticketLogs = Map.groupBy(await readTicketLogs(orgId, tx, ticketIds), ({ subject_id }) => subject_id)
  const members = membersOf(subjects)
  const memberRows = members.length === 0 ? [] : await readMemberLogs(orgId, tx, members)
  const memberLogs = Map.groupBy(memberRows, ({ subject_id, event_id }) => `${subject_id} ${event_id}`)
  return [
    ...ticketIds.map((ticketId) => totalsOfLog({ ticketId }, flagOf(ticketId), ticketLogs.get(ticketId) ?? [])),
    ...members.map((member) =>
      totalsOfLog(member, REENTRY_AFTER_EXIT, memberLogs.get(`${member.memberId} ${member.eventId}`) ?? []),
    ),
  ]
}

function totalsOfLog(subject: Subject, flag: number, rows: LogRow[]): SubjectTotals {
  const log = rows.map(
    (row): LogEntry => ({
      scanId: row.scan_id,
      deviceId: row.device_id,
      nonce: row.nonce,
      result: row.result,
      scannedAt: row.scanned_at.getTime(),
      annulsScanId: row.annuls_scan_id,
      clockSkew: row.clock_skew_ms,
      lateRefusal: row.late_refusal,
      isOverride: row.overridden,
      digest: row.digest,
    }),
  )
  const eventIdOf = (scanId: number): number => {
    const row = rows.find(({ scan_id }) => scan_id === scanId)
    if (!row) throw new Error(`scan ${scanId} is not in the log that was folded`)
    return row.event_id
  }
  const { conflicts, ...totals } = fold(flag, log)
  return {
    ...totals,
    subject,
    scanIds: rows.map(({ scan_id }) => scan_id),
    conflicts: conflicts.map((conflict) => ({ ...conflict, eventId: eventIdOf(conflict.secondScanId) })),
  }
}

/** The scanning flag of each ticket, by its id. */
async function readFlags(orgId: OrgId, tx: Tx, ticketIds: number[]): Promise<(ticketId: number) => number> {
  const rows = await tx<{ ticket_id: number; scanning_flag: number }[]>`
    select t.ticket_id, p.scanning_flag
    from tickets t
    join prices p on p.org_id = t.org_id and p.price_id = t.price_id
    where t.org_id = ${orgId}
      and t.ticket_id = any (${ticketIds}::bigint[])`
  const flags = new Map(rows.map(({ ticket_id, scanning_flag }) => [ticket_id, scanning_flag]))
  return (ticketId) => {
    const flag = flags.get(ticketId)
    if (flag === undefined) throw new Error(`ticket ${ticketId} has no price`)
    return flag
  }
}

/** Of the scan `s`: what tells it from another one of its nonce, in the same order in PostgreSQL and in JavaScript. */
export const scanDigest = (sql: Db) => sql`md5(concat_ws(' ', s.event_id, s.gate_id, s.direction, s.barcode))`

const readTicketLogs = (orgId: OrgId, tx: Tx, ticketIds: number[]) => tx<LogRow[]>`
  select ticket_id as subject_id, scan_id, event_id, device_id, nonce, result, scanned_at, annuls_scan_id,
    case when offline then clock_skew_ms end as clock_skew_ms, late_refusal, override_reason is not null as overridden,
    ${scanDigest(tx)} as digest
  from scans s
  where org_id = ${orgId}
    and ticket_id = any (${ticketIds}::bigint[])
    and result in ('admitted', 'exit', 'annulled')`

const readMemberLogs = (orgId: OrgId, tx: Tx, members: { memberId: number; eventId: number }[]) => tx<LogRow[]>`
  select s.membership_member_id as subject_id, s.scan_id, s.event_id, s.device_id, s.nonce, s.result, s.scanned_at,
    s.annuls_scan_id, case when s.offline then s.clock_skew_ms end as clock_skew_ms, s.late_refusal,
    s.override_reason is not null as overridden, ${scanDigest(tx)} as digest
  from scans s
  join ${pairs(tx, members)} using (membership_member_id, event_id)
  where s.org_id = ${orgId}
    and s.result in ('admitted', 'exit', 'annulled')`
