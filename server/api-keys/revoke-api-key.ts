import { revokeKey } from '../access/api-keys.ts'
import { record } from '../audit/record.ts'
import { change } from '../kit/idempotency.ts'
import { Id, Input } from '../kit/schema.ts'
import type { Operation } from '../operation.ts'
import { ApiKey, toApiKey } from './api-key.ts'

const Params = Input({ key_id: Id() })

export const revokeApiKey: Operation = (app, deps) =>
  app.post(
    '/v1/manage/api_keys/:key_id/revoke',
    {
      config: { scope: 'manage' },
      schema: {
        operationId: 'revokeApiKey',
        summary: 'Revoke an API key',
        description: 'Takes effect everywhere within 5 seconds. Revoking twice is revoking once.',
        tags: ['API keys'],
        params: Params,
        response: { 200: ApiKey },
      },
    },
    (request, reply) =>
      change({ ...deps, orgId: request.orgId, request, reply }, async (tx) => {
        const row = await revokeKey(request.orgId, tx, deps.clock, request.params.key_id)
        const entry = { action: 'api_key.revoked', objectType: 'api_key', objectId: row.key_id }
        await record(tx, deps.clock, request, { ...entry, after: { revoked_at: row.revoked_at } })
        return toApiKey(row, deps.clock())
      }),
  )
