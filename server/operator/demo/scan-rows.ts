import type { OrgId } from '../../access/principal.ts'
import { demoName, type Row } from './bulk.ts'
import { admissionOf, type Step } from './visit-of.ts'

export type DemoScan = {
  n: number
  eventId: number
  gateId: number
  deviceId: number
  ticketId?: number
  memberId?: number
  barcode: string
  direction: Step['direction']
  result: Step['result']
  at: Date
}

export const scanRow = (orgId: OrgId, scanId: number, scan: DemoScan): Row => ({
  org_id: orgId,
  scan_id: scanId,
  event_id: scan.eventId,
  gate_id: scan.gateId,
  device_id: scan.deviceId,
  nonce: demoName(scan.n),
  direction: scan.direction,
  result: scan.result,
  barcode: scan.barcode,
  ticket_id: scan.ticketId ?? null,
  membership_member_id: scan.memberId ?? null,
  scanned_at: scan.at,
  created_at: scan.at,
})

/** What the ticket's scans add up to; no row where nobody was let through. */
export function ticketAdmissionRow(orgId: OrgId, ticketId: number, scans: DemoScan[]): Row[] {
  const admission = admissionOf(scans)
  if (!admission) return []
  const { entries, exits, inside, firstAt, lastAt } = admission
  return [
    {
      org_id: orgId,
      ticket_id: ticketId,
      entries,
      exits,
      inside,
      last_scanned_at: lastAt,
      created_at: firstAt,
      changed_at: lastAt,
    },
  ]
}

/** A member comes to an event once. */
export const memberAdmissionRow = (orgId: OrgId, { memberId, eventId, at }: DemoScan): Row[] =>
  memberId === undefined
    ? []
    : [
        {
          org_id: orgId,
          membership_member_id: memberId,
          event_id: eventId,
          entries: 1,
          inside: true,
          last_scanned_at: at,
          created_at: at,
          changed_at: at,
        },
      ]
