import { createHash } from 'node:crypto'
import type { OrgId } from '../../access/principal.ts'
import type { ApiError } from '../../platform/http/errors.ts'
import type { Db, Tx } from '../../platform/postgres/database.ts'
import { literal } from '../../platform/postgres/sql.ts'
import { HOUR_MS } from '../../platform/values/durations.ts'

export const CODES_MAX = 5
const WINDOW_MS = HOUR_MS

/** What codes are counted for, such as an address: the kind, then its name. */
export type Limited = { name: [kind: string, ...names: string[]]; codesMax?: number }

/**
 * Counts one more code for each, or refuses. Addresses count alike whether or not a customer has them. Callers name the kinds
 * in one order, always, with what many ask for at last: two requests never wait for each other in a circle.
 */
export async function countCode(
  orgId: OrgId,
  tx: Tx,
  now: Date,
  limited: Limited[],
  refusal: (headers: Record<string, string>) => ApiError,
): Promise<void> {
  for (const { name, codesMax = CODES_MAX } of limited) {
    const waitMs = await count(orgId, tx, now, hashOf(name), codesMax)
    if (waitMs !== null) throw refusal(waitHeaders(waitMs))
  }
}

/** Refuses where as many as may be were counted for one of them already; counts nothing. */
export async function requireFewer(
  orgId: OrgId,
  sql: Db,
  now: Date,
  limited: Limited[],
  refusal: (headers: Record<string, string>) => ApiError,
): Promise<void> {
  for (const { name, codesMax = CODES_MAX } of limited) {
    const [full] = await sql<{ window_end: Date }[]>`
      select window_end
      from sso_link_limits
      where org_id = ${orgId}
        and limited_hash = ${hashOf(name)}
        and window_end > ${now}
        and codes >= ${codesMax}`
    if (full) throw refusal(waitHeaders(full.window_end.getTime() - now.getTime()))
  }
}

const waitHeaders = (waitMs: number) => ({ 'retry-after': String(Math.max(1, Math.ceil(waitMs / 1000))) })

const hashOf = (name: string[]): Buffer => createHash('sha256').update(JSON.stringify(name)).digest()

/** Null, or how long no more codes are to be had. */
async function count(orgId: OrgId, tx: Tx, now: Date, hash: Buffer, codesMax: number): Promise<number | null> {
  const [row] = await tx<{ codes: number }[]>`
    insert into sso_link_limits as l (org_id, limited_hash, codes, window_end, created_at)
    values (${orgId}, ${hash}, 1, ${new Date(now.getTime() + WINDOW_MS)}, ${now})
    on conflict (org_id, limited_hash) do update
    set codes = case when l.window_end <= excluded.created_at then 1 else l.codes + 1 end,
      window_end = case when l.window_end <= excluded.created_at then excluded.window_end else l.window_end end
    where l.window_end <= excluded.created_at
      or l.codes < ${literal(tx, codesMax)}
    returning codes`
  if (row) return null
  const [full] = await tx<{ window_end: Date }[]>`
    select window_end
    from sso_link_limits
    where org_id = ${orgId}
      and limited_hash = ${hash}`
  return (full?.window_end.getTime() ?? 0) - now.getTime()
}
