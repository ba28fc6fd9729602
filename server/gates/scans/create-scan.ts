import { type Static, Type } from 'typebox'
import { keyIdOf, type OrgId } from '../../access/principal.ts'
import { createBatches } from '../../platform/batches/batches.ts'
import { ApiError, invalidParameters } from '../../platform/http/errors.ts'
import { Id, Input, OneOf, RawText, Text } from '../../platform/http/schema.ts'
import { change } from '../../platform/idempotency/idempotency.ts'
import type { Operation, PlatformDeps } from '../../platform/operation.ts'
import type { Db } from '../../platform/postgres/database.ts'
import type { RotationDeps } from '../../tickets/tickets/rotation-keys.ts'
import { deviceOf } from '../devices/device.ts'
import { PreciseSeconds } from '../devices/device-clock.ts'
import { noteReusedNonces } from '../devices/reused-nonces.ts'
import { GateError } from '../errors.ts'
import { READ_MAX, sameCode } from '../rules/read-text.ts'
import { decideScans, type ScanOutcome, type ScanRequest } from './decide-scans.ts'
import { findGateScan, findSaid, GateScan, toGateScan } from './gate-scan.ts'
import { barcodesOf, nameProblem, requireInManifest, unknownHolder } from './named-holders.ts'
import { whoseScan } from './scan-identity.ts'

export const scanFields = {
  event_id: Id(),
  gate_id: Id(),
  barcode: Type.Optional(RawText(READ_MAX, { description: 'as it was read; or else one of the next two' })),
  ticket_id: Type.Optional(Id({ description: 'of a holder in the manifest whom a steward found by name or order' })),
  membership_member_id: Type.Optional(Id()),
  direction: OneOf(['entry', 'exit']),
  steward: Type.Optional(Text(60, { description: 'who holds the scanner, for whoever settles a conflict' })),
  // The names that begin like this are ours: gates/scan-log/annul-scan.ts and merge-scans.ts give them.
  nonce: Text(64, {
    pattern: '^(?!annul:|offline:|reused:)',
    description:
      'the device’s own name for this one scan, never used before, without `annul:`, `offline:` or `reused:` before it; the same scan sent again gets the first answer',
  }),
}

const Body = Input({
  ...scanFields,
  scanned_at: Type.Optional(
    PreciseSeconds({ description: 'by the device’s clock, for the log; what decides is when we hear of it' }),
  ),
})

type Item = { orgId: OrgId; scan: ScanRequest }

const BATCH_MAX = 64
const WAITING_MAX = 5000

/**
 * What arrives while one batch is being decided is decided with the next one: at many gates one commit serves many scans, and
 * a scan that comes alone does not wait. See bench/scans.ts.
 */
export const createScan: Operation<RotationDeps> = (app, deps) => {
  const { sql, clock, rotation } = deps
  const decide = createBatches<Item, ScanOutcome>({
    laneOf,
    run: (orgId, items) =>
      repeatable(() =>
        decideScans(
          orgId,
          sql,
          clock,
          rotation,
          items.map(({ scan }) => scan),
        ),
      ),
    sizeMax: BATCH_MAX,
    depthMax: WAITING_MAX,
  })
  app.post(
    '/v1/gate/scans',
    {
      config: { scope: 'gate:scan' },
      schema: {
        operationId: 'createScan',
        summary: 'Scan a barcode at a gate',
        description:
          'Answers 200 whether or not the gate may open: `result` says so. Of two gates that scan one barcode at the same moment, one admits. A nonce that names another scan of the device is refused with 409 `nonce_reused`, and nothing is decided.',
        tags: ['Gates'],
        body: Body,
        response: { 200: GateScan },
      },
    },
    async (request, reply) => {
      const { orgId, principal, body } = request
      const problem = nameProblem(body)
      if (problem) throw invalidParameters([problem])
      const keyId = keyIdOf(principal)
      if (body.barcode === undefined)
        await requireInManifest(orgId, sql, await deviceOf(orgId, sql, clock, keyId), body)
      const [barcode] = await barcodesOf(orgId, sql, [body])
      if (barcode === undefined) throw new ApiError('resource_missing', unknownHolder(body))
      const scan = toScanRequest(keyId, body, barcode)
      // The nonce alone makes a scan repeatable: an Idempotency-Key is welcome and not needed.
      const isPlain = request.headers['idempotency-key'] === undefined
      return alarming(deps, orgId, keyId, async () => {
        if (isPlain) return answer(orgId, sql, await decide({ orgId, scan }))
        return repeatable(() =>
          change({ ...deps, orgId, request, reply }, async (tx) => {
            const [outcome] = await decideScans(orgId, tx, clock, rotation, [scan])
            return answer(orgId, tx, outcome)
          }),
        )
      })
    },
  )
}

/** A device that reuses nonces is an alarm for the supervisor. Noted after the refusal, which rolls back what it was decided in. */
async function alarming<T>(
  { sql, clock }: PlatformDeps,
  orgId: OrgId,
  keyId: number,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof GateError && error.code === 'nonce_reused')
      await noteReusedNonces(orgId, sql, clock(orgId), await deviceOf(orgId, sql, clock, keyId), 1)
    throw error
  }
}

const LANES = 2

/** Two lanes, so that one can be prepared while the other is in the database. A barcode is always in the same one. */
function laneOf({ scan: { barcode } }: Item): string {
  const last = sameCode(barcode).at(-1)?.charCodeAt(0) ?? 0
  return String(last % LANES)
}

const ATTEMPTS_MAX = 3

/** One nonce on its way twice, at two processes: the other one has been recorded by now, and the next attempt finds it. */
async function repeatable<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      const { constraint_name } = error as { constraint_name?: string }
      if (constraint_name !== 'scans_by_nonce' || attempt === ATTEMPTS_MAX) throw error
    }
  }
}

const toScanRequest = (keyId: number, body: Static<typeof Body>, barcode: string): ScanRequest => ({
  keyId,
  eventId: body.event_id,
  gateId: body.gate_id,
  nonce: body.nonce,
  barcode,
  whose: whoseScan(body),
  bySearch: body.barcode === undefined,
  steward: body.steward ?? null,
  direction: body.direction,
  scannedAtMs: body.scanned_at === undefined ? undefined : Math.round(body.scanned_at * 1000),
})

async function answer(orgId: OrgId, sql: Db, outcome: ScanOutcome | undefined) {
  if (!outcome || outcome instanceof ApiError) throw outcome ?? new ApiError('service_unavailable')
  if ('recordedScanId' in outcome) return findGateScan(orgId, sql, outcome.recordedScanId)
  const { row, holder } = outcome
  return toGateScan(row, holder, await findSaid(orgId, sql, row, holder))
}
