import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Sql } from '../../platform/postgres/database.ts'
import type { SystemClock } from '../../platform/values/clock.ts'
import { isWellFormedKey } from '../api-keys/key-format.ts'
import { AccessError } from '../errors.ts'
import { type KeyPrincipal, type OrganisationMode, orgIdOf } from '../principal.ts'
import { type KeyKind, opened, type Scope } from '../scopes.ts'

/** How long a process trusts what it read of a key: the promise that a revocation holds everywhere within 5 s. */
const TRUST_MS = 4_000
/** An organisation that is on its way may arrive at any moment. */
const TRUST_ELSEWHERE_MS = 250
const READINGS_MAX = 20_000

type StoredKey = { principal: KeyPrincipal; expiresAt: Date | null; revokedAt: Date | null }

/** `key` is undefined until `answer` is there, and null where there is no such key. */
type Reading = {
  readonly readAt: number
  readonly answer: Promise<StoredKey | null>
  key: StoredKey | null | undefined
}

export type Authenticate = {
  /** Undefined for a key that this process has never found: only the database knows it, and the caller may have made it up. */
  recall(authorization: string | undefined): KeyPrincipal | Promise<KeyPrincipal> | undefined
  read(authorization: string): Promise<KeyPrincipal>
  /** Of a good key, while what was read of it is fresh; undefined for every other, whatever is wrong with it. */
  known(authorization: string | undefined): KeyPrincipal | undefined
}

/**
 * Answers from memory while the reading is fresh; one read per key and four seconds serves all requests. Readings are
 * kept by the header as it came, so that a caller who was here before costs neither a checksum nor a hash.
 */
export function createAuthenticator({ sql, systemClock }: { sql: Sql; systemClock: SystemClock }): Authenticate {
  const knownKeys = new LRUCache<string, Reading>({ max: READINGS_MAX })
  /** Not there, or not yet: kept apart, so that made-up keys cannot push out those in use. */
  const unknownKeys = new LRUCache<string, Reading>({ max: READINGS_MAX })

  const read = (authorization: string, now: number): Reading => {
    const digest = hash('sha256', bearerOf(authorization), 'buffer')
    const reading: Reading = { readAt: now, answer: findKey(sql, digest), key: undefined }
    const [before, after] = knownKeys.has(authorization) ? [knownKeys, unknownKeys] : [unknownKeys, knownKeys]
    before.set(authorization, reading)
    reading.answer.then(
      (key) => {
        reading.key = key
        if ((key === null) === (before === unknownKeys)) return
        before.delete(authorization)
        after.set(authorization, reading)
      },
      () => before.delete(authorization),
    )
    return reading
  }

  const toPrincipal = ({ key, answer }: Reading) =>
    key === undefined ? answer.then((stored) => principalOf(stored, systemClock)) : principalOf(key, systemClock)

  // A clock that went backwards must not make an old reading trusted for longer.
  const isFresh = (reading: Reading, now: number) => now >= reading.readAt && now - reading.readAt < trustMs(reading)

  return {
    recall(authorization = '') {
      const now = systemClock().getTime()
      const last = knownKeys.get(authorization) ?? unknownKeys.get(authorization)
      if (last && isFresh(last, now)) return toPrincipal(last)
      if (knownKeys.has(authorization)) return toPrincipal(read(authorization, now))
      bearerOf(authorization)
    },
    async read(authorization) {
      return toPrincipal(read(authorization, systemClock().getTime()))
    },
    known(authorization = '') {
      const now = systemClock()
      const last = knownKeys.get(authorization)
      if (!last?.key || !isFresh(last, now.getTime())) return undefined
      return whyRefused(last.key, now) === undefined ? last.key.principal : undefined
    },
  }
}

const trustMs = ({ key }: Reading) => (key?.principal.elsewhere ? TRUST_ELSEWHERE_MS : TRUST_MS)

function bearerOf(authorization: string): string {
  if (authorization === '') throw new AccessError('api_key_missing')
  const [scheme = '', key = '', ...rest] = authorization.split(' ')
  if (scheme.toLowerCase() !== 'bearer')
    throw new AccessError('api_key_invalid', { message: 'Send the API key as: Authorization: Bearer <API key>.' })
  if (rest.length > 0 || !isWellFormedKey(key)) throw new AccessError('api_key_invalid')
  return key
}

function principalOf(key: StoredKey | null, systemClock: SystemClock): KeyPrincipal {
  if (!key) throw new AccessError('api_key_invalid')
  const refused = whyRefused(key, systemClock())
  if (refused) throw new AccessError(refused)
  return key.principal
}

function whyRefused({ revokedAt, expiresAt }: StoredKey, now: Date): 'api_key_revoked' | 'api_key_expired' | undefined {
  if (revokedAt) return 'api_key_revoked'
  if (expiresAt && expiresAt <= now) return 'api_key_expired'
  return undefined
}

async function findKey(sql: Sql, digest: Buffer): Promise<StoredKey | null> {
  const [row] = await sql<KeyLookup[]>`
    select k.org_id, k.key_id, k.kind, o.mode, k.scopes, k.expires_at, k.revoked_at,
      o.suspended_at is not null as suspended, coalesce(m.move_state <> 'leaving', false) as is_elsewhere, m.address,
      coalesce(
        k.requests_per_minute,
        case k.kind
          when 'gk' then o.gate_key_requests_per_minute
          when 'pk' then o.address_requests_per_minute
          else o.key_requests_per_minute
        end
      ) as requests_per_minute,
      coalesce(
        k.requests_per_day,
        case k.kind
          when 'gk' then o.gate_key_requests_per_day
          when 'pk' then o.address_requests_per_day
          else o.key_requests_per_day
        end
      ) as requests_per_day,
      case k.kind
        when 'sk' then o.requests_per_day
        when 'pk' then o.publishable_requests_per_day
      end as organisation_requests_per_day
    from api_keys k
    join organisations o using (org_id)
    left join organisation_moves m using (org_id)
    where k.key_hash = ${digest}`
  if (!row) return null
  return {
    expiresAt: row.expires_at,
    revokedAt: row.revoked_at,
    principal: {
      orgId: orgIdOf(row.org_id),
      keyId: row.key_id,
      kind: row.kind,
      mode: row.mode,
      scopes: opened(row.scopes),
      suspended: row.suspended,
      elsewhere: row.is_elsewhere ? { address: row.address } : null,
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
  mode: OrganisationMode
  scopes: Scope[]
  expires_at: Date | null
  revoked_at: Date | null
  suspended: boolean
  is_elsewhere: boolean
  address: string | null
  requests_per_minute: number
  requests_per_day: number
  organisation_requests_per_day: number | null
}
