import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../../operation.ts'
import type { Batcher } from '../../platform/batches/batch.ts'
import { claimOf, replay } from '../../platform/idempotency/idempotency.ts'
import { type Keyed, Replay } from '../../platform/idempotency/keyed-batch.ts'

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
