import { createBatcher } from '../batches/batch.ts'
import type { Sql } from '../postgres/database.ts'
import { perDatabase } from '../process/per-database.ts'
import { type Answer, bindKeys, type Claim, findAnswers, type Stored, storeAnswers } from './stored-answers.ts'

/** What a key is bound to; `fresh` when it was this request that bound it. */
export type Bound = Stored & { fresh: boolean }

const LIMITS = { sizeMax: 200, depthMax: 20_000 }

const bindings = perDatabase((sql: Sql) => createBatcher({ ...LIMITS, run: (claims: Claim[]) => bindAll(sql, claims) }))
const storings = perDatabase((sql: Sql) =>
  createBatcher({ ...LIMITS, run: (answers: Answer[]) => storeAll(sql, answers) }),
)

/** Binds the key to its request, or says what it is bound to, together with whoever asks at the same moment. */
export const bind = (claim: Claim): Promise<Bound> => bindings(claim.call.sql).submit(String(claim.call.orgId), claim)

/** False when a final answer is there already. */
export const store = (answer: Answer): Promise<boolean> =>
  storings(answer.claim.call.sql).submit(String(answer.claim.call.orgId), answer)

async function bindAll(sql: Sql, claims: Claim[]): Promise<Bound[]> {
  const [first] = claims
  if (!first) return []
  const { orgId } = first.call
  const now = first.call.clock()
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

async function storeAll(sql: Sql, answers: Answer[]): Promise<boolean[]> {
  const [first] = answers
  if (!first) return []
  const { orgId, clock } = first.claim.call
  const best = new Map<string, Answer>()
  for (const answer of answers) {
    const other = best.get(answer.claim.key)
    if (!other || ('refusal' in other.done && 'result' in answer.done)) best.set(answer.claim.key, answer)
  }
  const rows = await storeAnswers(sql, orgId, clock(), [...best.values()])
  const stored = new Set(rows.map(({ idempotency_key }) => String(idempotency_key)))
  return answers.map((answer) => best.get(answer.claim.key) === answer && stored.has(answer.claim.key))
}
