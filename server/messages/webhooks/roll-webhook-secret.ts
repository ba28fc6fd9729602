import { record } from '../../access/audit/record.ts'
import type { OrgId } from '../../access/principal.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { Id, Input, Integer } from '../../platform/http/schema.ts'
import { change } from '../../platform/idempotency/idempotency.ts'
import type { Operation } from '../../platform/operation.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import {
  endpointColumns,
  findEndpoint,
  toWebhookEndpoint,
  type WebhookEndpointRow,
  WebhookEndpointWithSecret,
} from './endpoint.ts'
import { requireRightsOf } from './message-scopes.ts'
import type { MessageFieldsDeps } from './shown-messages.ts'
import { makeSecret, secretContext } from './signature.ts'

const DAY_SECONDS = 24 * 3600

const Params = Input({ webhook_endpoint_id: Id() })
const Body = Input({
  overlap_seconds: Integer({
    minimum: 0,
    maximum: 7 * DAY_SECONDS,
    default: DAY_SECONDS,
    description: 'how long the old secret goes on signing beside the new one',
  }),
})

export const rollWebhookSecret: Operation<MessageFieldsDeps> = (app, deps) =>
  app.post(
    '/v1/webhook_endpoints/:webhook_endpoint_id/roll_secret',
    {
      config: { scope: 'webhooks:write', needsProof: true, effects: ['access'] },
      schema: {
        operationId: 'rollWebhookSecret',
        summary: 'Replace the secret of a webhook endpoint',
        description:
          'For the overlap, what is sent carries two signatures, and either verifies. Rolling again within it drops the oldest of three. The caller must be allowed to read what is sent.',
        tags: ['Webhooks'],
        params: Params,
        body: Body,
        response: { 200: WebhookEndpointWithSecret },
      },
    },
    (request, reply) => {
      const { orgId, principal, params, body } = request
      return change({ ...deps, orgId, request, reply }, async (tx) => {
        const now = deps.systemClock()
        const endpoint = await findEndpoint(orgId, tx, params.webhook_endpoint_id, { forUpdate: true })
        if (!endpoint) throw new ApiError('resource_missing')
        // Who knows the secret can make up messages that the receiver believes.
        requireRightsOf(principal, endpoint, deps.messageFields)
        const secret = makeSecret()
        const sealed = deps.seal.close(secret, secretContext(orgId, params.webhook_endpoint_id))
        const row = await storeSecret(orgId, tx, now, params.webhook_endpoint_id, sealed, body.overlap_seconds)
        if (!row) throw new Error('the endpoint was locked and is gone')
        await record(tx, deps.clock, request, {
          action: 'webhook_endpoint.secret_rolled',
          objectType: 'webhook_endpoint',
          objectId: row.webhook_endpoint_id,
          after: { overlap_seconds: body.overlap_seconds },
        })
        return { ...toWebhookEndpoint(row, now), secret }
      })
    },
  )

async function storeSecret(
  orgId: OrgId,
  tx: Tx,
  now: Date,
  endpointId: number,
  sealed: Buffer,
  overlapSeconds: number,
): Promise<WebhookEndpointRow | undefined> {
  const expiresAt = new Date(now.getTime() + overlapSeconds * 1000)
  const previous =
    overlapSeconds === 0
      ? tx`previous_secret_encrypted = null, previous_secret_expires_at = null`
      : tx`previous_secret_encrypted = secret_encrypted, previous_secret_expires_at = ${expiresAt}`
  const [row] = await tx<WebhookEndpointRow[]>`
    update webhook_endpoints
    set ${previous},
      secret_encrypted = ${sealed},
      changed_at = ${now}
    where org_id = ${orgId}
      and webhook_endpoint_id = ${endpointId}
      and webhook_endpoint_status <> 'deleted'
    returning ${endpointColumns(tx)}`
  return row
}
