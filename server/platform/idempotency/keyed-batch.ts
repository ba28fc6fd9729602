import { type Batch, finish } from '../batches/begin-batch.ts'
import type { Tx } from '../postgres/database.ts'
import { attempt, checked, claimOf, finalOf, isStoredRefusal, replay } from './idempotency.ts'
import {
  type Answer,
  type Call,
  type Claim,
  claimKeys,
  type Final,
  findAnswers,
  keyInUse,
  storeAnswers,
} from './stored-answers.ts'

/** An item of a batch, with the Idempotency-Key that its request came with, if any. */
export type Keyed<In> = { orgId: number; item: In; claim: Claim | undefined }

/** The answer that was given to the same request before. */
export class Replay {
  readonly final: Final
  constructor(final: Final) {
    this.final = final
  }
}

/** Answers a request together with its neighbours, with or without an Idempotency-Key. */
export async function answerInBatch<In, Out>(
  call: Call,
  put: (keyed: Keyed<In>) => Promise<Out | Replay>,
  item: In,
): Promise<Out> {
  const claim = claimOf(call)
  const out = await put({ orgId: call.orgId, item, claim })
  return claim && out instanceof Replay ? (replay(claim, out.final) as Out) : (out as Out)
}

type Outs<Out> = (Out | Error)[]
type Work<In, Out> = (tx: Tx, items: In[]) => Promise<Batch<Outs<Out>>>

/**
 * A batch some of whose requests come with keys. Their keys, effects and answers commit together with those of the rest: a crash
 * leaves neither a locked key nor an effect without a stored answer. What was answered before is answered again, and only the
 * rest is worked on.
 */
export async function inKeys<In, Out>(
  tx: Tx,
  asked: Keyed<In>[],
  work: Work<In, Out>,
): Promise<Batch<Outs<Out | Replay>>> {
  const claims = asked.flatMap(({ claim }) => claim ?? [])
  const [first] = claims
  const before = first
    ? await answeredBefore(tx, first.call.orgId, first.call.systemClock(), claims)
    : new Map<Claim, never>()
  const open = asked.filter(({ claim }) => !claim || !before.has(claim))
  const { last, answer } = await worked(tx, open, work)
  const answerByItem = new Map(open.map((one, index) => [one, answer[index] as Out | Error]))
  const answers = open.flatMap((one) => answerOf(one.claim, answerByItem.get(one)))
  const stored =
    first && answers.length > 0 ? [storeAnswers(tx, first.call.orgId, first.call.systemClock(), answers)] : []
  return {
    last: [...last, ...stored],
    answer: asked.map((one) => (one.claim && before.get(one.claim)) ?? (answerByItem.get(one) as Out | Error)),
  }
}

/** Requests that were answered before, or cannot be answered now. Of two requests with one key in a batch, the second comes too early. */
async function answeredBefore(tx: Tx, orgId: number, now: Date, claims: Claim[]) {
  const firsts = new Map(claims.toReversed().map((claim) => [claim.key, claim]))
  const keys = [...firsts.keys()]
  const [free, storedAnswers] = await Promise.all([claimKeys(tx, orgId, keys), findAnswers(tx, orgId, now, keys)])
  const answered = new Map<Claim, Replay | Error>()
  for (const claim of claims) {
    const stored = storedAnswers.get(claim.key)
    if (!free.has(claim.key) || (!stored && firsts.get(claim.key) !== claim)) answered.set(claim, keyInUse())
    else if (stored) answered.set(claim, replayOf(stored, claim))
  }
  return answered
}

function replayOf(stored: Parameters<typeof finalOf>[0], claim: Claim): Replay | Error {
  try {
    return new Replay(finalOf(checked(stored, claim)))
  } catch (error) {
    return error as Error
  }
}

/** Alone, a request with a key that is refused half way leaves its refusal behind, and nothing else. */
async function worked<In, Out>(tx: Tx, open: Keyed<In>[], work: Work<In, Out>): Promise<Batch<Outs<Out>>> {
  if (open.length === 0) return { last: [], answer: [] }
  const items = open.map(({ item }) => item)
  if (open.length > 1 || !open[0]?.claim) return work(tx, items)
  const done = await attempt(tx, async (inner) => finish(await work(inner, items)))
  return { last: [], answer: 'refusal' in done ? [done.refusal] : done.result }
}

function answerOf(claim: Claim | undefined, out: unknown): Answer[] {
  if (!claim) return []
  if (!(out instanceof Error)) return [{ claim, done: { result: out }, kind: 'final' }]
  return isStoredRefusal(out) ? [{ claim, done: { refusal: out }, kind: 'final' }] : []
}
