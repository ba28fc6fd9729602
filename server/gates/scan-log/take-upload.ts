import type { Entry } from '../../access/audit/record.ts'
import type { OrgId } from '../../access/principal.ts'
import type { Problem } from '../../platform/http/errors.ts'
import { noRowProblems } from '../../platform/http/row-problems.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { Clocks } from '../../platform/values/clock.ts'
import { isSameText } from '../../platform/values/same-text.ts'
import type { Seal } from '../../platform/values/seal.ts'
import { skewOf, storeSkew, toOurClock } from '../devices/device-clock.ts'
import { noteReusedNonces } from '../devices/reused-nonces.ts'
import { isLetThrough } from '../rules/facts.ts'
import { whoseScan } from '../scans/scan-identity.ts'
import { countTry } from '../supervision/code-tries.ts'
import { openSealedCode } from '../supervision/sealed-code.ts'
import { supervisorCode } from '../supervision/supervisor-code.ts'
import { type AcceptedRow, judgeRows } from './judge-rows.ts'
import { findRecorded, isRecorded, logNamesOf, type MergedScan, mergeScans, type OfflineScan } from './merge-scans.ts'
import { type PassageReport, recordPassage } from './passages.ts'
import type { Upload, UploadedScan } from './upload-body.ts'

type Uploading = {
  orgId: OrgId
  tx: Tx
  clocks: Clocks
  seal: Seal
  deviceId: number
  /** Under the name of the uploader. */
  audit: (entry: Entry) => Promise<void>
}

/**
 * Puts what a device decided by itself into the log. A row that cannot be in the log is refused by itself and keeps no other
 * row waiting; `malformed` are those whose form is wrong.
 */
export async function takeUpload(
  { orgId, tx, clocks, seal, deviceId, audit }: Uploading,
  body: Upload,
  malformed: ReadonlyMap<number, Problem> = noRowProblems,
) {
  const { clock, systemClock } = clocks
  const now = clock(orgId)
  const { accepted, refused } = await judgeRows(orgId, tx, body.scans, malformed)
  const clockSkewMs = skewOf(body.device_time, systemClock())
  const uploads = oneOfEachScan(accepted)
  const drafts = uploads.map(({ scan, barcode }) => ({
    eventId: scan.event_id,
    gateId: scan.gate_id,
    barcode,
    whose: whoseScan(scan),
    bySearch: scan.barcode === undefined,
    steward: scan.steward ?? null,
    direction: scan.direction,
    nonce: scan.nonce,
    result: scan.result,
    overrideReason: null,
    refusedReason: null,
    passage: reportOf(scan),
    ...toOurClock(scan.scanned_at, body.device_time, now),
  }))
  const claims = drafts.flatMap((scan, index) => claimOf(scan, uploads[index]?.scan) ?? [])
  const reasons = await judgeClaims(orgId, tx, seal, now, deviceId, claims)
  const offlineScans = drafts.map((scan) => ({ ...scan, ...reasons.get(scan) }))
  const merged = await mergeScans(orgId, tx, clock, deviceId, offlineScans)
  for (const { scan, scan_id, repeated } of merged) {
    const reason = scan.overrideReason ?? scan.refusedReason
    if (reason === null || repeated) continue
    const action = scan.overrideReason === null ? 'scan.override_refused' : 'scan.overridden'
    await audit({ action, objectType: 'scan', objectId: scan_id, after: { reason } })
  }
  await storeSkew(orgId, tx, now, deviceId, clockSkewMs)
  const newlyReused = merged.filter(({ nonce_reused, repeated }) => nonce_reused && !repeated)
  if (newlyReused.length > 0) await noteReusedNonces(orgId, tx, now, deviceId, newlyReused.length)
  const passages = await recordPassages(orgId, tx, clocks, deviceId, merged)
  const scans = merged.map(({ scan, scan_id, result, repeated, nonce_reused }) => ({
    nonce: scan.nonce,
    scan_id,
    result,
    repeated,
    nonce_reused,
    passage: passages.get(scan_id)?.passage ?? null,
  }))
  return { clock_skew_ms: clockSkewMs, scans, refused }
}

const reportOf = ({ passage, followers }: UploadedScan): PassageReport | null =>
  passage === undefined ? null : { passage, followers: followers ?? 0 }

/** The passages that the device reports, as they are on record, by their scans. The admissions of all of them are locked. */
async function recordPassages(orgId: OrgId, tx: Tx, { clock }: Clocks, deviceId: number, merged: MergedScan[]) {
  const passages = new Map<number, PassageReport>()
  for (const { scan, scan_id } of merged) {
    if (scan.passage === null) continue
    const recorded = await recordPassage(orgId, tx, clock, deviceId, scan_id, scan.passage)
    if (recorded) passages.set(scan_id, recorded)
  }
  return passages
}

/** A scan for which a supervisor is said to answer, with the code that they typed or that was sealed. */
type Claim = { scan: OfflineScan; reason: string; typedCode: string; sealedCode: string | undefined }

function claimOf(scan: OfflineScan, upload: UploadedScan | undefined): Claim | undefined {
  if (upload?.override_reason === undefined || upload.result !== 'admitted') return undefined
  const { override_reason: reason, supervisor_code: typedCode = '', sealed_code: sealedCode } = upload
  return { scan, reason, typedCode, sealedCode }
}

type Reasons = Pick<OfflineScan, 'overrideReason' | 'refusedReason'>

/**
 * Whether the code of each claim is the one of its event. A scan that is in the log already counts no try: the log has its reason.
 */
async function judgeClaims(
  orgId: OrgId,
  tx: Tx,
  seal: Seal,
  now: Date,
  deviceId: number,
  claims: Claim[],
): Promise<Map<OfflineScan, Reasons>> {
  const reasons = new Map<OfflineScan, Reasons>()
  const recorded = await findRecorded(
    orgId,
    tx,
    deviceId,
    claims.flatMap(({ scan }) => logNamesOf(scan)),
  )
  const codes = new Map<number, string>()
  for (const { scan, reason, typedCode, sealedCode } of claims) {
    if (isRecorded(recorded, scan)) continue
    const { eventId, nonce } = scan
    const sealedFor = { eventId, deviceId, nonce }
    const typed = sealedCode === undefined ? typedCode : openSealedCode(orgId, seal, sealedCode, sealedFor)
    const code = codes.get(eventId) ?? (await supervisorCode(orgId, tx, seal, eventId))
    codes.set(eventId, code)
    const isRight = isSameText(typed, code)
    const triesLeft = await countTry(orgId, tx, now, deviceId, isRight)
    const isOverride = isRight && triesLeft !== undefined
    reasons.set(scan, { overrideReason: isOverride ? reason : null, refusedReason: isOverride ? null : reason })
  }
  return reasons
}

/** Of a scan that is in one upload twice, the one that was let through counts, else the first: as if each had been uploaded by itself. */
function oneOfEachScan(rows: AcceptedRow[]): AcceptedRow[] {
  const distinct = new Map<string, AcceptedRow>()
  for (const row of rows) {
    const { scan } = row
    const key = JSON.stringify([scan.nonce, scan.event_id, scan.gate_id, scan.direction, whoseScan(scan)])
    const earlier = distinct.get(key)
    if (!earlier || (isLetThrough(scan.result) && !isLetThrough(earlier.scan.result))) distinct.set(key, row)
  }
  return [...distinct.values()]
}
