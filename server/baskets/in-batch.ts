import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Batcher } from '../kit/batch.ts'
import { claimOf, replay } from '../kit/idempotency.ts'
import { type Keyed, Replay } from '../kit/keyed-batch.ts'
import type { Deps } from '../operation.ts'

/** Answers a request together with its neighbours, with or without an Idempotency-Key. */
export async function inBatch<In, Out>(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  { batcher, lane, item }: { batcher: Batcher<Keyed<In>, Out | Replay>; lane: string; item: In },
): Promise<Out> {
  const claim = claimOf({ ...deps, orgId: request.orgId, request, reply })
  const out = await batcher.submit(lane, { item, claim })
  return claim && out instanceof Replay ? (replay(claim, out.final) as Out) : (out as Out)
}
