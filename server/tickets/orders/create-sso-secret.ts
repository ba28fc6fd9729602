import { Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import { identify, isOrderOf, readLinked, TokenHeader } from '../../people/sso/identify.ts'
import type { Identity, SsoDeps } from '../../people/sso/verify-token.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { OrderSecretField } from '../../platform/http/guarded-fields.ts'
import { Id, Input } from '../../platform/http/schema.ts'
import { change } from '../../platform/idempotency/idempotency.ts'
import type { Operation } from '../../platform/operation.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { orderSecretOf } from './order-secret.ts'

const Reply = Type.Object(
  { order_secret: OrderSecretField({ description: 'opens the ticket page, /t/{order_secret}, and its operations' }) },
  { title: 'SsoOrderSecret' },
)

/** Beside the list and not in it: a caller that lists orders wants to show them, and need not be handed the keys to all of them. */
export const createSsoSecret: Operation<SsoDeps> = (app, deps) =>
  app.post(
    '/v1/sso/orders/:order_id/secret',
    {
      config: { scope: 'sso:read', publishable: 'bearer' },
      schema: {
        operationId: 'createSsoSecret',
        summary: 'Get a secret of one of the signed-in fan’s orders',
        description: 'With it the fan renames holders, passes tickets on and asks for refunds, as on the ticket page.',
        tags: ['Single sign-on'],
        headers: TokenHeader,
        params: Input({ order_id: Id() }),
        response: { 200: Reply },
      },
    },
    async (request, reply) => {
      const { orgId, params } = request
      const identity = await identify(request, deps)
      const [order] = await readLinked(orgId, deps, identity, () =>
        findOwnOrder(orgId, deps.sql, identity, params.order_id),
      )
      // Nothing is written but the answer, for a caller that repeats the request under its key.
      return change({ ...deps, orgId, request, reply, identity }, async () => {
        if (!order) throw new ApiError('resource_missing')
        return { order_secret: orderSecretOf(deps.seal, orgId, order.order_id, order.secret_version) }
      })
    },
  )

const findOwnOrder = async (orgId: OrgId, sql: Db, identity: Identity, orderId: number) => sql<
  { order_id: number; secret_version: number }[]
>`
  select o.order_id, o.secret_version
  from orders o
  where o.org_id = ${orgId}
    and o.order_id = ${orderId}
    and ${isOrderOf(sql, orgId, identity)}
    and o.order_status = 'confirmed'`
