import { Type } from 'typebox'
import { record } from '../../access/audit/record.ts'
import type { OrgId } from '../../access/principal.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { Id, Input } from '../../platform/http/schema.ts'
import { change } from '../../platform/idempotency/idempotency.ts'
import type { Operation } from '../../platform/operation.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { closeEndpoint } from './close-endpoint.ts'
import { requireRightsOf } from './message-scopes.ts'
import type { MessageFieldsDeps } from './shown-messages.ts'

const Params = Input({ webhook_endpoint_id: Id() })
const Reply = Type.Object(
  { webhook_endpoint_id: Type.Integer(), deleted: Type.Boolean() },
  { title: 'DeletedWebhookEndpoint' },
)

export const deleteWebhookEndpoint: Operation<MessageFieldsDeps> = (app, deps) =>
  app.delete(
    '/v1/webhook_endpoints/:webhook_endpoint_id',
    {
      config: { scope: 'webhooks:write' },
      schema: {
        operationId: 'deleteWebhookEndpoint',
        summary: 'Delete a webhook endpoint',
        description:
          'The caller must be allowed to read what it is sent. It is sent nothing more; its address and its secrets are forgotten. The log of what it was sent stays for its 30 days.',
        tags: ['Webhooks'],
        params: Params,
        response: { 200: Reply },
      },
    },
    (request, reply) => {
      const { orgId, principal, params } = request
      return change({ ...deps, orgId, request, reply }, async (tx) => {
        const row = await closeEndpoint(orgId, tx, deps.systemClock(), params.webhook_endpoint_id, {
          status: 'deleted',
        })
        if (!row) throw new ApiError('resource_missing')
        requireRightsOf(principal, row, deps.messageFields)
        const objectId = row.webhook_endpoint_id
        await forgetEndpoint(orgId, tx, objectId)
        const entry = { action: 'webhook_endpoint.deleted', objectType: 'webhook_endpoint', objectId }
        await record(tx, deps.clock, request, { ...entry, before: { url: row.url, types: row.types } })
        return { webhook_endpoint_id: objectId, deleted: true }
      })
    },
  )

/** By a name that is reserved for what does not exist. */
const NOWHERE = 'https://deleted.invalid/'

/** The row stays for the log that points to it; what a thief could use does not. */
async function forgetEndpoint(orgId: OrgId, tx: Tx, endpointId: number): Promise<void> {
  await tx`
    update webhook_endpoints
    set url = ${NOWHERE},
      description = null,
      secret_encrypted = null,
      previous_secret_encrypted = null,
      previous_secret_expires_at = null
    where org_id = ${orgId}
      and webhook_endpoint_id = ${endpointId}`
}
