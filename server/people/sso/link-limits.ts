import { createHash } from 'node:crypto'
import type { OrgId } from '../../access/principal.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { HOUR_MS } from '../../platform/values/durations.ts'
import { foldEmail } from '../customers/customer.ts'
import { SsoError } from './errors.ts'
import type { Identity } from './verify-token.ts'

export const CODES_MAX = 5
export const WINDOW_MS = HOUR_MS

/**
 * Counts one more code for the identity and for the address, or refuses. Addresses count alike whether or not a customer
 * has them. The identity first, always: two requests never wait for each other in a circle.
 */
export async function countCode(orgId: OrgId, tx: Tx, now: Date, identity: Identity, email: string): Promise<void> {
  await count(orgId, tx, now, hashOf('identity', identity.issuer, identity.subject))
  await count(orgId, tx, now, hashOf('address', foldEmail(email)))
}

const hashOf = (...names: string[]): Buffer => createHash('sha256').update(JSON.stringify(names)).digest()

async function count(orgId: OrgId, tx: Tx, now: Date, limitedHash: Buffer): Promise<void> {
  const [row] = await tx<{ codes: number }[]>`
    insert into sso_link_limits as l (org_id, limited_hash, codes, window_end, created_at)
    values (${orgId}, ${limitedHash}, 1, ${new Date(now.getTime() + WINDOW_MS)}, ${now})
    on conflict (org_id, limited_hash) do update
    set codes = case when l.window_end <= ${now} then 1 else l.codes + 1 end,
      window_end = case when l.window_end <= ${now} then excluded.window_end else l.window_end end
    where l.window_end <= ${now}
      or l.codes < ${CODES_MAX}
    returning codes`
  if (row) return
  const [full] = await tx<{ window_end: Date }[]>`
    select window_end
    from sso_link_limits
    where org_id = ${orgId}
      and limited_hash = ${limitedHash}`
  const waitMs = (full?.window_end.getTime() ?? 0) - now.getTime()
  throw new SsoError('rate_limit_sso_link', {
    headers: { 'retry-after': String(Math.max(1, Math.ceil(waitMs / 1000))) },
  })
}
