import { Id, Input, Integer } from '../../platform/http/schema.ts'
import { change } from '../../platform/idempotency/idempotency.ts'
import type { Operation } from '../../platform/operation.ts'
import { record } from '../audit/record.ts'
import { ApiKeyWithSecret, toApiKey } from './api-key.ts'
import { requireGrantable } from './grant.ts'
import { ROLL_OVERLAP_MAX_SECONDS, ROLL_OVERLAP_SECONDS, rollKey } from './key-store.ts'

const Params = Input({ key_id: Id() })
const Body = Input({
  overlap_seconds: Integer({
    minimum: 0,
    maximum: ROLL_OVERLAP_MAX_SECONDS,
    default: ROLL_OVERLAP_SECONDS,
    description: 'how long the old key goes on working',
  }),
})

export const rollApiKey: Operation = (app, deps) =>
  app.post(
    '/v1/manage/api_keys/:key_id/roll',
    {
      config: { scope: 'keys:manage', needsProof: true, effects: ['access'] },
      schema: {
        operationId: 'rollApiKey',
        summary: 'Replace an API key',
        description:
          'The new key has the name, scopes and limits of the old one, which works on for the overlap. Needs every scope that the key has. A gate key is replaced by a new enrolment code of its device.',
        tags: ['API keys'],
        params: Params,
        body: Body,
        response: { 201: ApiKeyWithSecret },
      },
    },
    (request, reply) => {
      const { orgId, params, body } = request
      reply.code(201)
      return change({ ...deps, orgId, request, reply }, async (tx) => {
        const { secret, ...row } = await rollKey(orgId, tx, deps.systemClock, params.key_id, body.overlap_seconds)
        // The answer holds a key with all that the old one may do, so that rolling gives as much as creating.
        requireGrantable(request.principal, row.scopes)
        const newKey = toApiKey(row, deps.systemClock())
        const after = { rolled_to: row.key_id, overlap_seconds: body.overlap_seconds }
        const entry = { action: 'api_key.rolled', objectType: 'api_key', objectId: params.key_id, after }
        await record(tx, deps.clock, request, entry)
        return { ...newKey, secret }
      })
    },
  )
