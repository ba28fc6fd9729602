import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Batcher } from '../kit/batch.ts'
import type { Tx } from '../kit/database.ts'
import { change } from '../kit/idempotency.ts'
import type { Deps } from '../operation.ts'

/**
 * Answers a request together with its neighbours. One that brings an Idempotency-Key is a batch of its own, since its key,
 * its effect and its answer are to commit together.
 */
export async function inBatch<In, Out>(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  work: { batcher: Batcher<In, Out>; lane: string; item: In; alone: (tx: Tx) => Promise<(Out | Error)[]> },
): Promise<Out> {
  if (request.headers['idempotency-key'] === undefined) return work.batcher.submit(work.lane, work.item)
  return change({ ...deps, orgId: request.orgId, request, reply }, async (tx) => {
    const [out] = await work.alone(tx)
    if (out instanceof Error) throw out
    return out as Out
  })
}
