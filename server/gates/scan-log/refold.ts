import type { OrgId } from '../../access/principal.ts'
import { publishAll } from '../../messages/webhooks/publish.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { Clock } from '../../platform/values/clock.ts'
import { foldLogs, isTicket, type Subject, type SubjectTotals } from './admission-log.ts'
import { findScanConflicts, toScanConflict } from './scan-conflict.ts'

/**
 * Folds the logs of these subjects anew into their admissions and conflicts. The caller has locked the admissions and added to
 * the log before. Whatever the order in which scans arrive, this ends in the same rows.
 */
export async function refold(orgId: OrgId, tx: Tx, clock: Clock, subjects: Subject[]): Promise<void> {
  if (subjects.length === 0) return
  const now = clock(orgId)
  const totals = await foldLogs(orgId, tx, subjects)
  await storeTicketAdmissions(orgId, tx, now, totals)
  await storeMemberAdmissions(orgId, tx, now, totals)
  await withdrawConflicts(orgId, tx, now, totals)
  const conflictIds = await openConflicts(orgId, tx, now, totals)
  if (conflictIds.length === 0) return
  const rows = await findScanConflicts(orgId, tx, conflictIds)
  const messages = rows.map((row) => ({
    type: 'scan.conflict' as const,
    data: { scan_conflict: toScanConflict(row) },
  }))
  await publishAll(orgId, tx, clock, messages)
}

const instant = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString())

async function storeTicketAdmissions(orgId: OrgId, tx: Tx, now: Date, totals: SubjectTotals[]): Promise<void> {
  const tickets = totals.flatMap(({ subject, ...log }) => (isTicket(subject) ? [{ ...subject, ...log }] : []))
  if (tickets.length === 0) return
  await tx`
    update ticket_admissions a
    set entries = f.entries, exits = f.exits, inside = f.inside = 1, last_scanned_at = f.last_scanned_at, changed_at = ${now}
    from unnest(
      ${tickets.map(({ ticketId }) => ticketId)}::bigint[],
      ${tickets.map(({ entries }) => entries)}::integer[],
      ${tickets.map(({ exits }) => exits)}::integer[],
      ${tickets.map(({ inside }) => (inside ? 1 : 0))}::integer[],
      ${tickets.map(({ lastScannedAt }) => instant(lastScannedAt))}::timestamptz[]
    ) as f (ticket_id, entries, exits, inside, last_scanned_at)
    where a.org_id = ${orgId}
      and a.ticket_id = f.ticket_id`
}

async function storeMemberAdmissions(orgId: OrgId, tx: Tx, now: Date, totals: SubjectTotals[]): Promise<void> {
  const members = totals.flatMap(({ subject, ...log }) => (isTicket(subject) ? [] : [{ ...subject, ...log }]))
  if (members.length === 0) return
  await tx`
    update member_admissions a
    set entries = f.entries, exits = f.exits, inside = f.inside = 1, last_scanned_at = f.last_scanned_at, changed_at = ${now}
    from unnest(
      ${members.map(({ memberId }) => memberId)}::bigint[],
      ${members.map(({ eventId }) => eventId)}::bigint[],
      ${members.map(({ entries }) => entries)}::integer[],
      ${members.map(({ exits }) => exits)}::integer[],
      ${members.map(({ inside }) => (inside ? 1 : 0))}::integer[],
      ${members.map(({ lastScannedAt }) => instant(lastScannedAt))}::timestamptz[]
    ) as f (membership_member_id, event_id, entries, exits, inside, last_scanned_at)
    where a.org_id = ${orgId}
      and a.membership_member_id = f.membership_member_id
      and a.event_id = f.event_id`
}

/** Conflicts that the log no longer shows. What a supervisor has resolved stays as it was resolved. */
async function withdrawConflicts(orgId: OrgId, tx: Tx, now: Date, totals: SubjectTotals[]): Promise<void> {
  const scanIds = totals.flatMap(({ scanIds }) => scanIds)
  const conflictingIds = totals.flatMap(({ conflicts }) => conflicts.map(({ secondScanId }) => secondScanId))
  await tx`
    update scan_conflicts
    set scan_conflict_status = 'withdrawn', changed_at = ${now}
    where org_id = ${orgId}
      and second_scan_id = any (${scanIds}::bigint[])
      and not second_scan_id = any (${conflictingIds}::bigint[])
      and scan_conflict_status = 'open'`
}

/** The ids of those that are open and were not before. An earlier first admission may have turned up for one that was. */
async function openConflicts(orgId: OrgId, tx: Tx, now: Date, totals: SubjectTotals[]): Promise<number[]> {
  const conflicts = totals.flatMap((log) => log.conflicts)
  if (conflicts.length === 0) return []
  const earlierRows = await tx<{ second_scan_id: number }[]>`
    select second_scan_id
    from scan_conflicts
    where org_id = ${orgId}
      and second_scan_id = any (${conflicts.map(({ secondScanId }) => secondScanId)}::bigint[])
      and scan_conflict_status <> 'withdrawn'`
  const rows = await tx<{ scan_conflict_id: number; second_scan_id: number }[]>`
    insert into scan_conflicts as c (org_id, event_id, first_scan_id, second_scan_id, created_at, changed_at)
    select ${orgId}, event_id, first_scan_id, second_scan_id, ${now}, ${now}
    from unnest(
      ${conflicts.map(({ eventId }) => eventId)}::bigint[],
      ${conflicts.map(({ firstScanId }) => firstScanId)}::bigint[],
      ${conflicts.map(({ secondScanId }) => secondScanId)}::bigint[]
    ) as f (event_id, first_scan_id, second_scan_id)
    order by second_scan_id
    on conflict (org_id, second_scan_id) do update
    set first_scan_id = excluded.first_scan_id,
      scan_conflict_status = case when c.scan_conflict_status = 'withdrawn' then 'open' else c.scan_conflict_status end,
      changed_at = excluded.changed_at
    returning scan_conflict_id, second_scan_id`
  const earlierIds = new Set(earlierRows.map(({ second_scan_id }) => second_scan_id))
  return rows
    .filter(({ second_scan_id }) => !earlierIds.has(second_scan_id))
    .map(({ scan_conflict_id }) => scan_conflict_id)
}
