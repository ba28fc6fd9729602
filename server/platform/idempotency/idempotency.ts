import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { ApiError } from '../http/errors.ts'
import type { Tx } from '../postgres/database.ts'
import type { AnswerBatches } from './answers-in-batch.ts'
import {
  type Call,
  type Claim,
  claimKeys,
  contextOf,
  type Done,
  type Final,
  findAnswers,
  keyInUse,
  type Stored,
  soFar,
  storeAnswers,
  unbind,
} from './stored-answers.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Callers who may have each other's stored answers have the same; it is empty for the organisation's own software. */
    readonly keyspace: string
  }
}

const KEY = /^[\x21-\x7e](?:[\x20-\x7e]{0,253}[\x21-\x7e])?$/
/** Refusals that a repeated request would meet again, because they tell what became of the first one. */
const STORED_REFUSALS = new Set([402, 404, 409])
export const isStoredRefusal = (error: unknown): error is ApiError =>
  error instanceof ApiError && STORED_REFUSALS.has(error.status)

/**
 * Runs a change in one transaction. With an Idempotency-Key, the key, the effect and the answer commit together, so a
 * crash leaves neither a locked key nor an effect without a stored answer.
 */
export async function change<T>(call: Call, work: (tx: Tx) => Promise<T>): Promise<T> {
  const claim = claimOf(call)
  if (!claim) return (await call.sql.begin((tx) => work(tx))) as T
  const outcome = await call.sql.begin(async (tx) => {
    const stored = await claimed(tx, claim)
    if (stored) return { replay: finalOf(stored) }
    const done = await attempt(tx, work)
    await storeAnswers(tx, call.orgId, call.systemClock(), [{ claim, done, kind: 'final' }])
    return done
  })
  if ('replay' in outcome) return replay(claim, outcome.replay) as T
  if ('refusal' in outcome) throw outcome.refusal
  return outcome.result
}

/** For what cannot be one transaction: its answer is stored in one of its own, with those of others. */
type CallingOut = Call & { answers: AnswerBatches }

/**
 * A change that ends by calling out, which no transaction may wait for. The key and the effect commit together; the answer
 * is the one that `finish` gives, and is stored when it has. Repeated after a crash in between, `finish` is asked again.
 */
export async function changeThen<T, R>(
  call: CallingOut,
  work: (tx: Tx) => Promise<T>,
  finish: (result: T, again: boolean) => Promise<R>,
): Promise<R> {
  const claim = claimOf(call)
  if (!claim) return finish((await call.sql.begin((tx) => work(tx))) as T, false)
  const outcome = await call.sql.begin(async (tx) => {
    const stored = await claimed(tx, claim)
    if (stored) return { replay: stored }
    const done = await attempt(tx, work)
    const kind = 'result' in done ? 'so far' : 'final'
    await storeAnswers(tx, call.orgId, call.systemClock(), [{ claim, done, kind }])
    return done
  })
  if ('refusal' in outcome) throw outcome.refusal
  if ('replay' in outcome && isFinal(outcome.replay)) return replay(claim, outcome.replay) as R
  const again = 'replay' in outcome
  const result = await finish(again ? (soFar(claim, outcome.replay) as T) : outcome.result, again)
  await call.answers.store({ claim, done: { result }, kind: 'final' })
  return result
}

/**
 * The same for work that calls out and so cannot be one transaction: it resumes from the state of its own rows when it is
 * repeated after a crash. The key is bound to its request from the start; the answer is stored once it is final, and until
 * then a repetition does the work again, under the same name: what it has made can be found by that. Of two that end at
 * once, all get the first answer that is stored.
 */
export async function resumable<T>(
  call: CallingOut,
  isDone: (result: T) => boolean,
  work: (name: string | undefined) => Promise<T>,
): Promise<T> {
  const claim = claimOf(call)
  if (!claim) return work(undefined)
  const { fresh, ...bound } = await call.answers.bind(claim)
  const stored = checked(bound, claim)
  if (isFinal(stored)) return replay(claim, stored) as T
  const name = `${claim.key} ${stored.created_at.toISOString()} ${claim.fingerprint.toString('hex')}`
  const done = await attempted(() => work(name)).catch(async (error) => {
    // A request that was refused for what it says is mended and sent again with the same key.
    if (fresh && error instanceof ApiError && error.status === 400) await unbind(call, claim.key)
    throw error
  })
  if ('result' in done && !isDone(done.result)) return done.result
  if (!(await call.answers.store({ claim, done, kind: 'final' }))) {
    const first = (await findAnswers(call.sql, call.orgId, call.systemClock(), [claim.key])).get(claim.key)
    if (first && isFinal(checked(first, claim))) return replay(claim, first as Final) as T
  }
  if ('refusal' in done) throw done.refusal
  return done.result
}

/** The key is this transaction's, or is refused; and what is stored for it, if anything. */
async function claimed(tx: Tx, claim: Claim): Promise<Stored | undefined> {
  const { call, key } = claim
  const [free, stored] = await Promise.all([
    claimKeys(tx, call.orgId, [key]),
    findAnswers(tx, call.orgId, call.systemClock(), [key]),
  ])
  if (!free.has(key)) throw keyInUse()
  const answer = stored.get(key)
  return answer && checked(answer, claim)
}

const isFinal = (stored: Stored): stored is Stored & Final => stored.response_status !== null

/** What was stored by an operation that answers in one go is final; a key that is not has another operation's fingerprint. */
export function finalOf(stored: Stored): Final {
  if (isFinal(stored)) return stored
  throw keyInUse()
}

async function attempted<T>(work: () => Promise<T>): Promise<Done<T>> {
  try {
    return { result: await work() }
  } catch (error) {
    if (isStoredRefusal(error) && error.code !== 'idempotency_key_in_use') return { refusal: error }
    throw error
  }
}

/** The key that a request came with, and what it was that it asked for. */
export function claimOf(call: Call): Claim | undefined {
  const key = keyOf(call.request)
  return key === undefined
    ? undefined
    : {
        call,
        key: keyWithin(call.request.keyspace, key),
        fingerprint: fingerprintOf(call),
        status: call.reply.statusCode,
      }
}

/** A key of a space begins with a blank, as none that a caller sends does: no two spaces have a key in common. */
const keyWithin = (keyspace: string, key: string): string =>
  keyspace === '' ? key : ` ${createHash('sha256').update(`${keyspace} ${key}`).digest('base64url')}`

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

export function checked(stored: Stored, { fingerprint }: Claim): Stored {
  if (!fingerprint.equals(stored.fingerprint))
    throw new ApiError('idempotency_key_reused', { param: 'Idempotency-Key' })
  return stored
}

/** A savepoint, so that a refusal undoes what the work had begun and its answer is kept all the same. */
export async function attempt<T>(tx: Tx, work: (tx: Tx) => Promise<T>): Promise<Done<T>> {
  try {
    return { result: (await tx.savepoint((inner) => work(inner))) as T }
  } catch (error) {
    if (isStoredRefusal(error)) return { refusal: error }
    throw error
  }
}

export function replay({ call, key }: Claim, { response_status, response_sealed }: Final): unknown {
  const text = call.seal.open(response_sealed, contextOf(call, key))
  const body: unknown = text === '' ? undefined : JSON.parse(text)
  call.reply.header('idempotent-replayed', 'true')
  if (response_status >= 400) throw ApiError.fromBody(response_status, body)
  call.reply.code(response_status)
  return body
}
