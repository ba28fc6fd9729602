import { type Static, Type } from 'typebox'
import type { Entry } from '../../access/audit/record.ts'
import type { OrgId } from '../../access/principal.ts'
import { ApiError, invalidParameters } from '../../platform/http/errors.ts'
import { Input, OneOf, Text } from '../../platform/http/schema.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { Clocks } from '../../platform/values/clock.ts'
import { isSameText } from '../../platform/values/same-text.ts'
import type { Seal } from '../../platform/values/seal.ts'
import { PreciseSeconds, skewOf, storeSkew, toOurClock } from '../devices/device-clock.ts'
import { noteReusedNonces } from '../devices/reused-nonces.ts'
import { isLetThrough, letThroughResults, refusals } from '../rules/facts.ts'
import { scanFields } from '../scans/create-scan.ts'
import { barcodesOf, requireOneName } from '../scans/named-holders.ts'
import { whoseScan } from '../scans/scan-identity.ts'
import { countTry } from '../supervision/code-tries.ts'
import { openSealedCode } from '../supervision/sealed-code.ts'
import { supervisorCode } from '../supervision/supervisor-code.ts'
import { findRecorded, isRecorded, logNamesOf, type MergedScan, mergeScans, type OfflineScan } from './merge-scans.ts'
import { Followers, Passage, type PassageReport, recordPassage } from './passages.ts'

/** A body of 256 KiB holds so many signed barcodes. */
export const BATCH_MAX = 500

export const UploadBody = Input({
  device_time: PreciseSeconds({
    description: 'Unix seconds on the device’s clock as it sends this; puts the others right',
  }),
  scans: Type.Array(
    Input({
      ...scanFields,
      scanned_at: PreciseSeconds({ description: 'Unix seconds on the device’s clock' }),
      result: OneOf([...letThroughResults, ...refusals], { description: 'what the fan was told; kept as it is' }),
      override_reason: Type.Optional(
        Text(200, { description: 'why a supervisor let them in: then it is no conflict' }),
      ),
      supervisor_code: Type.Optional(Text(20, { description: 'without the right one the reason counts for nothing' })),
      sealed_code: Type.Optional(Text(200, { description: 'in place of supervisor_code: sealed with code_key' })),
      passage: Type.Optional(Passage('of a scan that was let through; `not_passed` takes it back')),
      followers: Type.Optional(Followers()),
    }),
    { minItems: 1, maxItems: BATCH_MAX },
  ),
})

export type Upload = Static<typeof UploadBody>

type Uploading = {
  orgId: OrgId
  tx: Tx
  clocks: Clocks
  seal: Seal
  deviceId: number
  /** Under the name of the uploader. */
  audit: (entry: Entry) => Promise<void>
}

/** What could not have been scanned at all; before the database is asked for anything. */
export function refuseMalformed(upload: Upload): void {
  refuseImpossible(upload)
  for (const [index, scan] of upload.scans.entries()) requireOneName(scan, (field) => `scans[${index}][${field}]`)
}

/** Puts what a device decided by itself into the log. */
export async function takeUpload({ orgId, tx, clocks, seal, deviceId, audit }: Uploading, body: Upload) {
  const { clock, systemClock } = clocks
  const now = clock(orgId)
  await requireEventsAndGates(orgId, tx, body.scans)
  const clockSkewMs = skewOf(body.device_time, systemClock())
  const uploads = oneOfEachScan(body.scans)
  const barcodes = await barcodesOf(orgId, tx, uploads, (index, field) => `scans[${index}][${field}]`)
  const drafts = uploads.map((scan, index) => ({
    eventId: scan.event_id,
    gateId: scan.gate_id,
    barcode: barcodes[index] ?? '',
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
  const claims = drafts.flatMap((scan, index) => claimOf(scan, uploads[index]) ?? [])
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
  return { clock_skew_ms: clockSkewMs, scans }
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

type UploadedScan = Static<typeof UploadBody>['scans'][number]

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

/** A fan is not admitted on the way out, and does not leave on the way in. */
function refuseImpossible({ scans }: Static<typeof UploadBody>): void {
  const problems = scans.flatMap((scan, index) => {
    const problem = impossibilityOf(scan)
    if (!problem) return []
    const param = `scans[${index}][${problem.field}]`
    return [{ param, code: 'parameter_invalid' as const, message: `${param} ${problem.message}` }]
  })
  if (problems.length > 0) throw invalidParameters(problems)
}

function impossibilityOf({ direction, result, passage, followers }: UploadedScan) {
  if (result === (direction === 'entry' ? 'exit' : 'admitted'))
    return { field: 'result', message: 'does not go with the direction.' }
  if (passage !== undefined && !isLetThrough(result))
    return { field: 'passage', message: 'goes with a scan that was let through.' }
  if (passage === undefined && followers !== undefined) return { field: 'followers', message: 'goes with a passage.' }
  return undefined
}

/** Of a scan that is in one upload twice, the one that was let through counts, else the first: as if each had been uploaded by itself. */
function oneOfEachScan(scans: UploadedScan[]): UploadedScan[] {
  const distinct = new Map<string, UploadedScan>()
  for (const scan of scans) {
    const key = JSON.stringify([scan.nonce, scan.event_id, scan.gate_id, scan.direction, whoseScan(scan)])
    const earlier = distinct.get(key)
    if (!earlier || (isLetThrough(scan.result) && !isLetThrough(earlier.result))) distinct.set(key, scan)
  }
  return [...distinct.values()]
}

/** Events and gates are archived and never deleted, so that one that does not exist was never the organisation's. */
async function requireEventsAndGates(orgId: OrgId, tx: Tx, scans: UploadedScan[]): Promise<void> {
  const events = await tx<{ id: number }[]>`
    select event_id as id
    from events
    where org_id = ${orgId}
      and event_id = any (${scans.map(({ event_id }) => event_id)}::bigint[])`
  const gates = await tx<{ id: number }[]>`
    select gate_id as id
    from gates
    where org_id = ${orgId}
      and gate_id = any (${scans.map(({ gate_id }) => gate_id)}::bigint[])`
  const idsOf = { event_id: new Set(events.map(({ id }) => id)), gate_id: new Set(gates.map(({ id }) => id)) }
  for (const [index, scan] of scans.entries()) {
    for (const name of ['event_id', 'gate_id'] as const) {
      if (idsOf[name].has(scan[name])) continue
      const param = `scans[${index}][${name}]`
      throw new ApiError('resource_missing', { param, message: `${param} names nothing that exists.` })
    }
  }
}
