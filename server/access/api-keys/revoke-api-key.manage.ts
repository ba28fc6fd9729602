import { Id, Input } from '../../platform/http/schema.ts'
import { change } from '../../platform/idempotency/idempotency.ts'
import type { Operation } from '../../platform/operation.ts'
import { record } from '../audit/record.ts'
import { ApiKey, toApiKey } from './api-key.ts'
import { requireGrantable } from './grant.ts'
import { revokeKey } from './key-store.ts'

const Params = Input({ key_id: Id() })

export const revokeApiKey: Operation = (app, deps) =>
  app.post(
    '/v1/manage/api_keys/:key_id/revoke',
    {
      config: { scope: 'keys:manage', needsProof: true, effects: ['access'] },
      schema: {
        operationId: 'revokeApiKey',
        summary: 'Revoke an API key',
        description:
          'Takes effect everywhere within 5 seconds. Revoking twice is revoking once. Needs every scope that the key has.',
        tags: ['API keys'],
        params: Params,
        response: { 200: ApiKey },
      },
    },
    (request, reply) =>
      change({ ...deps, orgId: request.orgId, request, reply }, async (tx) => {
        const row = await revokeKey(request.orgId, tx, deps.systemClock, request.params.key_id)
        requireGrantable(request.principal, row.scopes)
        const entry = { action: 'api_key.revoked', objectType: 'api_key', objectId: row.key_id }
        await record(tx, deps.clock, request, { ...entry, after: { revoked_at: row.revoked_at } })
        return toApiKey(row, deps.systemClock())
      }),
  )
