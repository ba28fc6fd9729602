import type { OrgId } from '../../access/principal.ts'
import { publishAll } from '../../messages/webhooks/publish.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { Clock } from '../../platform/values/clock.ts'
import type { Direction, LateRefusal, LoggedResult, Result } from '../rules/facts.ts'
import { type ScanRow, toLoggedScan } from '../scans/gate-scan.ts'
import { type Found, findHolders, shownOf } from '../scans/holders.ts'
import { lockAdmissions, type Subject } from './admission-log.ts'
import { lateRefusals } from './late-refusals.ts'
import { refold } from './refold.ts'

/** A scan that a device made without us, its clock already put right. */
export type OfflineScan = {
  eventId: number
  gateId: number
  barcode: string
  direction: Direction
  nonce: string
  /** What the fan was told. */
  result: Result
  scannedAt: Date
  /** How far the device's clock was ahead, by this upload. */
  clockSkewMs: number
}

export type Merged = { nonce: string; scan_id: number; result: LoggedResult; repeated: boolean }

/** With what the rules say of it now. */
type LateScan = OfflineScan & { lateRefusal: LateRefusal | null }

/**
 * Adds what a device scanned offline to the log and folds the logs that it touches. What was there already stays as it is, so
 * uploads may be repeated, cut up and sent in any order.
 */
export async function mergeScans(
  orgId: OrgId,
  tx: Tx,
  clock: Clock,
  deviceId: number,
  uploaded: OfflineScan[],
): Promise<Merged[]> {
  const barcodes = uploaded.map(({ barcode }) => barcode)
  const found = await findHolders(orgId, tx, barcodes)
  const recorded = uploaded.map((scan) => recordable(scan, found.get(scan.barcode)))
  const refusals = await lateRefusals(orgId, tx, deviceId, recorded.filter(isLetThrough), found)
  const scans = recorded.map((scan) => ({ ...scan, lateRefusal: refusals.get(scan.nonce) ?? null }))
  const subjects = scans.flatMap((scan) => subjectOf(scan, found.get(scan.barcode)))
  await lockAdmissions(orgId, tx, clock(), subjects)
  const first = await insertScans(orgId, tx, clock(), deviceId, scans, found)
  const known = await findByNonce(orgId, tx, deviceId, scans)
  const overridden = scans.filter((scan) => isOverridden(scan, known)).map((scan) => ({ ...scan, nonce: ours(scan) }))
  const second = await insertScans(orgId, tx, clock(), deviceId, overridden, found)
  const added = [...first, ...second]
  const isNew = new Set(added.map(({ nonce }) => nonce))
  const touched = [...scans, ...overridden]
    .filter(({ nonce }) => isNew.has(nonce))
    .flatMap((scan) => subjectOf(scan, found.get(scan.barcode)))
  await refold(orgId, tx, clock, distinct(touched))
  await publishAll(
    orgId,
    tx,
    clock,
    added.flatMap((row) => {
      const holder = found.get(row.barcode)
      if (!holder) return []
      return [{ type: 'ticket.scanned' as const, data: { scan: toLoggedScan(row, shownOf(holder)) } }]
    }),
  )
  const after = await findByNonce(orgId, tx, deviceId, [...scans, ...overridden])
  return scans.flatMap((scan) => {
    const name = isOverridden(scan, known) ? ours(scan) : scan.nonce
    const row = after.get(name)
    const { nonce } = scan
    return row ? [{ nonce, scan_id: row.scan_id, result: row.result, repeated: !isNew.has(name) }] : []
  })
}

/** The answer to a scan was no and never reached the device, which then let the fan through by itself: both happened. */
const isOverridden = (scan: OfflineScan, known: ReadonlyMap<string, Known>) =>
  isLetThrough(scan) && !isLetThrough(known.get(scan.nonce) ?? scan)

const ours = ({ nonce }: OfflineScan) => `offline:${nonce}`

/** Nobody can have been let in on a barcode that is nobody's; the log says what it knows. */
const recordable = (scan: OfflineScan, holder: Found | undefined): OfflineScan =>
  holder || !isLetThrough(scan) ? scan : { ...scan, result: 'unknown' }

const isLetThrough = ({ result }: { result: LoggedResult }) => result === 'admitted' || result === 'exit'

function subjectOf(scan: OfflineScan, holder: Found | undefined): Subject[] {
  if (!isLetThrough(scan)) return []
  if (holder?.ticket) return [{ ticketId: holder.ticket.ticket_id }]
  return holder?.member ? [{ memberId: holder.member.membership_member_id, eventId: scan.eventId }] : []
}

const distinct = (subjects: Subject[]): Subject[] => [
  ...new Map(subjects.map((subject) => [JSON.stringify(subject), subject])).values(),
]

/** In the order of nonces, so that a device that uploads twice at once waits for itself in one direction only. */
const insertScans = (
  orgId: OrgId,
  tx: Tx,
  now: Date,
  deviceId: number,
  scans: LateScan[],
  found: ReadonlyMap<string, Found>,
) => tx<ScanRow[]>`
  insert into scans (
    org_id, event_id, gate_id, device_id, nonce, direction, result, barcode, ticket_id, membership_member_id, offline,
    clock_skew_ms, late_refusal, scanned_at, created_at
  )
  select ${orgId}, event_id, gate_id, ${deviceId}, nonce, direction, result, barcode, ticket_id, membership_member_id, true,
    clock_skew_ms, late_refusal, scanned_at, ${now}
  from unnest(
    ${scans.map(({ eventId }) => eventId)}::bigint[],
    ${scans.map(({ gateId }) => gateId)}::bigint[],
    ${scans.map(({ nonce }) => nonce)}::text[],
    ${scans.map(({ direction }) => direction)}::text[],
    ${scans.map(({ result }) => result)}::text[],
    ${scans.map(({ barcode }) => barcode)}::text[],
    ${scans.map(({ barcode }) => found.get(barcode)?.ticket?.ticket_id ?? null)}::bigint[],
    ${scans.map(({ barcode }) => found.get(barcode)?.member?.membership_member_id ?? null)}::bigint[],
    ${scans.map(({ clockSkewMs }) => clockSkewMs)}::bigint[],
    ${scans.map(({ lateRefusal }) => lateRefusal)}::text[],
    ${scans.map(({ scannedAt }) => scannedAt.toISOString())}::timestamptz[]
  ) as s (
    event_id, gate_id, nonce, direction, result, barcode, ticket_id, membership_member_id, clock_skew_ms, late_refusal,
    scanned_at
  )
  order by nonce
  on conflict (org_id, device_id, nonce) do nothing
  returning scan_id, event_id, gate_id, device_id, nonce, direction, result, barcode, ticket_id, membership_member_id,
    annuls_scan_id, offline, scanned_at, created_at`

type Known = { nonce: string; scan_id: number; result: LoggedResult }

async function findByNonce(orgId: OrgId, tx: Tx, deviceId: number, scans: OfflineScan[]): Promise<Map<string, Known>> {
  const rows = await tx<Known[]>`
    select nonce, scan_id, result
    from scans
    where org_id = ${orgId}
      and device_id = ${deviceId}
      and nonce = any (${scans.map(({ nonce }) => nonce)}::text[])`
  return new Map(rows.map((row) => [row.nonce, row]))
}
