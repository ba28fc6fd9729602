import type { OrgId } from '../../access/principal.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { lateRefusalOf } from '../rules/decide.ts'
import type { Direction, LateRefusal } from '../rules/facts.ts'
import { type BarcodeHolder, holderFacts } from '../scans/holders.ts'

type OfflinePass = { barcode: string; eventId: number; gateId: number; direction: Direction }

/** Why the rules would refuse scans that this device let through by itself. */
export async function findLateRefusals<Pass extends OfflinePass>(
  orgId: OrgId,
  tx: Tx,
  deviceId: number,
  scans: Pass[],
  holders: ReadonlyMap<string, BarcodeHolder>,
): Promise<Map<Pass, LateRefusal>> {
  const ticketIds = scans.flatMap(({ barcode }) => holders.get(barcode)?.ticket?.ticket_id ?? [])
  const statuses = await lockTicketStatuses(orgId, tx, ticketIds)
  const deviceGates = await findDeviceGates(orgId, tx, deviceId)
  return new Map(
    scans.flatMap((scan): [Pass, LateRefusal][] => {
      const { barcode, eventId, gateId, direction } = scan
      const holder = holders.get(barcode)
      const facts = holderFacts(holder, eventId)
      if (!holder || !facts) return []
      const status = (holder.ticket && statuses.get(holder.ticket.ticket_id)) ?? facts.status
      const open = deviceGates.size === 0 || deviceGates.has(gateId)
      const refusal = lateRefusalOf({ holder: { ...facts, status }, eventId, direction, open })
      return refusal ? [[scan, refusal]] : []
    }),
  )
}

/**
 * Locked before the admissions, as a scan at the gate locks them: of an upload and of one who replaces the ticket, the one who waits
 * sees what the other did.
 */
async function lockTicketStatuses(orgId: OrgId, tx: Tx, ticketIds: number[]): Promise<Map<number, number>> {
  const rows = await tx<{ ticket_id: number; ticket_status_id: number }[]>`
    select ticket_id, ticket_status_id
    from tickets
    where org_id = ${orgId}
      and ticket_id = any (${ticketIds}::bigint[])
    order by ticket_id
    for share`
  return new Map(rows.map((row) => [row.ticket_id, row.ticket_status_id]))
}

/** The gates that the device is bound to; none: every gate. */
async function findDeviceGates(orgId: OrgId, tx: Tx, deviceId: number): Promise<Set<number>> {
  const rows = await tx<{ gate_id: number }[]>`
    select gate_id
    from device_gates
    where org_id = ${orgId}
      and device_id = ${deviceId}`
  return new Set(rows.map(({ gate_id }) => gate_id))
}
