import type { OrgId } from '../../access/principal.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { unixSeconds } from '../../platform/values/clock.ts'
import { type PreviousScan, type ScanRow, toGateScan } from './gate-scan.ts'
import { findShown } from './holders.ts'

/** One line of the log. */
export const findScan = (orgId: OrgId, sql: Db, scanId: number) => sql<ScanRow[]>`
  select scan_id, event_id, gate_id, device_id, nonce, direction, result, barcode, ticket_id, membership_member_id,
    annuls_scan_id, offline, scanned_at, created_at
  from scans
  where org_id = ${orgId}
    and scan_id = ${scanId}`

/** What a gate was told before is told again. */
export async function answerAgain(orgId: OrgId, sql: Db, scanId: number) {
  const [row] = await findScan(orgId, sql, scanId)
  if (!row) throw new Error(`scan ${scanId} is gone`)
  return toGateScan(row, await findShown(orgId, sql, row.barcode), await findPrevious(orgId, sql, row))
}

type Previous = { gate_id: number; gate: string; scanned_at: Date }
type Asked = Pick<ScanRow, 'scan_id' | 'result' | 'event_id' | 'ticket_id' | 'membership_member_id'>

/** Where and when the barcode was let in, for one that may not enter again: the steward's next question. */
export async function findPrevious(orgId: OrgId, sql: Db, scan: Asked): Promise<PreviousScan | null> {
  if (scan.result !== 'already_used' && scan.result !== 'not_exited') return null
  const [row] = await sql<Previous[]>`
    select s.gate_id, g.name as gate, s.scanned_at
    from scans s
    join gates g on g.org_id = s.org_id and g.gate_id = s.gate_id
    where s.org_id = ${orgId}
      and ${
        scan.ticket_id === null
          ? sql`s.membership_member_id = ${scan.membership_member_id} and s.event_id = ${scan.event_id}`
          : sql`s.ticket_id = ${scan.ticket_id}`
      }
      and s.result = 'admitted'
      and s.scan_id < ${scan.scan_id}
      and not exists (
        select 1
        from scans n
        where n.org_id = s.org_id
          and n.annuls_scan_id = s.scan_id
      )
    order by s.scanned_at desc, s.scan_id desc
    limit 1`
  return row ? { gate_id: row.gate_id, gate: row.gate, scanned_at: unixSeconds(row.scanned_at) } : null
}
