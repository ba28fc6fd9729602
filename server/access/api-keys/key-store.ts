import { ApiError } from '../../platform/http/errors.ts'
import type { Db, Tx } from '../../platform/postgres/database.ts'
import type { SystemClock } from '../../platform/values/clock.ts'
import type { OrganisationMode, OrgId } from '../principal.ts'
import { defaultScopes, type KeyKind, type Scope } from '../scopes.ts'
import { hashKey, hintOf, mintKey } from './key-format.ts'

export type NewKey = {
  kind: KeyKind
  name?: string
  scopes?: Scope[]
  requestsPerMinute?: number | null
  requestsPerDay?: number | null
  expiresAt?: Date | null
  /** A ready-made key, for the demo organisation only: its key is the same on every first start. */
  key?: string
}

export type KeyRow = {
  key_id: number
  kind: KeyKind
  mode: OrganisationMode
  name: string
  hint: string
  scopes: Scope[]
  requests_per_minute: number | null
  requests_per_day: number | null
  expires_at: Date | null
  revoked_at: Date | null
  last_used_at: Date | null
  created_at: Date
}

/** Newest first by their time, since cells give ids in no common order: what is beyond are the oldest, long rolled or revoked. */
export const KEYS_SHOWN_MAX = 1000

export const ROLL_OVERLAP_SECONDS = 24 * 3600
export const ROLL_OVERLAP_MAX_SECONDS = 7 * 24 * 3600

const columns = (sql: Db) =>
  sql`key_id, kind, mode, name, hint, scopes, requests_per_minute, requests_per_day, expires_at, revoked_at,
    last_used_at, created_at`

/** Of its organisation's mode. The secret is in the answer and nowhere else: only its hash is kept. */
export async function createKey(orgId: OrgId, sql: Db, input: NewKey): Promise<KeyRow & { secret: string }> {
  const { kind, name = `${kind} key`, scopes = defaultScopes(kind) } = input
  const mode = await modeOf(orgId, sql)
  const secret = input.key ?? mintKey(kind, mode)
  const [row] = await sql<KeyRow[]>`
    insert into api_keys (
      org_id, kind, mode, name, key_hash, hint, scopes, requests_per_minute, requests_per_day, expires_at
    ) values (
      ${orgId}, ${kind}, ${mode}, ${name}, ${hashKey(secret)}, ${hintOf(secret)}, ${scopes},
      ${input.requestsPerMinute ?? null}, ${input.requestsPerDay ?? null}, ${input.expiresAt ?? null}
    )
    returning ${columns(sql)}`
  if (!row) throw new Error('insert into api_keys returned no row')
  return { ...row, secret }
}

async function modeOf(orgId: OrgId, sql: Db): Promise<OrganisationMode> {
  const [organisation] = await sql<{ mode: OrganisationMode }[]>`
    select mode
    from organisations
    where org_id = ${orgId}`
  if (!organisation) throw new Error(`there is no organisation ${orgId}`)
  return organisation.mode
}

export async function listKeys(orgId: OrgId, sql: Db, rowsMax = KEYS_SHOWN_MAX): Promise<KeyRow[]> {
  return sql<KeyRow[]>`
    select ${columns(sql)}
    from api_keys
    where org_id = ${orgId}
    order by created_at desc, key_id desc
    limit ${rowsMax}`
}

/**
 * The new key takes over name, scopes and limits; the old one goes on working for the overlap. Not so a gate key: it is one
 * device, with its gates and its nonces, and a second key would be a second device that no supervisor has bound or can revoke.
 */
export async function rollKey(
  orgId: OrgId,
  sql: Tx,
  systemClock: SystemClock,
  keyId: number,
  overlapSeconds = ROLL_OVERLAP_SECONDS,
): Promise<KeyRow & { secret: string }> {
  const until = new Date(systemClock().getTime() + overlapSeconds * 1000)
  // Changing the old row first makes two rolls of one key queue up here; the second then finds it already rolled.
  const [old] = await sql<KeyRow[]>`
    update api_keys
    set expires_at = least(expires_at, ${until}), changed_at = ${systemClock()}
    where org_id = ${orgId}
      and key_id = ${keyId}
      and kind <> 'gk'
      and revoked_at is null
      and rolled_to is null
      and (expires_at is null or expires_at > ${systemClock()})
    returning ${columns(sql)}`
  if (!old) throw await whyNot(orgId, sql, keyId)
  const next = await createKey(orgId, sql, {
    kind: old.kind,
    name: old.name,
    scopes: old.scopes,
    requestsPerMinute: old.requests_per_minute,
    requestsPerDay: old.requests_per_day,
  })
  await sql`
    update api_keys
    set rolled_to = ${next.key_id}
    where org_id = ${orgId}
      and key_id = ${keyId}`
  return next
}

/** Takes effect everywhere within 5 s, the longest that a process trusts what it read of a key. Twice is once. */
export async function revokeKey(orgId: OrgId, sql: Db, systemClock: SystemClock, keyId: number): Promise<KeyRow> {
  const [row] = await sql<KeyRow[]>`
    update api_keys
    set revoked_at = coalesce(revoked_at, ${systemClock()}), changed_at = ${systemClock()}
    where org_id = ${orgId}
      and key_id = ${keyId}
    returning ${columns(sql)}`
  if (!row) throw new ApiError('resource_missing')
  return row
}

async function whyNot(orgId: OrgId, sql: Db, keyId: number): Promise<ApiError> {
  const [row] = await sql<{ kind: KeyKind }[]>`
    select kind
    from api_keys
    where org_id = ${orgId}
      and key_id = ${keyId}`
  if (!row) return new ApiError('resource_missing')
  const message =
    row.kind === 'gk'
      ? 'A gate key is not rolled: give its device a new enrolment code.'
      : 'The key is revoked, expired or already rolled.'
  return new ApiError('state_conflict', { message })
}
