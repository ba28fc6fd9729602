import type { OrgId } from '../../access/principal.ts'
import { publish } from '../../messages/webhooks/publish.ts'
import { exposed } from '../../platform/http/guarded-fields.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { Clock } from '../../platform/values/clock.ts'
import { isLetThrough } from '../rules/facts.ts'
import { type ScanRow, scanRowColumns, toLoggedScan } from '../scans/gate-scan.ts'
import { findHolders } from '../scans/holders.ts'
import type { Subject } from './admission-log.ts'
import { refold } from './refold.ts'

/** Whose admission a scan changed; undefined for one that was refused. */
export function subjectOf(scan: ScanRow): Subject | undefined {
  if (!isLetThrough(scan.result)) return undefined
  if (scan.ticket_id !== null) return { ticketId: scan.ticket_id }
  return scan.membership_member_id === null
    ? undefined
    : { memberId: scan.membership_member_id, eventId: scan.event_id }
}

/** The scan that took this one back, if one did. Read it under the lock of the admission. */
export async function findAnnulmentId(orgId: OrgId, tx: Tx, scanId: number): Promise<number | undefined> {
  const [row] = await tx<{ scan_id: number }[]>`
    select scan_id
    from scans
    where org_id = ${orgId}
      and annuls_scan_id = ${scanId}`
  return row?.scan_id
}

/** Adds the annulment to the log, folds it and publishes it. The caller holds the lock of the admission, and has found no annulment. */
export async function takeBack(orgId: OrgId, tx: Tx, clock: Clock, deviceId: number, scan: ScanRow, subject: Subject) {
  const [row] = await insertAnnulment(orgId, tx, clock(orgId), deviceId, scan)
  if (!row) throw new Error('insert into scans returned no row')
  await refold(orgId, tx, clock, [subject])
  const barcode = exposed(scan.barcode)
  const holder = (await findHolders(orgId, tx, [barcode])).get(barcode)
  await publish(orgId, tx, clock, 'ticket.scanned', { scan: toLoggedScan(row, holder) })
  return { row, holder }
}

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
