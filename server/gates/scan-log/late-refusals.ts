import type { OrgId } from '../../access/principal.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { lateRefusalOf } from '../rules/decide.ts'
import type { Direction, LateRefusal } from '../rules/facts.ts'
import { type Found, holderOf } from '../scans/holders.ts'

type LetThrough = { nonce: string; barcode: string; eventId: number; gateId: number; direction: Direction }

/** By nonce, what is wrong with those whom this device let through by itself. */
export async function lateRefusals(
  orgId: OrgId,
  tx: Tx,
  deviceId: number,
  scans: LetThrough[],
  found: ReadonlyMap<string, Found>,
): Promise<Map<string, LateRefusal>> {
  const tickets = scans.flatMap(({ barcode }) => found.get(barcode)?.ticket?.ticket_id ?? [])
  const statuses = await lockedStatuses(orgId, tx, tickets)
  const bound = await boundGates(orgId, tx, deviceId)
  return new Map(
    scans.flatMap(({ nonce, barcode, eventId, gateId, direction }): [string, LateRefusal][] => {
      const holder = holderOf(found.get(barcode) ?? { ticket: undefined, member: undefined })
      if (!holder) return []
      const status = statuses.get(found.get(barcode)?.ticket?.ticket_id ?? 0) ?? holder.status
      const open = bound.size === 0 || bound.has(gateId)
      const refusal = lateRefusalOf({ holder: { ...holder, status }, eventId, direction, open })
      return refusal ? [[nonce, refusal]] : []
    }),
  )
}

/** Locked as at the gate itself, before the admissions: whoever replaces a ticket meanwhile sees that it was used, or is seen. */
async function lockedStatuses(orgId: OrgId, tx: Tx, ticketIds: number[]): Promise<Map<number, number>> {
  const rows = await tx<{ ticket_id: number; ticket_status_id: number }[]>`
    select ticket_id, ticket_status_id
    from tickets
    where org_id = ${orgId}
      and ticket_id = any (${ticketIds}::bigint[])
    order by ticket_id
    for share`
  return new Map(rows.map((row) => [row.ticket_id, row.ticket_status_id]))
}

async function boundGates(orgId: OrgId, tx: Tx, deviceId: number): Promise<Set<number>> {
  const rows = await tx<{ gate_id: number }[]>`
    select gate_id
    from device_gates
    where org_id = ${orgId}
      and device_id = ${deviceId}`
  return new Set(rows.map(({ gate_id }) => gate_id))
}
