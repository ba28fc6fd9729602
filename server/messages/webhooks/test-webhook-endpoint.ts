import { record } from '../../access/audit/record.ts'
import type { OrgId } from '../../access/principal.ts'
import type { Operation } from '../../operation.ts'
import { Id, Input } from '../../platform/http/schema.ts'
import { change } from '../../platform/idempotency/idempotency.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { Clock } from '../../platform/values/clock.ts'
import { showDelivery, WebhookDelivery } from './delivery.ts'
import { enqueueDeliveries } from './enqueue-deliveries.ts'
import { lockSequence, numberLocked } from './number-messages.ts'
import { publish } from './publish.ts'
import { requireEnabled } from './require-enabled.ts'

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
          'A message of the type ping, to this endpoint only and whatever its types; sent once. The delivery log tells what it answered.',
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
        const deliveryId = await ping(orgId, tx, deps.clock, endpointId)
        const entry = { action: 'webhook_endpoint.tested', objectType: 'webhook_endpoint', objectId: endpointId }
        await record(tx, deps.clock, request, entry)
        return showDelivery(orgId, tx, principal, deliveryId)
      })
    },
  )

/** Numbered here and now, because the delivery goes to one endpoint and not to whoever subscribes. */
async function ping(orgId: OrgId, tx: Tx, clock: Clock, endpointId: number): Promise<number> {
  await publish(orgId, tx, clock, 'ping', { webhook_endpoint_id: endpointId })
  await lockSequence(orgId, tx)
  for (;;) {
    const numbered = await numberLocked(orgId, tx, clock)
    const [message] = await tx<{ message_id: number; sequence: number }[]>`
      select message_id, sequence
      from webhook_messages
      where org_id = ${orgId}
        and message_id = currval(pg_get_serial_sequence('webhook_messages', 'message_id'))
        and sequence is not null`
    if (message) {
      const delivery = { ...message, type: 'ping', webhook_endpoint_id: endpointId }
      const [id] = await enqueueDeliveries(orgId, tx, clock(), [delivery], { byHand: true })
      if (id !== undefined) return id
    }
    if (numbered === 0) throw new Error('the ping was written and cannot be found')
  }
}
