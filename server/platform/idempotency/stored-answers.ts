import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Unsent } from '../batches/begin-batch.ts'
import { ApiError } from '../http/errors.ts'
import { atShard } from '../postgres/at-shard.ts'
import type { Db, Sql, Tx } from '../postgres/database.ts'
import { purgeExpired } from '../postgres/purge.ts'
import { after } from '../postgres/sql.ts'
import type { SystemClock } from '../values/clock.ts'
import type { Seal } from '../values/seal.ts'

export const IDEMPOTENCY_KEPT_MS = 24 * 3600 * 1000

export type Call = {
  orgId: number
  sql: Sql['plain']
  systemClock: SystemClock
  seal: Seal
  request: FastifyRequest
  reply: FastifyReply
  /** Who is signed in beside the API key, where the operation asks for it. */
  identity?: { issuer: string; subject: string } | undefined
}
/** A request, the key it came with, and the status that its operation answers with. */
export type Claim = { call: Call; key: string; fingerprint: Buffer; status: number }
/** Without a status, there is no final answer yet. */
export type Stored = {
  fingerprint: Buffer
  response_status: number | null
  response_sealed: Buffer | null
  created_at: Date
}
export type Final = { response_status: number; response_sealed: Buffer }
export type Done<T> = { result: T } | { refusal: ApiError }
/** What became of a request, or of as much of it as is done. */
export type Answer = { claim: Claim; done: Done<unknown>; kind: 'final' | 'so far' }

/** Locks instead of a wait on the unique index: a duplicate that arrives meanwhile is told so at once. Says which it got. */
export async function claimKeys(tx: Tx, orgId: number, keys: string[]): Promise<Set<string>> {
  const rows = await tx<{ key: string }[]>`
    select key
    from ${atShard(tx, orgId)}, unnest(${keys}::text[]) as asked (key)
    where pg_try_advisory_xact_lock(hashtextextended(${`idempotency ${orgId} `} || key, 0))`.execute()
  return new Set(rows.map(({ key }) => key))
}

export const keyInUse = () => new ApiError('idempotency_key_in_use', { headers: { 'retry-after': '1' } })

export async function findAnswers(db: Db, orgId: number, now: Date, keys: string[]): Promise<Map<string, Stored>> {
  const rows = await db<(Stored & { idempotency_key: string })[]>`
    select idempotency_key, fingerprint, response_status, response_sealed, created_at
    from idempotency_keys
    where org_id = ${orgId}
      and idempotency_key = any (${keys}::text[])
      and created_at > ${keptSince(now)}`.execute()
  return new Map(rows.map(({ idempotency_key, ...stored }) => [idempotency_key, stored]))
}

/** Binds keys to their requests, each of them once, and says which were free; one that is too old counts as free. */
export async function bindKeys(db: Db, orgId: number, now: Date, claims: Claim[]): Promise<Set<string>> {
  const rows = await db<{ idempotency_key: string }[]>`
    insert into idempotency_keys as k (org_id, idempotency_key, fingerprint, created_at)
    select ${orgId}::bigint, key, decode(fingerprint, 'hex'), ${now}::timestamptz
    from unnest(
      ${claims.map(({ key }) => key)}::text[],
      ${claims.map(({ fingerprint }) => fingerprint.toString('hex'))}::text[]
    ) as asked (key, fingerprint)
    order by key
    on conflict (org_id, idempotency_key) do update
    set fingerprint = excluded.fingerprint,
      response_status = null,
      response_sealed = null,
      created_at = excluded.created_at
    where k.created_at <= ${tooOld(db)}
    returning idempotency_key`
  return new Set(rows.map(({ idempotency_key }) => idempotency_key))
}

export const unbind = ({ sql, orgId }: Call, key: string) => sql`
  delete from idempotency_keys
  where org_id = ${orgId}
    and idempotency_key = ${key}
    and response_status is null`

/**
 * Answers with the keys that were stored, each of them given once: not where a final answer is there already. One that
 * succeeded is worth more than a refusal to go on with it.
 */
export function storeAnswers(db: Db, orgId: number, now: Date, answers: Answer[]): Unsent {
  const rows = answers.map(({ claim: { call, key, fingerprint, status: ownStatus }, done, kind }) => {
    // Who waited too long was answered 503 meanwhile: what is done is done all the same, and the request that asks again tells it.
    const succeeded = call.reply.statusCode < 400 ? call.reply.statusCode : ownStatus
    const status = 'refusal' in done ? done.refusal.status : succeeded
    const body = 'refusal' in done ? done.refusal.toBody('', '') : done.result
    const sealed = call.seal.close(JSON.stringify(body) ?? '', contextOf(call, key))
    return { key, fingerprint, status: kind === 'final' ? status : null, sealed }
  })
  return db`
    insert into idempotency_keys as k (org_id, idempotency_key, fingerprint, response_status, response_sealed, created_at)
    select ${orgId}::bigint, key, decode(fingerprint, 'hex'), status, decode(sealed, 'base64'), ${now}::timestamptz
    from unnest(
      ${rows.map(({ key }) => key)}::text[],
      ${rows.map(({ fingerprint }) => fingerprint.toString('hex'))}::text[],
      ${rows.map(({ status }) => status)}::smallint[],
      ${rows.map(({ sealed }) => sealed.toString('base64'))}::text[]
    ) as given (key, fingerprint, status, sealed)
    order by key
    on conflict (org_id, idempotency_key) do update
    set fingerprint = excluded.fingerprint,
      response_status = excluded.response_status,
      response_sealed = excluded.response_sealed,
      created_at = excluded.created_at
    where k.response_status is null
      or k.response_status >= 400 and excluded.response_status < 400
      or k.created_at <= ${tooOld(db)}
    returning idempotency_key`
}

/** The same as `keptSince`, of the row that is being inserted, for where a parameter has no type. */
const tooOld = (db: Db) => after(db, 'excluded.created_at', -IDEMPOTENCY_KEPT_MS)

const keptSince = (now: Date) => new Date(now.getTime() - IDEMPOTENCY_KEPT_MS)

/** What an earlier request with this key had done before it was cut off. */
export const soFar = ({ call, key }: Claim, { response_sealed }: Stored): unknown =>
  response_sealed === null ? undefined : JSON.parse(call.seal.open(response_sealed, contextOf(call, key)))

export function purgeIdempotencyKeys(sql: Sql, systemClock: SystemClock): Promise<number> {
  const isOver = sql`created_at < ${keptSince(systemClock())}`
  return purgeExpired(sql, { table: 'idempotency_keys', column: 'created_at', isOver })
}

export const contextOf = ({ orgId }: Call, key: string) => `idempotency_keys ${orgId} ${key}`
