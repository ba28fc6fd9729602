import { Type } from 'typebox'
import { record } from '../../access/audit/record.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { Input } from '../../platform/http/schema.ts'
import { change } from '../../platform/idempotency/idempotency.ts'
import type { Operation } from '../../platform/operation.ts'
import { orderIdIn } from '../../tickets/orders/order-id.ts'
import { orderSecretOf } from '../../tickets/orders/order-secret.ts'
import { NewSecret } from './new-secret.ts'

export const revokeOrderSecret: Operation = (app, deps) =>
  app.post(
    '/v1/manage/orders/:order_id/revoke_secret',
    {
      config: { scope: 'orders:manage' },
      schema: {
        operationId: 'revokeOrderSecret',
        summary: 'Revoke the links to an order',
        description:
          'For a link that a stranger has got hold of. Every order_secret given out before is dead at once, and with it the ' +
          'ticket page; barcodes stay as they are, so re-issue the tickets too where they were seen.',
        tags: ['Orders'],
        params: Input({
          order_id: Type.String({ minLength: 1, maxLength: 36, description: 'the order_id or the order_uuid' }),
        }),
        response: { 200: NewSecret },
      },
    },
    (request, reply) => {
      const { orgId } = request
      const { order_id = 0, order_uuid } = orderIdIn(request.params.order_id)
      return change({ ...deps, orgId, request, reply }, async (tx) => {
        const [order] = await tx<{ order_id: number; secret_version: number }[]>`
          update orders
          set secret_version = secret_version + 1, changed_at = ${deps.clock(orgId)}
          where org_id = ${orgId}
            ${order_uuid === undefined ? tx`and order_id = ${order_id}` : tx`and order_uuid = ${order_uuid}`}
          returning order_id, secret_version`
        if (!order) throw new ApiError('resource_missing')
        const entry = { action: 'order.secret_revoked', objectType: 'order', objectId: order.order_id }
        await record(tx, deps.clock, request, entry)
        return { order_secret: orderSecretOf(deps.seal, orgId, order.order_id, order.secret_version) }
      })
    },
  )
