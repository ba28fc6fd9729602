import { hash } from 'node:crypto'
import type { Sql } from '../../platform/postgres/database.ts'
import type { Clock } from '../../platform/values/clock.ts'
import { isWellFormedKey } from '../api-keys/key-format.ts'
import { AccessError } from '../errors.ts'
import { type KeyKind, type KeyMode, orgIdOf, type Principal } from '../principal.ts'
import type { Scope } from '../scopes.ts'

/** How long a process trusts what it read of a key: the promise that a revocation holds everywhere within 5 s. */
const TRUST_MS = 4_000
const ENTRIES_MAX = 20_000

type Found = { principal: Principal; expiresAt: Date | null; revokedAt: Date | null } | undefined
type Entry = { readAt: number; found: Promise<Found> | Found; settled: boolean }

export type Authenticate = (authorization: string | undefined) => Principal | Promise<Principal>

/**
 * Answers from memory while the reading is fresh; one read per key and four seconds serves all requests. Readings are
 * kept by the header as it came, so that a known caller costs neither a checksum nor a hash.
 */
export function createAuthenticator({ sql, clock }: { sql: Sql; clock: Clock }): Authenticate {
  const entries = new Map<string, Entry>()

  const read = (authorization: string, now: number): Entry => {
    const digest = hash('sha256', bearerOf(authorization), 'buffer')
    const entry: Entry = { readAt: now, found: findKey(sql, digest), settled: false }
    Promise.resolve(entry.found).then(
      (found) => Object.assign(entry, { found, settled: true }),
      () => entries.delete(authorization),
    )
    entries.delete(authorization)
    entries.set(authorization, entry)
    if (entries.size > ENTRIES_MAX) entries.delete(entries.keys().next().value ?? '')
    return entry
  }

  return (authorization = '') => {
    const now = clock().getTime()
    const known = entries.get(authorization)
    // A clock that went backwards must not make an old reading trusted for longer.
    const fresh = known !== undefined && now >= known.readAt && now - known.readAt < TRUST_MS
    const entry = fresh ? known : read(authorization, now)
    if (entry.settled) return judge(entry.found as Found, clock)
    return Promise.resolve(entry.found).then((found) => judge(found, clock))
  }
}

function bearerOf(authorization: string): string {
  if (authorization === '') throw new AccessError('api_key_missing')
  const [scheme = '', key = '', ...rest] = authorization.split(' ')
  if (scheme.toLowerCase() !== 'bearer')
    throw new AccessError('api_key_invalid', { message: 'Send the API key as: Authorization: Bearer <API key>.' })
  if (rest.length > 0 || !isWellFormedKey(key)) throw new AccessError('api_key_invalid')
  return key
}

function judge(found: Found, clock: Clock): Principal {
  if (!found) throw new AccessError('api_key_invalid')
  if (found.revokedAt) throw new AccessError('api_key_revoked')
  if (found.expiresAt && found.expiresAt <= clock()) throw new AccessError('api_key_expired')
  return found.principal
}

async function findKey(sql: Sql, digest: Buffer): Promise<Found> {
  const [row] = await sql<KeyLookup[]>`
    select k.org_id, k.key_id, k.kind, k.mode, k.scopes, k.expires_at, k.revoked_at,
      o.suspended_at is not null as suspended,
      coalesce(k.requests_per_minute, o.key_requests_per_minute) as requests_per_minute,
      coalesce(k.requests_per_day, o.key_requests_per_day) as requests_per_day,
      o.requests_per_day as organisation_requests_per_day
    from api_keys k
    join organisations o using (org_id)
    where k.key_hash = ${digest}`
  if (!row) return undefined
  return {
    expiresAt: row.expires_at,
    revokedAt: row.revoked_at,
    principal: {
      orgId: orgIdOf(row.org_id),
      keyId: row.key_id,
      kind: row.kind,
      mode: row.mode,
      scopes: new Set(row.scopes),
      suspended: row.suspended,
      requestsPerMinute: row.requests_per_minute,
      requestsPerDay: row.requests_per_day,
      organisationRequestsPerDay: row.organisation_requests_per_day,
    },
  }
}

type KeyLookup = {
  org_id: number
  key_id: number
  kind: KeyKind
  mode: KeyMode
  scopes: Scope[]
  expires_at: Date | null
  revoked_at: Date | null
  suspended: boolean
  requests_per_minute: number
  requests_per_day: number
  organisation_requests_per_day: number
}
