import { Type } from 'typebox'
import { keyIdOf, type OrgId } from '../../access/principal.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { Id, Input, Nullable } from '../../platform/http/schema.ts'
import { change } from '../../platform/idempotency/idempotency.ts'
import type { Operation, PlatformDeps } from '../../platform/operation.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { deviceOf } from '../devices/device.ts'
import { findScan } from '../scans/gate-scan.ts'
import { requireOwnGate, requireRecent } from './annul-scan.ts'
import { Followers, findPassage, Passage, type PassageReport, recordPassage } from './passages.ts'
import { findAnnulmentId } from './take-back.ts'

const Body = Input({
  passage: Passage('`not_passed` takes the scan back'),
  followers: Type.Optional(Followers()),
})

const Reply = Type.Object(
  {
    scan_id: Type.Integer(),
    passage: Passage('the first report counts'),
    followers: Followers(),
    annulled_by_scan_id: Nullable(Type.Integer({ description: 'the scan that took this one back' })),
  },
  { title: 'ScanPassage' },
)

export const reportPassage: Operation = (app, deps) =>
  app.post(
    '/v1/gate/scans/:scan_id/passage',
    {
      config: { scope: 'gate:scan' },
      schema: {
        operationId: 'reportPassage',
        summary: 'Report whether the person walked through',
        description:
          'For a turnstile that counts, of a scan that was let through at a gate of this device. `not_passed`, within 15 minutes, takes the scan back, as annulling does. The same report again gets the same answer; another one is refused with 409. What could not be reported goes with the upload.',
        tags: ['Gates'],
        params: Input({ scan_id: Id() }),
        body: Body,
        response: { 200: Reply },
      },
    },
    (request, reply) => {
      const { orgId, principal, params, body } = request
      const report = { passage: body.passage, followers: body.followers ?? 0 }
      return change({ ...deps, orgId, request, reply }, async (tx) => {
        const deviceId = await deviceOf(orgId, tx, deps.clock, keyIdOf(principal))
        return recordReport(deps, orgId, tx, deviceId, params.scan_id, report)
      })
    },
  )

async function recordReport(
  { clock }: PlatformDeps,
  orgId: OrgId,
  tx: Tx,
  deviceId: number,
  scanId: number,
  report: PassageReport,
) {
  const [scan] = await findScan(orgId, tx, scanId)
  if (!scan) throw new ApiError('resource_missing')
  await requireOwnGate(orgId, tx, deviceId, scan.gate_id)
  const isFirst = (await findPassage(orgId, tx, scanId)) === undefined
  if (isFirst && report.passage === 'not_passed') requireRecent(scan, clock(orgId))
  const recorded = await recordPassage(orgId, tx, clock, deviceId, scanId, report)
  if (!recorded) throw new ApiError('state_conflict', { message: 'Only a scan that was let through is reported on.' })
  if (recorded.passage !== report.passage || recorded.followers !== report.followers) {
    throw new ApiError('state_conflict', { message: 'Something else was reported of this scan before.' })
  }
  return { scan_id: scanId, ...recorded, annulled_by_scan_id: (await findAnnulmentId(orgId, tx, scanId)) ?? null }
}
