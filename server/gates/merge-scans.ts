import type { OrgId } from '../access/principal.ts'
import type { Clock } from '../kit/clock.ts'
import type { Tx } from '../kit/database.ts'
import { publishAll } from '../webhooks/publish.ts'
import { lockAdmissions, type Subject } from './admission-log.ts'
import { type ScanRow, toLoggedScan } from './gate-scan.ts'
import { type Found, findHolders, shownOf } from './holders.ts'
import { refold } from './refold.ts'
import type { Direction, LoggedResult, Result } from './rules/facts.ts'

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
}

export type Merged = { nonce: string; scan_id: number; result: LoggedResult; repeated: boolean }

type Device = { deviceId: number; clockSkewMs: number }

/**
 * Adds what a device scanned offline to the log and folds the logs that it touches. What was there already stays as it is, so
 * uploads may be repeated, cut up and sent in any order.
 */
export async function mergeScans(
  orgId: OrgId,
  tx: Tx,
  clock: Clock,
  device: Device,
  uploaded: OfflineScan[],
): Promise<Merged[]> {
  const barcodes = uploaded.map(({ barcode }) => barcode)
  const found = await findHolders(orgId, tx, barcodes)
  const scans = uploaded.map((scan) => recordable(scan, found.get(scan.barcode)))
  const subjects = scans.flatMap((scan) => subjectOf(scan, found.get(scan.barcode)))
  await lockAdmissions(orgId, tx, clock(), subjects)
  const added = await insertScans(orgId, tx, clock(), device, scans, found)
  const isNew = new Set(added.map(({ nonce }) => nonce))
  const touched = scans
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
  const known = await findByNonce(orgId, tx, device.deviceId, scans)
  return scans.flatMap(({ nonce }) => {
    const row = known.get(nonce)
    return row ? [{ nonce, scan_id: row.scan_id, result: row.result, repeated: !isNew.has(nonce) }] : []
  })
}

/** Nobody can have been let in on a barcode that is nobody's; the log says what it knows. */
const recordable = (scan: OfflineScan, holder: Found | undefined): OfflineScan =>
  holder || !isLetThrough(scan) ? scan : { ...scan, result: 'unknown' }

const isLetThrough = ({ result }: OfflineScan) => result === 'admitted' || result === 'exit'

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
  { deviceId, clockSkewMs }: Device,
  scans: OfflineScan[],
  found: ReadonlyMap<string, Found>,
) => tx<ScanRow[]>`
  insert into scans (
    org_id, event_id, gate_id, device_id, nonce, direction, result, barcode, ticket_id, membership_member_id, offline,
    clock_skew_ms, scanned_at, created_at
  )
  select ${orgId}, event_id, gate_id, ${deviceId}, nonce, direction, result, barcode, ticket_id, membership_member_id, true,
    ${clockSkewMs}, scanned_at, ${now}
  from unnest(
    ${scans.map(({ eventId }) => eventId)}::bigint[],
    ${scans.map(({ gateId }) => gateId)}::bigint[],
    ${scans.map(({ nonce }) => nonce)}::text[],
    ${scans.map(({ direction }) => direction)}::text[],
    ${scans.map(({ result }) => result)}::text[],
    ${scans.map(({ barcode }) => barcode)}::text[],
    ${scans.map(({ barcode }) => found.get(barcode)?.ticket?.ticket_id ?? null)}::bigint[],
    ${scans.map(({ barcode }) => found.get(barcode)?.member?.membership_member_id ?? null)}::bigint[],
    ${scans.map(({ scannedAt }) => scannedAt.toISOString())}::timestamptz[]
  ) as s (event_id, gate_id, nonce, direction, result, barcode, ticket_id, membership_member_id, scanned_at)
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
