import type { OrgId } from '../../access/principal.ts'
import { publishAll } from '../../messages/webhooks/publish.ts'
import { exposed } from '../../platform/http/guarded-fields.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { Clock } from '../../platform/values/clock.ts'
import { type Direction, isLetThrough, type LateRefusal, type LoggedResult, type Result } from '../rules/facts.ts'
import { type ScanRow, scanRowColumns, toLoggedScan } from '../scans/gate-scan.ts'
import { type BarcodeHolder, findHolders } from '../scans/holders.ts'
import { lockAdmissions, type Subject } from './admission-log.ts'
import { findLateRefusals } from './late-refusals.ts'
import { refold } from './refold.ts'

/** A scan that a device made without us, its clock already put right. */
export type OfflineScan = {
  eventId: number
  gateId: number
  barcode: string
  /** The barcode was not read: a steward found the holder. */
  bySearch: boolean
  /** Who held the device. */
  steward: string | null
  direction: Direction
  nonce: string
  /** What the fan was told. */
  result: Result
  scannedAt: Date
  /** How far the device's clock was ahead, by this upload. */
  clockSkewMs: number
  /** Why a supervisor let them in, whose code was right. */
  overrideReason: string | null
}

/** With what the rules say of it now. */
type LateScan = OfflineScan & { lateRefusal: LateRefusal | null }

/** As it is in the log after all. */
type MergedScan = { nonce: string; scan_id: number; result: LoggedResult; repeated: boolean }

type Holders = ReadonlyMap<string, BarcodeHolder>

/**
 * Adds what a device scanned offline to the log and folds the logs that it touches. What was in the log already stays as it is, so
 * uploads may be repeated, cut up and sent in any order.
 */
export async function mergeScans(
  orgId: OrgId,
  tx: Tx,
  clock: Clock,
  deviceId: number,
  uploads: OfflineScan[],
): Promise<MergedScan[]> {
  const barcodes = uploads.map(({ barcode }) => barcode)
  const holders = await findHolders(orgId, tx, barcodes)
  const scans = await judge(orgId, tx, deviceId, uploads, holders)
  await lockAdmissions(orgId, tx, clock(orgId), subjectsOf(scans, holders))
  const firstRows = await insertScans(orgId, tx, clock(orgId), deviceId, scans, holders)
  const logged = await findByNonce(orgId, tx, deviceId, scans)
  const overrides = scans
    .filter((scan) => isOverride(scan, logged))
    .map((scan) => ({ ...scan, nonce: overrideNonce(scan) }))
  const overrideRows = await insertScans(orgId, tx, clock(orgId), deviceId, overrides, holders)
  const newRows = [...firstRows, ...overrideRows]
  const newNonces = new Set(newRows.map(({ nonce }) => nonce))
  const newScans = [...scans, ...overrides].filter(({ nonce }) => newNonces.has(nonce))
  await refold(orgId, tx, clock, distinct(subjectsOf(newScans, holders)))
  const messages = newRows.flatMap((row) => {
    const holder = holders.get(exposed(row.barcode))
    return holder ? [{ type: 'ticket.scanned' as const, data: { scan: toLoggedScan(row, holder) } }] : []
  })
  await publishAll(orgId, tx, clock, messages)
  const log = await findByNonce(orgId, tx, deviceId, [...scans, ...overrides])
  return scans.flatMap((scan) => {
    const loggedNonce = isOverride(scan, logged) ? overrideNonce(scan) : scan.nonce
    const entry = log.get(loggedNonce)
    if (!entry) return []
    const { scan_id, result } = entry
    return [{ nonce: scan.nonce, scan_id, result, repeated: !newNonces.has(loggedNonce) }]
  })
}

/** No fan can have been let in on a barcode without a holder: the log says `unknown`. The others are held to the rules of today. */
async function judge(orgId: OrgId, tx: Tx, deviceId: number, uploads: OfflineScan[], holders: Holders) {
  const scans = uploads.map((scan): OfflineScan => {
    const isNobodys = isLetThrough(scan.result) && !holders.has(scan.barcode)
    return isNobodys ? { ...scan, result: 'unknown' } : scan
  })
  const passes = scans.filter(({ result }) => isLetThrough(result))
  const refusals = await findLateRefusals(orgId, tx, deviceId, passes, holders)
  return scans.map((scan): LateScan => ({ ...scan, lateRefusal: refusals.get(scan.nonce) ?? null }))
}

/** The answer to a scan was no and never reached the device, which then let the fan through by itself: both happened. */
const isOverride = ({ nonce, result }: OfflineScan, logged: ReadonlyMap<string, LoggedNonce>) =>
  isLetThrough(result) && !isLetThrough(logged.get(nonce)?.result ?? result)

/** Our own word for a second scan under one nonce; no device may use it. */
const overrideNonce = ({ nonce }: OfflineScan) => `offline:${nonce}`

const subjectsOf = (scans: OfflineScan[], holders: Holders): Subject[] =>
  scans.flatMap(({ result, barcode, eventId }): Subject[] => {
    const holder = holders.get(barcode)
    if (!holder || !isLetThrough(result)) return []
    return [
      holder.ticket ? { ticketId: holder.ticket.ticket_id } : { memberId: holder.member.membership_member_id, eventId },
    ]
  })

const distinct = (subjects: Subject[]): Subject[] => [
  ...new Map(subjects.map((subject) => [JSON.stringify(subject), subject])).values(),
]

/** In the order of nonces, so that a device that uploads twice at once waits for itself in one direction only. */
const insertScans = (orgId: OrgId, tx: Tx, now: Date, deviceId: number, scans: LateScan[], holders: Holders) => tx<
  ScanRow[]
>`
  insert into scans (
    org_id, event_id, gate_id, device_id, nonce, direction, result, barcode, by_search, steward, ticket_id,
    membership_member_id, offline, clock_skew_ms, late_refusal, override_reason, scanned_at, created_at
  )
  select ${orgId}, event_id, gate_id, ${deviceId}, nonce, direction, result, barcode, by_search, steward, ticket_id,
    membership_member_id, true, clock_skew_ms, late_refusal, override_reason, scanned_at, ${now}
  from unnest(
    ${scans.map(({ eventId }) => eventId)}::bigint[],
    ${scans.map(({ gateId }) => gateId)}::bigint[],
    ${scans.map(({ nonce }) => nonce)}::text[],
    ${scans.map(({ direction }) => direction)}::text[],
    ${scans.map(({ result }) => result)}::text[],
    ${scans.map(({ barcode }) => barcode)}::text[],
    ${scans.map(({ bySearch }) => bySearch)}::boolean[],
    ${scans.map(({ steward }) => steward)}::text[],
    ${scans.map(({ barcode }) => holders.get(barcode)?.ticket?.ticket_id ?? null)}::bigint[],
    ${scans.map(({ barcode }) => holders.get(barcode)?.member?.membership_member_id ?? null)}::bigint[],
    ${scans.map(({ clockSkewMs }) => clockSkewMs)}::bigint[],
    ${scans.map(({ lateRefusal }) => lateRefusal)}::text[],
    ${scans.map(({ overrideReason }) => overrideReason)}::text[],
    ${scans.map(({ scannedAt }) => scannedAt.toISOString())}::timestamptz[]
  ) as s (
    event_id, gate_id, nonce, direction, result, barcode, by_search, steward, ticket_id, membership_member_id,
    clock_skew_ms, late_refusal, override_reason, scanned_at
  )
  order by nonce
  on conflict (org_id, device_id, nonce) do nothing
  returning ${scanRowColumns(tx)}`

type LoggedNonce = { nonce: string; scan_id: number; result: LoggedResult }

async function findByNonce(
  orgId: OrgId,
  tx: Tx,
  deviceId: number,
  scans: OfflineScan[],
): Promise<Map<string, LoggedNonce>> {
  const rows = await tx<LoggedNonce[]>`
    select nonce, scan_id, result
    from scans
    where org_id = ${orgId}
      and device_id = ${deviceId}
      and nonce = any (${scans.map(({ nonce }) => nonce)}::text[])`
  return new Map(rows.map((row) => [row.nonce, row]))
}
