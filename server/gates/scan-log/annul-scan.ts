import { keyIdOf, type OrgId } from '../../access/principal.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { Id, Input } from '../../platform/http/schema.ts'
import { change } from '../../platform/idempotency/idempotency.ts'
import type { Operation, PlatformDeps } from '../../platform/operation.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { deviceOf } from '../devices/device.ts'
import { findGateScan, findScan, GateScan, type ScanRow, toGateScan } from '../scans/gate-scan.ts'
import { lockAdmissions } from './admission-log.ts'
import { findAnnulmentId, subjectOf, takeBack } from './take-back.ts'

export const ANNUL_WITHIN_MS = 15 * 60_000

export const annulScan: Operation = (app, deps) =>
  app.post(
    '/v1/gate/scans/:scan_id/annul',
    {
      config: { scope: 'gate:scan' },
      schema: {
        operationId: 'annulScan',
        summary: 'Take a scan back',
        description:
          'For a turnstile that did not turn: within 15 minutes, only what was let through, at a gate of this device. The log keeps both, and who took it back. Twice is once.',
        tags: ['Gates'],
        params: Input({ scan_id: Id() }),
        response: { 200: GateScan },
      },
    },
    (request, reply) => {
      const { orgId, principal, params } = request
      return change({ ...deps, orgId, request, reply }, (tx) =>
        annul(deps, orgId, tx, keyIdOf(principal), params.scan_id),
      )
    },
  )

async function annul({ clock }: PlatformDeps, orgId: OrgId, tx: Tx, keyId: number, scanId: number) {
  const [scan] = await findScan(orgId, tx, scanId)
  if (!scan) throw new ApiError('resource_missing')
  const deviceId = await deviceOf(orgId, tx, clock, keyId)
  await requireOwnGate(orgId, tx, deviceId, scan.gate_id)
  const subject = subjectOf(scan)
  if (!subject) throw new ApiError('state_conflict', { message: 'Only what was let through can be taken back.' })
  const now = clock(orgId)
  await lockAdmissions(orgId, tx, now, [subject])
  const annulmentId = await findAnnulmentId(orgId, tx, scanId)
  if (annulmentId !== undefined) return findGateScan(orgId, tx, annulmentId)
  requireRecent(scan, now)
  const { row, holder } = await takeBack(orgId, tx, clock, deviceId, scan, subject)
  return toGateScan(row, holder)
}

export function requireRecent(scan: ScanRow, now: Date): void {
  if (now.getTime() - scan.created_at.getTime() <= ANNUL_WITHIN_MS) return
  throw new ApiError('state_conflict', { message: 'A scan can be taken back within 15 minutes.' })
}

/** A scanner that is lost at one gate must not undo what happens at the others. */
export async function requireOwnGate(orgId: OrgId, tx: Tx, deviceId: number, gateId: number): Promise<void> {
  const [row] = await tx<{ open: boolean | null }[]>`
    select bool_or(gate_id = ${gateId}) as open
    from device_gates
    where org_id = ${orgId}
      and device_id = ${deviceId}`
  // Without a row of its own a device may scan at every gate.
  if (row?.open === false) {
    throw new ApiError('state_conflict', { message: 'The scan was made at a gate that is not one of this device.' })
  }
}
