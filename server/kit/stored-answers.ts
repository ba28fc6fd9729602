import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from './clock.ts'
import type { Db, Sql, Tx } from './database.ts'
import { ApiError } from './errors.ts'
import type { Seal } from './seal.ts'

export const IDEMPOTENCY_KEPT_MS = 24 * 3600 * 1000

export type Call = {
  orgId: number
  sql: Sql
  clock: Clock
  seal: Seal
  request: FastifyRequest
  reply: FastifyReply
  /** Who is signed in beside the API key, where the operation asks for it. */
  identity?: { issuer: string; subject: string } | undefined
}
/** Without a status, there is no final answer yet. */
export type Stored = { fingerprint: Buffer; response_status: number | null; response_sealed: Buffer | null }
export type Final = { response_status: number; response_sealed: Buffer }
export type Done<T> = { result: T } | { refusal: ApiError }

/** A lock instead of a wait on the unique index: a duplicate that arrives meanwhile is told so at once. */
export async function claim(tx: Tx, { orgId }: Call, key: string): Promise<void> {
  const [row] = await tx<{ claimed: boolean }[]>`
    select pg_try_advisory_xact_lock(hashtextextended(${`idempotency ${orgId} ${key}`}, 0)) as claimed`
  if (!row?.claimed) throw new ApiError('idempotency_key_in_use', { headers: { 'retry-after': '1' } })
}

export async function find(tx: Db, { orgId, clock }: Call, key: string): Promise<Stored | undefined> {
  const [row] = await tx<Stored[]>`
    select fingerprint, response_status, response_sealed
    from idempotency_keys
    where org_id = ${orgId}
      and idempotency_key = ${key}
      and created_at > ${new Date(clock().getTime() - IDEMPOTENCY_KEPT_MS)}`
  return row
}

/** Binds the key to this request, or says what it is bound to; one that is too old counts as new. */
export async function bind(call: Call, key: string, fingerprint: Buffer): Promise<Stored & { fresh: boolean }> {
  const now = call.clock()
  const [bound] = await call.sql<{ one: number }[]>`
    insert into idempotency_keys as k (org_id, idempotency_key, fingerprint, created_at)
    values (${call.orgId}, ${key}, ${fingerprint}, ${now})
    on conflict (org_id, idempotency_key) do update
    set fingerprint = excluded.fingerprint,
      response_status = null,
      response_sealed = null,
      created_at = excluded.created_at
    where k.created_at <= ${new Date(now.getTime() - IDEMPOTENCY_KEPT_MS)}
    returning 1 as one`
  const stored = bound ? undefined : await find(call.sql, call, key)
  return { ...(stored ?? { fingerprint, response_status: null, response_sealed: null }), fresh: bound !== undefined }
}

export const unbind = ({ sql, orgId }: Call, key: string) => sql`
  delete from idempotency_keys
  where org_id = ${orgId}
    and idempotency_key = ${key}
    and response_status is null`

/** False when a final answer is there already. One that succeeded is worth more than a refusal to go on with it. */
export async function store<T>(
  tx: Db,
  call: Call,
  key: string,
  fingerprint: Buffer,
  done: Done<T>,
  kind: 'final' | 'so far' = 'final',
): Promise<boolean> {
  const status = 'refusal' in done ? done.refusal.status : call.reply.statusCode
  const body = 'refusal' in done ? done.refusal.toBody('', '') : done.result
  const sealed = call.seal.close(JSON.stringify(body) ?? '', contextOf(call, key))
  const now = call.clock()
  const { count } = await tx`
    insert into idempotency_keys as k (org_id, idempotency_key, fingerprint, response_status, response_sealed, created_at)
    values (${call.orgId}, ${key}, ${fingerprint}, ${kind === 'final' ? status : null}, ${sealed}, ${now})
    on conflict (org_id, idempotency_key) do update
    set fingerprint = excluded.fingerprint,
      response_status = excluded.response_status,
      response_sealed = excluded.response_sealed,
      created_at = excluded.created_at
    where k.response_status is null
      or k.response_status >= 400 and excluded.response_status < 400
      or k.created_at <= ${new Date(now.getTime() - IDEMPOTENCY_KEPT_MS)}`
  return count > 0
}

/** What an earlier request with this key had done before it was cut off. */
export const soFar = (call: Call, key: string, { response_sealed }: Stored): unknown =>
  response_sealed === null ? undefined : JSON.parse(call.seal.open(response_sealed, contextOf(call, key)))

export async function purgeIdempotencyKeys(sql: Sql, clock: Clock): Promise<number> {
  const { count } = await sql`
    delete from idempotency_keys
    where created_at < ${new Date(clock().getTime() - IDEMPOTENCY_KEPT_MS)}`
  return count
}

export const contextOf = ({ orgId }: Call, key: string) => `idempotency_keys ${orgId} ${key}`
