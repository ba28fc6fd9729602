import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from './clock.ts'
import type { Db, Sql, Tx } from './database.ts'
import { ApiError } from './errors.ts'
import type { Seal } from './seal.ts'

export const IDEMPOTENCY_KEPT_MS = 24 * 3600 * 1000

const KEY = /^[\x21-\x7e](?:[\x20-\x7e]{0,253}[\x21-\x7e])?$/
/** Refusals that a repeated request would meet again, because they tell what became of the first one. */
const STORED_REFUSALS = new Set([402, 404, 409])

type Call = { orgId: number; sql: Sql; clock: Clock; seal: Seal; request: FastifyRequest; reply: FastifyReply }
type Stored = { fingerprint: Buffer; response_status: number; response_sealed: Buffer }

/**
 * Runs a change in one transaction. With an Idempotency-Key, the key, the effect and the answer commit together, so a
 * crash leaves neither a locked key nor an effect that nobody remembers.
 */
export async function change<T>(call: Call, work: (tx: Tx) => Promise<T>): Promise<T> {
  const key = keyOf(call.request)
  if (key === undefined) return (await call.sql.begin((tx) => work(tx))) as T
  const fingerprint = fingerprintOf(call.request)
  const outcome = await call.sql.begin(async (tx) => {
    await claim(tx, call, key)
    const stored = await find(tx, call, key)
    if (stored) return { replay: checked(stored, fingerprint) }
    const done = await attempt(tx, work)
    await store(tx, call, key, fingerprint, done)
    return done
  })
  if ('replay' in outcome) return replay(call, key, outcome.replay) as T
  if ('refusal' in outcome) throw outcome.refusal
  return outcome.result
}

/**
 * The same for work that calls out and so cannot be one transaction: it resumes from the state of its own rows when it is
 * repeated after a crash. The answer is stored once it is final; until then a repetition does the work again.
 */
export async function resumable<T>(call: Call, isFinal: (result: T) => boolean, work: () => Promise<T>): Promise<T> {
  const key = keyOf(call.request)
  if (key === undefined) return work()
  const fingerprint = fingerprintOf(call.request)
  const stored = await find(call.sql, call, key)
  if (stored) return replay(call, key, checked(stored, fingerprint)) as T
  const done = await attempted(work)
  if ('refusal' in done || isFinal(done.result)) await store(call.sql, call, key, fingerprint, done)
  if ('refusal' in done) throw done.refusal
  return done.result
}

async function attempted<T>(work: () => Promise<T>): Promise<Done<T>> {
  try {
    return { result: await work() }
  } catch (error) {
    const stays =
      error instanceof ApiError && error.code !== 'idempotency_key_in_use' && STORED_REFUSALS.has(error.status)
    if (stays) return { refusal: error }
    throw error
  }
}

export async function purgeIdempotencyKeys(sql: Sql, clock: Clock): Promise<number> {
  const { count } = await sql`
    delete from idempotency_keys
    where created_at < ${new Date(clock().getTime() - IDEMPOTENCY_KEPT_MS)}`
  return count
}

function keyOf(request: FastifyRequest): string | undefined {
  const header = request.headers['idempotency-key']
  if (header === undefined) return undefined
  // The IETF draft writes the key as a quoted string, Stripe's clients as it is; both mean the same key.
  const key = String(header).replace(/^"(.*)"$/, '$1')
  if (!KEY.test(key)) throw new ApiError('idempotency_key_invalid', { param: 'Idempotency-Key' })
  return key
}

/** Over the parsed body, so that a form and the equal JSON are the same request. */
function fingerprintOf({ method, url, body }: FastifyRequest): Buffer {
  const path = url.split('?', 1)[0]
  return createHash('sha256')
    .update(`${method} ${path} ${canonical(body)}`)
    .digest()
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? ''
  const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${fields.map(([name, item]) => `${JSON.stringify(name)}:${canonical(item)}`).join()}}`
}

/** A lock instead of a wait on the unique index: a duplicate that arrives meanwhile is told so at once. */
async function claim(tx: Tx, { orgId }: Call, key: string): Promise<void> {
  const [row] = await tx<{ claimed: boolean }[]>`
    select pg_try_advisory_xact_lock(hashtextextended(${`idempotency ${orgId} ${key}`}, 0)) as claimed`
  if (!row?.claimed) throw new ApiError('idempotency_key_in_use', { headers: { 'retry-after': '1' } })
}

async function find(tx: Db, { orgId, clock }: Call, key: string): Promise<Stored | undefined> {
  const [row] = await tx<Stored[]>`
    select fingerprint, response_status, response_sealed
    from idempotency_keys
    where org_id = ${orgId}
      and idempotency_key = ${key}
      and created_at > ${new Date(clock().getTime() - IDEMPOTENCY_KEPT_MS)}`
  return row
}

function checked(stored: Stored, fingerprint: Buffer): Stored {
  if (!fingerprint.equals(stored.fingerprint))
    throw new ApiError('idempotency_key_reused', { param: 'Idempotency-Key' })
  return stored
}

type Done<T> = { result: T } | { refusal: ApiError }

/** A savepoint, so that a refusal undoes what the work had begun and its answer is kept all the same. */
async function attempt<T>(tx: Tx, work: (tx: Tx) => Promise<T>): Promise<Done<T>> {
  try {
    return { result: (await tx.savepoint((inner) => work(inner))) as T }
  } catch (error) {
    if (error instanceof ApiError && STORED_REFUSALS.has(error.status)) return { refusal: error }
    throw error
  }
}

async function store<T>(tx: Db, call: Call, key: string, fingerprint: Buffer, done: Done<T>): Promise<void> {
  const status = 'refusal' in done ? done.refusal.status : call.reply.statusCode
  const body = 'refusal' in done ? done.refusal.toBody('', '') : done.result
  const sealed = call.seal.close(JSON.stringify(body) ?? '', contextOf(call, key))
  await tx`
    insert into idempotency_keys (org_id, idempotency_key, fingerprint, response_status, response_sealed, created_at)
    values (${call.orgId}, ${key}, ${fingerprint}, ${status}, ${sealed}, ${call.clock()})
    on conflict (org_id, idempotency_key) do update
    set fingerprint = excluded.fingerprint,
      response_status = excluded.response_status,
      response_sealed = excluded.response_sealed,
      created_at = excluded.created_at`
}

function replay(call: Call, key: string, { response_status, response_sealed }: Stored): unknown {
  const text = call.seal.open(response_sealed, contextOf(call, key))
  const body: unknown = text === '' ? undefined : JSON.parse(text)
  call.reply.header('idempotent-replayed', 'true')
  if (response_status >= 400) throw ApiError.fromBody(body)
  call.reply.code(response_status)
  return body
}

const contextOf = ({ orgId }: Call, key: string) => `idempotency_keys ${orgId} ${key}`
