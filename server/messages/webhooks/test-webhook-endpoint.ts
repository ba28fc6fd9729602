import { record } from '../../access/audit/record.ts'
import { Id, Input } from '../../platform/http/schema.ts'
import { change } from '../../platform/idempotency/idempotency.ts'
import type { Operation } from '../../platform/operation.ts'
import { showDelivery, WebhookDelivery } from './delivery.ts'
import { requireEnabled } from './require-enabled.ts'
import { sendPing } from './send-ping.ts'

const Params = Input({ webhook_endpoint_id: Id() })

export const testWebhookEndpoint: Operation = (app, deps) =>
  app.post(
    '/v1/webhook_endpoints/:webhook_endpoint_id/test',
    {
      config: { scope: 'webhooks:write' },
      schema: {
        operationId: 'testWebhookEndpoint',
        summary: 'Send a ping to a webhook endpoint',
        description:
          'A message of the type ping, to this endpoint only and whatever its types; sent once. Its first 2xx proves a new endpoint: until then it is tried again, in the place of the ping that was waiting. The delivery log tells what it answered.',
        tags: ['Webhooks'],
        params: Params,
        response: { 201: WebhookDelivery },
      },
    },
    (request, reply) => {
      const { orgId, principal } = request
      const { webhook_endpoint_id: endpointId } = request.params
      reply.code(201)
      return change({ ...deps, orgId, request, reply }, async (tx) => {
        await requireEnabled(orgId, tx, endpointId)
        const deliveryId = await sendPing(orgId, tx, deps, endpointId)
        const entry = { action: 'webhook_endpoint.tested', objectType: 'webhook_endpoint', objectId: endpointId }
        await record(tx, deps.clock, request, entry)
        return showDelivery(orgId, tx, principal, deliveryId)
      })
    },
  )
