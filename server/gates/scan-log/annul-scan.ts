import { keyIdOf, type OrgId } from '../../access/principal.ts'
import { publish } from '../../messages/webhooks/publish.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { exposed } from '../../platform/http/guarded-fields.ts'
import { Id, Input } from '../../platform/http/schema.ts'
import { change } from '../../platform/idempotency/idempotency.ts'
import type { Operation, PlatformDeps } from '../../platform/operation.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { deviceOf } from '../devices/device.ts'
import { isLetThrough } from '../rules/facts.ts'
import {
  findGateScan,
  findScan,
  GateScan,
  type ScanRow,
  scanRowColumns,
  toGateScan,
  toLoggedScan,
} from '../scans/gate-scan.ts'
import { findHolders } from '../scans/holders.ts'
import { lockAdmissions, type Subject } from './admission-log.ts'
import { refold } from './refold.ts'

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
  const [annulment] = await findAnnulment(orgId, tx, scanId)
  if (annulment) return findGateScan(orgId, tx, annulment.scan_id)
  if (now.getTime() - scan.created_at.getTime() > ANNUL_WITHIN_MS) {
    throw new ApiError('state_conflict', { message: 'A scan can be taken back within 15 minutes.' })
  }
  const [row] = await insertAnnulment(orgId, tx, now, deviceId, scan)
  if (!row) throw new Error('insert into scans returned no row')
  await refold(orgId, tx, clock, [subject])
  const barcode = exposed(scan.barcode)
  const holder = (await findHolders(orgId, tx, [barcode])).get(barcode)
  await publish(orgId, tx, clock, 'ticket.scanned', { scan: toLoggedScan(row, holder) })
  return toGateScan(row, holder)
}

/** A scanner that is lost at one gate must not undo what happens at the others. */
async function requireOwnGate(orgId: OrgId, tx: Tx, deviceId: number, gateId: number): Promise<void> {
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

function subjectOf(scan: ScanRow): Subject | undefined {
  if (!isLetThrough(scan.result)) return undefined
  if (scan.ticket_id !== null) return { ticketId: scan.ticket_id }
  return scan.membership_member_id === null
    ? undefined
    : { memberId: scan.membership_member_id, eventId: scan.event_id }
}

const findAnnulment = (orgId: OrgId, tx: Tx, scanId: number) => tx<{ scan_id: number }[]>`
  select scan_id
  from scans
  where org_id = ${orgId}
    and annuls_scan_id = ${scanId}`

/** No device may use a nonce that begins with `annul:`, and a scan is taken back once, so that this one is never used twice. */
const insertAnnulment = (orgId: OrgId, tx: Tx, now: Date, deviceId: number, scan: ScanRow) => tx<ScanRow[]>`
  insert into scans (
    org_id, event_id, gate_id, device_id, nonce, direction, result, barcode, ticket_id, membership_member_id,
    annuls_scan_id, scanned_at, created_at
  )
  values (
    ${orgId}, ${scan.event_id}, ${scan.gate_id}, ${deviceId}, ${`annul:${scan.scan_id}`}, ${scan.direction}, 'annulled',
    ${exposed(scan.barcode)}, ${scan.ticket_id}, ${scan.membership_member_id}, ${scan.scan_id}, ${now}, ${now}
  )
  returning ${scanRowColumns(tx)}`
