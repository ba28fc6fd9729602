import { createBatches } from '../batches/batches.ts'
import type { Sql } from '../postgres/database.ts'
import type { SystemClock } from '../values/clock.ts'
import { type Answer, bindKeys, type Claim, findAnswers, type Stored, storeAnswers } from './stored-answers.ts'

/** What a key is bound to; `fresh` when it was this request that bound it. */
export type Binding = Stored & { fresh: boolean }

/** Keys and answers of requests that call out, and so cannot be in one transaction with their effect. */
export type AnswerBatches = {
  /** Binds the key to its request, or says what it is bound to, together with requests of the same moment. */
  bind(claim: Claim): Promise<Binding>
  /** False when a final answer is there already. */
  store(answer: Answer): Promise<boolean>
}

export function createAnswerBatches({ sql, systemClock }: { sql: Sql; systemClock: SystemClock }): AnswerBatches {
  const bind = createBatches<{ orgId: number; claim: Claim }, Binding>({
    run: (orgId, items) =>
      bindAll(
        orgId,
        sql,
        systemClock(),
        items.map(({ claim }) => claim),
      ),
  })
  const store = createBatches<{ orgId: number; answer: Answer }, boolean>({
    run: (orgId, items) =>
      storeAll(
        orgId,
        sql,
        systemClock(),
        items.map(({ answer }) => answer),
      ),
  })
  return {
    bind: (claim) => bind({ orgId: claim.call.orgId, claim }),
    store: (answer) => store({ orgId: answer.claim.call.orgId, answer }),
  }
}

async function bindAll(orgId: number, sql: Sql, now: Date, claims: Claim[]): Promise<Binding[]> {
  const firsts = new Map(claims.toReversed().map((claim) => [claim.key, claim]))
  const fresh = await bindKeys(sql, orgId, now, [...firsts.values()])
  const isFresh = (claim: Claim) => firsts.get(claim.key) === claim && fresh.has(claim.key)
  const others = claims.filter((claim) => !isFresh(claim)).map(({ key }) => key)
  const stored = others.length > 0 ? await findAnswers(sql, orgId, now, others) : new Map<string, Stored>()
  return claims.map((claim) => {
    const { fingerprint } = firsts.get(claim.key) ?? claim
    const unanswered = { fingerprint, response_status: null, response_sealed: null, created_at: now }
    return isFresh(claim) ? { ...unanswered, fresh: true } : { ...(stored.get(claim.key) ?? unanswered), fresh: false }
  })
}

/** Of two answers to one key the one that succeeded is kept. */
async function storeAll(orgId: number, sql: Sql, now: Date, answers: Answer[]): Promise<boolean[]> {
  const best = new Map<string, Answer>()
  for (const answer of answers) {
    const other = best.get(answer.claim.key)
    if (!other || ('refusal' in other.done && 'result' in answer.done)) best.set(answer.claim.key, answer)
  }
  const rows = await storeAnswers(sql, orgId, now, [...best.values()])
  const stored = new Set(rows.map(({ idempotency_key }) => String(idempotency_key)))
  return answers.map((answer) => best.get(answer.claim.key) === answer && stored.has(answer.claim.key))
}
