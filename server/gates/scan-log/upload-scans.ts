import { type Static, Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import type { Operation } from '../../operation.ts'
import { ApiError, invalidParameters } from '../../platform/http/errors.ts'
import { Input, OneOf } from '../../platform/http/schema.ts'
import { change } from '../../platform/idempotency/idempotency.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { corrected, PreciseSeconds, skewOf, storeSkew } from '../devices/clock-skew.ts'
import { deviceOf } from '../devices/find-device.ts'
import { letThroughResults, refusals } from '../rules/facts.ts'
import { scanFields } from '../scans/create-scan.ts'
import { scanResults } from '../scans/gate-scan.ts'
import { mergeScans } from './merge-scans.ts'

/** A body of 256 KiB holds so many signed barcodes. */
export const BATCH_MAX = 500

const Body = Input({
  device_time: PreciseSeconds({
    description: 'Unix seconds on the device’s clock as it sends this; puts the others right',
  }),
  scans: Type.Array(
    Input({
      ...scanFields,
      scanned_at: PreciseSeconds({ description: 'Unix seconds on the device’s clock' }),
      result: OneOf([...letThroughResults, ...refusals], { description: 'what the fan was told; kept as it is' }),
    }),
    { minItems: 1, maxItems: BATCH_MAX },
  ),
})

const Reply = Type.Object(
  {
    clock_skew_ms: Type.Integer({ description: 'how far the device’s clock is ahead of ours' }),
    scans: Type.Array(
      Type.Object({
        nonce: Type.String(),
        scan_id: Type.Integer(),
        result: OneOf(scanResults, { description: 'as it is in the log' }),
        repeated: Type.Boolean({ description: 'it had been uploaded before' }),
      }),
    ),
  },
  { title: 'UploadedScans' },
)

export const uploadScans: Operation = (app, deps) =>
  app.post(
    '/v1/gate/scans/batch',
    {
      config: { scope: 'gate:scan' },
      schema: {
        operationId: 'uploadScans',
        summary: 'Upload what was scanned offline',
        description:
          'In any order, in any pieces, as often as you like: the end is the same. A second admission of one ticket becomes a scan conflict, and so does one that the rules would have refused.',
        tags: ['Gates'],
        body: Body,
        response: { 200: Reply },
      },
    },
    (request, reply) => {
      const { orgId, principal, body } = request
      refuseImpossible(body)
      return change({ ...deps, orgId, request, reply }, async (tx) => {
        const now = deps.clock()
        await requireAll(orgId, tx, body.scans)
        const deviceId = await deviceOf(orgId, tx, deps.clock, principal.keyId)
        const clockSkewMs = skewOf(body.device_time, now)
        const scans = oneOfEachNonce(body.scans).map((scan) => ({
          eventId: scan.event_id,
          gateId: scan.gate_id,
          barcode: scan.barcode,
          direction: scan.direction,
          nonce: scan.nonce,
          result: scan.result,
          ...corrected(scan.scanned_at, body.device_time, now),
        }))
        const merged = await mergeScans(orgId, tx, deps.clock, deviceId, scans)
        await storeSkew(orgId, tx, now, deviceId, clockSkewMs)
        return { clock_skew_ms: clockSkewMs, scans: merged }
      })
    },
  )

type Uploaded = Static<typeof Body>['scans'][number]

/** Nobody is admitted on the way out, nor leaves on the way in. */
function refuseImpossible({ scans }: Static<typeof Body>): void {
  const problems = scans.flatMap(({ direction, result }, index) => {
    const impossible = result === (direction === 'entry' ? 'exit' : 'admitted')
    const param = `scans[${index}][result]`
    const message = `${param} does not go with the direction.`
    return impossible ? [{ param, code: 'parameter_invalid' as const, message }] : []
  })
  if (problems.length > 0) throw invalidParameters(problems)
}

/** As with uploads of their own: of two with one name, the one that was let through counts, else the first. */
function oneOfEachNonce(scans: Uploaded[]): Uploaded[] {
  const of = new Map<string, Uploaded>()
  for (const scan of scans) {
    const known = of.get(scan.nonce)
    if (!known || (isThrough(scan) && !isThrough(known))) of.set(scan.nonce, scan)
  }
  return [...of.values()]
}

const isThrough = ({ result }: Uploaded) => letThroughResults.some((through) => through === result)

/** Events and gates are archived and never deleted, so one that is not there was never anybody's to scan at. */
async function requireAll(orgId: OrgId, tx: Tx, scans: Uploaded[]): Promise<void> {
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
  const known = { event_id: new Set(events.map(({ id }) => id)), gate_id: new Set(gates.map(({ id }) => id)) }
  for (const [index, scan] of scans.entries()) {
    for (const name of ['event_id', 'gate_id'] as const) {
      if (known[name].has(scan[name])) continue
      const param = `scans[${index}][${name}]`
      throw new ApiError('resource_missing', { param, message: `${param} names nothing that exists.` })
    }
  }
}
