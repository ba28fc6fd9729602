import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Tx } from './database.ts'
import { ApiError } from './errors.ts'
import {
  bind,
  type Call,
  claim,
  contextOf,
  type Done,
  type Final,
  find,
  type Stored,
  soFar,
  store,
  unbind,
} from './stored-answers.ts'

const KEY = /^[\x21-\x7e](?:[\x20-\x7e]{0,253}[\x21-\x7e])?$/
/** Refusals that a repeated request would meet again, because they tell what became of the first one. */
const STORED_REFUSALS = new Set([402, 404, 409])

/**
 * Runs a change in one transaction. With an Idempotency-Key, the key, the effect and the answer commit together, so a
 * crash leaves neither a locked key nor an effect that nobody remembers.
 */
export async function change<T>(call: Call, work: (tx: Tx) => Promise<T>): Promise<T> {
  const key = keyOf(call.request)
  if (key === undefined) return (await call.sql.begin((tx) => work(tx))) as T
  const fingerprint = fingerprintOf(call)
  const outcome = await call.sql.begin(async (tx) => {
    await claim(tx, call, key)
    const stored = await find(tx, call, key)
    if (stored) return { replay: finalOf(checked(stored, fingerprint)) }
    const done = await attempt(tx, work)
    await store(tx, call, key, fingerprint, done)
    return done
  })
  if ('replay' in outcome) return replay(call, key, outcome.replay) as T
  if ('refusal' in outcome) throw outcome.refusal
  return outcome.result
}

/**
 * A change that ends by calling out, which no transaction may wait for. The key and the effect commit together; the answer
 * is the one that `finish` gives, and is stored when it has. Repeated after a crash in between, `finish` is asked again.
 */
export async function changeThen<T, R>(
  call: Call,
  work: (tx: Tx) => Promise<T>,
  finish: (made: T, again: boolean) => Promise<R>,
): Promise<R> {
  const key = keyOf(call.request)
  if (key === undefined) return finish((await call.sql.begin((tx) => work(tx))) as T, false)
  const fingerprint = fingerprintOf(call)
  const outcome = await call.sql.begin(async (tx) => {
    await claim(tx, call, key)
    const stored = await find(tx, call, key)
    if (stored) return { replay: checked(stored, fingerprint) }
    const done = await attempt(tx, work)
    await store(tx, call, key, fingerprint, done, 'result' in done ? 'so far' : 'final')
    return done
  })
  if ('refusal' in outcome) throw outcome.refusal
  if ('replay' in outcome && isFinal(outcome.replay)) return replay(call, key, outcome.replay) as R
  const again = 'replay' in outcome
  const result = await finish(again ? (soFar(call, key, outcome.replay) as T) : outcome.result, again)
  await store(call.sql, call, key, fingerprint, { result })
  return result
}

/**
 * The same for work that calls out and so cannot be one transaction: it resumes from the state of its own rows when it is
 * repeated after a crash. The key is bound to its request from the start; the answer is stored once it is final, and until
 * then a repetition does the work again. Of two that end at once, the first answer that is stored is everybody's.
 */
export async function resumable<T>(call: Call, isDone: (result: T) => boolean, work: () => Promise<T>): Promise<T> {
  const key = keyOf(call.request)
  if (key === undefined) return work()
  const fingerprint = fingerprintOf(call)
  const { fresh, ...bound } = await bind(call, key, fingerprint)
  const stored = checked(bound, fingerprint)
  if (isFinal(stored)) return replay(call, key, stored) as T
  const done = await attempted(work).catch(async (error) => {
    // A request that was refused for what it says is mended and sent again with the same key.
    if (fresh && error instanceof ApiError && error.status === 400) await unbind(call, key)
    throw error
  })
  if ('result' in done && !isDone(done.result)) return done.result
  if (!(await store(call.sql, call, key, fingerprint, done))) {
    const first = await find(call.sql, call, key)
    if (first && isFinal(first)) return replay(call, key, checked(first, fingerprint) as Final) as T
  }
  if ('refusal' in done) throw done.refusal
  return done.result
}

const isFinal = (stored: Stored): stored is Stored & Final => stored.response_status !== null

/** What was stored by an operation that answers in one go is final; a key that is not has another operation's fingerprint. */
function finalOf(stored: Stored): Final {
  if (isFinal(stored)) return stored
  throw new ApiError('idempotency_key_in_use', { headers: { 'retry-after': '1' } })
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

function keyOf(request: FastifyRequest): string | undefined {
  const header = request.headers['idempotency-key']
  if (header === undefined) return undefined
  // The IETF draft writes the key as a quoted string, Stripe's clients as it is; both mean the same key.
  const key = String(header).replace(/^"(.*)"$/, '$1')
  if (!KEY.test(key)) throw new ApiError('idempotency_key_invalid', { param: 'Idempotency-Key' })
  return key
}

/**
 * Over the parsed body, so that a form and the equal JSON are the same request; and over who is signed in, by name and not by
 * token: a renewed token is the same fan's request, and the same words from another fan are not.
 */
function fingerprintOf({ request: { method, url, body }, identity }: Call): Buffer {
  const path = url.split('?', 1)[0]
  const fan = identity ? ` ${JSON.stringify([identity.issuer, identity.subject])}` : ''
  return createHash('sha256')
    .update(`${method} ${path} ${canonical(body)}${fan}`)
    .digest()
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? ''
  const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${fields.map(([name, item]) => `${JSON.stringify(name)}:${canonical(item)}`).join()}}`
}

function checked(stored: Stored, fingerprint: Buffer): Stored {
  if (!fingerprint.equals(stored.fingerprint))
    throw new ApiError('idempotency_key_reused', { param: 'Idempotency-Key' })
  return stored
}

/** A savepoint, so that a refusal undoes what the work had begun and its answer is kept all the same. */
async function attempt<T>(tx: Tx, work: (tx: Tx) => Promise<T>): Promise<Done<T>> {
  try {
    return { result: (await tx.savepoint((inner) => work(inner))) as T }
  } catch (error) {
    if (error instanceof ApiError && STORED_REFUSALS.has(error.status)) return { refusal: error }
    throw error
  }
}

function replay(call: Call, key: string, { response_status, response_sealed }: Final): unknown {
  const text = call.seal.open(response_sealed, contextOf(call, key))
  const body: unknown = text === '' ? undefined : JSON.parse(text)
  call.reply.header('idempotent-replayed', 'true')
  if (response_status >= 400) throw ApiError.fromBody(body)
  call.reply.code(response_status)
  return body
}
