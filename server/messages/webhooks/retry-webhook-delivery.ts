import { record } from '../../access/audit/record.ts'
import type { Operation } from '../../operation.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { Id, Input } from '../../platform/http/schema.ts'
import { change } from '../../platform/idempotency/idempotency.ts'
import { findDelivery, toWebhookDelivery, WebhookDelivery } from './delivery.ts'
import { enqueueDeliveries } from './enqueue-deliveries.ts'
import { requireEnabled } from './require-enabled.ts'

const Params = Input({ webhook_delivery_id: Id() })

export const retryWebhookDelivery: Operation = (app, deps) =>
  app.post(
    '/v1/webhook_deliveries/:webhook_delivery_id/retry',
    {
      config: { scope: 'webhooks:write' },
      schema: {
        operationId: 'retryWebhookDelivery',
        summary: 'Send a message to its endpoint again',
        description: 'Now, as a delivery of its own with the same webhook-id, whatever became of the first.',
        tags: ['Webhooks'],
        params: Params,
        response: { 201: WebhookDelivery },
      },
    },
    (request, reply) => {
      const { orgId, params } = request
      reply.code(201)
      return change({ ...deps, orgId, request, reply }, async (tx) => {
        const first = await findDelivery(orgId, tx, params.webhook_delivery_id)
        if (!first) throw new ApiError('resource_missing')
        await requireEnabled(orgId, tx, first.webhook_endpoint_id)
        const { webhook_endpoint_id, message_id, sequence, type } = first
        const delivery = { webhook_endpoint_id, message_id, sequence, type }
        const [id = 0] = await enqueueDeliveries(orgId, tx, deps.clock(), [delivery], { replay: true })
        const again = await findDelivery(orgId, tx, id)
        if (!again) throw new Error('the delivery was written and cannot be found')
        await record(tx, deps.clock, request, {
          action: 'webhook_delivery.retried',
          objectType: 'webhook_delivery',
          objectId: first.webhook_delivery_id,
          after: { webhook_delivery_id: id },
        })
        return toWebhookDelivery(again)
      })
    },
  )
