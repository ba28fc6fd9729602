import { record } from '../../access/audit/record.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { Id, Input } from '../../platform/http/schema.ts'
import { change } from '../../platform/idempotency/idempotency.ts'
import type { Operation } from '../../platform/operation.ts'
import { findDelivery, showDelivery, WebhookDelivery } from './delivery.ts'
import { enqueueDeliveries } from './enqueue-deliveries.ts'
import { requireRightsOf, requireShown } from './message-scopes.ts'
import { requireProven } from './require-enabled.ts'
import type { MessageFieldsDeps } from './shown-messages.ts'

export const retryWebhookDelivery: Operation<MessageFieldsDeps> = (app, deps) =>
  app.post(
    '/v1/webhook_deliveries/:webhook_delivery_id/retry',
    {
      config: { scope: 'webhooks:write' },
      schema: {
        operationId: 'retryWebhookDelivery',
        summary: 'Send a message to its endpoint again',
        description: 'Now, as a delivery of its own with the same webhook-id, whatever became of the first.',
        tags: ['Webhooks'],
        params: Input({ webhook_delivery_id: Id() }),
        response: { 201: WebhookDelivery },
      },
    },
    (request, reply) => {
      const { orgId, principal } = request
      const { webhook_delivery_id: firstId } = request.params
      reply.code(201)
      return change({ ...deps, orgId, request, reply }, async (tx) => {
        const first = await findDelivery(orgId, tx, firstId)
        if (!first) throw new ApiError('resource_missing')
        requireShown(principal, [first.type])
        const { scopes } = await requireProven(orgId, tx, first.webhook_endpoint_id)
        requireRightsOf(principal, { types: [first.type], scopes }, deps.messageFields)
        const { webhook_endpoint_id, message_id, sequence, type } = first
        const delivery = { webhook_endpoint_id, message_id, sequence, type }
        const [newId] = await enqueueDeliveries(orgId, tx, deps.systemClock(), [delivery], { replay: true })
        const retry = await showDelivery(orgId, tx, principal, newId)
        await record(tx, deps.clock, request, {
          action: 'webhook_delivery.retried',
          objectType: 'webhook_delivery',
          objectId: firstId,
          after: { webhook_delivery_id: retry.webhook_delivery_id },
        })
        return retry
      })
    },
  )
