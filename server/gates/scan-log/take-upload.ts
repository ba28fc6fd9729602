import { type Static, Type } from 'typebox'
import type { Entry } from '../../access/audit/record.ts'
import type { OrgId } from '../../access/principal.ts'
import { ApiError, invalidParameters } from '../../platform/http/errors.ts'
import { Input, OneOf, Text } from '../../platform/http/schema.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { Clocks } from '../../platform/values/clock.ts'
import type { Seal } from '../../platform/values/seal.ts'
import { PreciseSeconds, skewOf, storeSkew, toOurClock } from '../devices/device-clock.ts'
import { isLetThrough, letThroughResults, refusals } from '../rules/facts.ts'
import { scanFields } from '../scans/create-scan.ts'
import { barcodesOf, requireOneName } from '../scans/named-holders.ts'
import { countTry } from '../supervision/code-tries.ts'
import { openSealedCode } from '../supervision/sealed-code.ts'
import { isSupervisorCode, supervisorCode } from '../supervision/supervisor-code.ts'
import { mergeScans } from './merge-scans.ts'

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
  const { overrides, refusedReasons } = await findOverrides(orgId, tx, seal, now, deviceId, body.scans)
  const uploads = oneOfEachNonce(body.scans)
  const barcodes = await barcodesOf(orgId, tx, uploads, (index, field) => `scans[${index}][${field}]`)
  const offlineScans = uploads.map((scan, index) => ({
    eventId: scan.event_id,
    gateId: scan.gate_id,
    barcode: barcodes[index] ?? '',
    bySearch: scan.barcode === undefined,
    steward: scan.steward ?? null,
    direction: scan.direction,
    nonce: scan.nonce,
    result: scan.result,
    overrideReason: overrides.get(scan.nonce) ?? null,
    ...toOurClock(scan.scanned_at, body.device_time, now),
  }))
  const scans = await mergeScans(orgId, tx, clock, deviceId, offlineScans)
  for (const { nonce, scan_id, repeated } of scans) {
    const reason = overrides.get(nonce) ?? refusedReasons.get(nonce)
    if (reason === undefined || repeated) continue
    const action = overrides.has(nonce) ? 'scan.overridden' : 'scan.override_refused'
    await audit({ action, objectType: 'scan', objectId: scan_id, after: { reason } })
  }
  await storeSkew(orgId, tx, now, deviceId, clockSkewMs)
  return { clock_skew_ms: clockSkewMs, scans }
}

type UploadedScan = Static<typeof UploadBody>['scans'][number]

/**
 * Why a supervisor let a fan in, by nonce, as far as the code is the one of the event; and the reasons of those whose code was not. An
 * upload that is sent again counts no try: what it says is in the log.
 */
async function findOverrides(
  orgId: OrgId,
  tx: Tx,
  seal: Seal,
  now: Date,
  deviceId: number,
  scans: UploadedScan[],
): Promise<{ overrides: Map<string, string>; refusedReasons: Map<string, string> }> {
  const [overrides, refusedReasons] = [new Map<string, string>(), new Map<string, string>()]
  const claimed = scans.filter(({ result, override_reason }) => result === 'admitted' && override_reason !== undefined)
  const known = await findKnown(orgId, tx, deviceId, claimed)
  const codes = new Map<number, string>()
  for (const { event_id, nonce, override_reason = '', supervisor_code = '', sealed_code } of claimed) {
    if (known.has(nonce)) continue
    const sealedFor = { eventId: event_id, deviceId, nonce }
    const typed = sealed_code === undefined ? supervisor_code : openSealedCode(orgId, seal, sealed_code, sealedFor)
    const code = codes.get(event_id) ?? (await supervisorCode(orgId, tx, seal, event_id))
    codes.set(event_id, code)
    const isRight = isSupervisorCode(typed, code)
    const triesLeft = await countTry(orgId, tx, now, deviceId, isRight)
    const reasons = isRight && triesLeft !== undefined ? overrides : refusedReasons
    reasons.set(nonce, override_reason)
  }
  return { overrides, refusedReasons }
}

async function findKnown(orgId: OrgId, tx: Tx, deviceId: number, scans: UploadedScan[]): Promise<Set<string>> {
  if (scans.length === 0) return new Set()
  const rows = await tx<{ nonce: string }[]>`
    select nonce
    from scans
    where org_id = ${orgId}
      and device_id = ${deviceId}
      and nonce = any (${scans.map(({ nonce }) => nonce)}::text[])`
  return new Set(rows.map(({ nonce }) => nonce))
}

/** A fan is not admitted on the way out, and does not leave on the way in. */
function refuseImpossible({ scans }: Static<typeof UploadBody>): void {
  const problems = scans.flatMap(({ direction, result }, index) => {
    const isImpossible = result === (direction === 'entry' ? 'exit' : 'admitted')
    const param = `scans[${index}][result]`
    const message = `${param} does not go with the direction.`
    return isImpossible ? [{ param, code: 'parameter_invalid' as const, message }] : []
  })
  if (problems.length > 0) throw invalidParameters(problems)
}

/** Of two scans with one nonce, the one that was let through counts, else the first: as if each had been uploaded by itself. */
function oneOfEachNonce(scans: UploadedScan[]): UploadedScan[] {
  const byNonce = new Map<string, UploadedScan>()
  for (const scan of scans) {
    const earlier = byNonce.get(scan.nonce)
    if (!earlier || (isLetThrough(scan.result) && !isLetThrough(earlier.result))) byNonce.set(scan.nonce, scan)
  }
  return [...byNonce.values()]
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
