import type { Db } from '../platform/postgres/database.ts'
import type { Fragment } from '../platform/postgres/sql.ts'
import type { ClockOffsets } from '../platform/values/clock.ts'
import type { OrgId } from './principal.ts'

/** How a sandbox's clock stands, in milliseconds ahead of the real time. */
export type StoredClock = { clock_ahead_ms: number; clock_target_ms: number; clock_advancing: boolean }

/** A clock goes forward only: what was read before another step of this very process does not take it back. */
export function noteOffset(offsets: ClockOffsets, orgId: number, aheadMs: number): void {
  if (aheadMs > (offsets.get(orgId) ?? 0)) offsets.set(orgId, aheadMs)
}

/** What sandboxes of this installation have moved their clocks by. There are few, and a process knows them all. */
export async function readOffsets(sql: Db, offsets: ClockOffsets = new Map()): Promise<ClockOffsets> {
  const rows = await sql<{ org_id: number; clock_ahead_ms: number }[]>`
    select org_id, clock_ahead_ms
    from organisations
    where clock_target_ms > 0`
  for (const { org_id, clock_ahead_ms } of rows) noteOffset(offsets, org_id, clock_ahead_ms)
  return offsets
}

export async function readStoredClock(orgId: OrgId, sql: Db): Promise<StoredClock> {
  const [row] = await sql<StoredClock[]>`
    select clock_ahead_ms, clock_target_ms, clock_advancing
    from organisations
    where org_id = ${orgId}`
  if (!row) throw new Error('an organisation that is worked on has no row')
  return row
}

/** An organisation's time, for statements that take no time from outside: those of the operator, which go by the database's. */
export const timeOf = (orgId: OrgId, sql: Db): Fragment => sql`
  (
    select now() + clock_ahead_ms * interval '1 millisecond'
    from organisations
    where org_id = ${orgId}
  )`
