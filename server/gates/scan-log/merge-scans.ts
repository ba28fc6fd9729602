import { type Static, Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import { publishAll } from '../../messages/webhooks/publish.ts'
import { exposed } from '../../platform/http/guarded-fields.ts'
import { Nullable } from '../../platform/http/schema.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { Clock } from '../../platform/values/clock.ts'
import { type Direction, isLetThrough, type LateRefusal, type LoggedResult, type Result } from '../rules/facts.ts'
import { type ScanRow, scanRowColumns, toLoggedScan } from '../scans/gate-scan.ts'
import { type BarcodeHolder, findHolders } from '../scans/holders.ts'
import { differencesOf, nameOfReuse, type ScanIdentity } from '../scans/scan-identity.ts'
import { lockAdmissions, type Subject } from './admission-log.ts'
import { findLateRefusals } from './late-refusals.ts'
import type { PassageReport } from './passages.ts'
import { refold } from './refold.ts'

/** A scan that a device made without us, its clock already put right. */
export type OfflineScan = ScanIdentity & {
  /** The barcode was not read: a steward found the holder. */
  bySearch: boolean
  /** Who held the device. */
  steward: string | null
  nonce: string
  /** What the fan was told. */
  result: Result
  scannedAt: Date
  /** How far the device's clock was ahead, by this upload. */
  clockSkewMs: number
  /** Why a supervisor let them in, whose code was right. */
  overrideReason: string | null
  /** The same of a supervisor whose code was not: kept for the audit log alone. */
  refusedReason: string | null
  /** The turnstile's report on the person, if it made one. */
  passage: PassageReport | null
}

/** With what the rules say of it now. */
type LateScan = OfflineScan & { lateRefusal: LateRefusal | null }

/** With its name in the log: its nonce, unless that names another scan of the device. */
type NamedScan = LateScan & { name: string }

/** As it is in the log after all. */
export type MergedScan = {
  scan: OfflineScan
  scan_id: number
  result: LoggedResult
  repeated: boolean
  nonce_reused: boolean
}

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
  const insert = (named: NamedScan[]) => insertScans(orgId, tx, clock(orgId), deviceId, named, holders)
  const firstRows = await insert(underTheirNonces(scans))
  const recorded = await findRecorded(orgId, tx, deviceId, scans.flatMap(logNamesOf))
  const named = scans.map((scan): NamedScan => ({ ...scan, name: nameIn(recorded, scan) }))
  const reused = named.filter(({ name, nonce }) => name !== nonce)
  const reusedRows = reused.length === 0 ? [] : await insert(reused)
  // Another upload may have recorded them while the insert waited for it.
  const logged = reused.length === 0 ? recorded : await findRecorded(orgId, tx, deviceId, scans.flatMap(logNamesOf))
  const overrides = named
    .filter((scan) => isOverride(scan, logged))
    .map((scan) => ({ ...scan, name: overrideName(scan) }))
  const overrideRows = await insert(overrides)
  const newRows = [...firstRows, ...reusedRows, ...overrideRows]
  const newNames = new Set(newRows.map(({ nonce }) => nonce))
  const newScans = [...named, ...overrides].filter(({ name }) => newNames.has(name))
  await refold(orgId, tx, clock, distinct(subjectsOf(newScans, holders)))
  const messages = newRows.flatMap((row) => {
    const holder = holders.get(exposed(row.barcode))
    return holder ? [{ type: 'ticket.scanned' as const, data: { scan: toLoggedScan(row, holder) } }] : []
  })
  await publishAll(orgId, tx, clock, messages)
  const log = await findRecorded(
    orgId,
    tx,
    deviceId,
    [...named, ...overrides].map(({ name }) => name),
  )
  return uploads.flatMap((scan, index) => {
    const namedScan = named[index]
    if (!namedScan) return []
    const loggedName = isOverride(namedScan, logged) ? overrideName(namedScan) : namedScan.name
    const entry = log.get(loggedName)
    if (!entry) return []
    const { scan_id, result } = entry
    const isReused = namedScan.name !== namedScan.nonce
    return [{ scan, scan_id, result, repeated: !newNames.has(loggedName), nonce_reused: isReused }]
  })
}

/** The first of each nonce, which has it unless the log has another scan under it. */
function underTheirNonces(scans: LateScan[]): NamedScan[] {
  const firsts = new Map<string, NamedScan>()
  for (const scan of scans) if (!firsts.has(scan.nonce)) firsts.set(scan.nonce, { ...scan, name: scan.nonce })
  return [...firsts.values()]
}

/** Both names that a scan may have in the log. */
export const logNamesOf = (scan: OfflineScan): [string, string] => [scan.nonce, nameOfReuse(scan.nonce, scan)]

/** A row of the log is never removed, so that a scan keeps the name that it was first given. */
function nameIn(recorded: ReadonlyMap<string, RecordedScan>, scan: OfflineScan): string {
  const [nonce, nameOfItsOwn] = logNamesOf(scan)
  const row = recorded.get(nonce)
  return row && differencesOf(row, scan).length === 0 ? nonce : nameOfItsOwn
}

/** Whether this very scan is in the log, under either name. */
export const isRecorded = (recorded: ReadonlyMap<string, RecordedScan>, scan: OfflineScan): boolean =>
  recorded.has(nameIn(recorded, scan))

/** No fan can have been let in on a barcode without a holder: the log says `unknown`. The others are held to the rules of today. */
async function judge(orgId: OrgId, tx: Tx, deviceId: number, uploads: OfflineScan[], holders: Holders) {
  const scans = uploads.map((scan): OfflineScan => {
    const isNobodys = isLetThrough(scan.result) && !holders.has(scan.barcode)
    return isNobodys ? { ...scan, result: 'unknown' } : scan
  })
  const passes = scans.filter(({ result }) => isLetThrough(result))
  const refusals = await findLateRefusals(orgId, tx, deviceId, passes, holders)
  return scans.map((scan): LateScan => ({ ...scan, lateRefusal: refusals.get(scan) ?? null }))
}

/** The answer to a scan was no and never reached the device, which then let the fan through by itself: both happened. */
const isOverride = ({ name, result }: NamedScan, recorded: ReadonlyMap<string, RecordedScan>) =>
  isLetThrough(result) && !isLetThrough(recorded.get(name)?.result ?? result)

/** Our own word for the admission that followed a refusal of the same scan; no device may use it. */
const overrideName = ({ name }: NamedScan) => `offline:${name}`

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

/** In the order of names, so that a device that uploads twice at once waits for itself in one direction only. */
const insertScans = (orgId: OrgId, tx: Tx, now: Date, deviceId: number, scans: NamedScan[], holders: Holders) => tx<
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
    ${scans.map(({ name }) => name)}::text[],
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

export const RecordedScanRow = Type.Object({
  nonce: Type.String(),
  scan_id: Type.Integer(),
  result: Type.Unsafe<LoggedResult>(Type.String()),
  event_id: Type.Integer(),
  gate_id: Type.Integer(),
  direction: Type.Unsafe<Direction>(Type.String()),
  barcode: Type.String(),
  by_search: Type.Boolean(),
  ticket_id: Nullable(Type.Integer()),
  membership_member_id: Nullable(Type.Integer()),
})
type RecordedScan = Static<typeof RecordedScanRow>

/** Scans of the device in the log, by their names there. */
export async function findRecorded(
  orgId: OrgId,
  tx: Tx,
  deviceId: number,
  names: string[],
): Promise<Map<string, RecordedScan>> {
  if (names.length === 0) return new Map()
  const rows = await tx<RecordedScan[]>`
    select nonce, scan_id, result, event_id, gate_id, direction, barcode, by_search, ticket_id, membership_member_id
    from scans
    where org_id = ${orgId}
      and device_id = ${deviceId}
      and nonce = any (${names}::text[])`
  return new Map(rows.map((row) => [row.nonce, row]))
}
