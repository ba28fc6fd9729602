import type { OrgId } from '../../access/principal.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { Id, Input } from '../../platform/http/schema.ts'
import { change } from '../../platform/idempotency/idempotency.ts'
import type { Operation } from '../../platform/operation.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { orderOfSecret, SecretHeader } from '../../tickets/orders/order-secret.ts'
import { cardSecretOf } from './card-secret.ts'
import { CardSecret } from './given-card-secret.ts'

export const createOwnCardSecret: Operation = (app, deps) =>
  app.post(
    '/v1/storefront/order/memberships/:membership_member_id/card_secret',
    {
      config: { scope: 'baskets:write', publishable: 'bearer' },
      schema: {
        operationId: 'createOwnCardSecret',
        summary: 'Get the secret of a card that the buyer’s own order has bought',
        description: 'By the order’s secret. With it the card is shown, as on its page.',
        tags: ['Storefront'],
        headers: SecretHeader,
        params: Input({ membership_member_id: Id() }),
        response: { 200: CardSecret },
      },
    },
    async (request, reply) => {
      const { orgId, headers } = request
      const { membership_member_id: memberId } = request.params
      const orderId = await orderOfSecret(deps, orgId, headers)
      const [member] = await findBoughtMember(orgId, deps.sql, orderId, memberId)
      // Nothing is written but the answer, for a caller that repeats the request under its key.
      return change({ ...deps, orgId, request, reply }, async () => {
        if (!member) throw new ApiError('resource_missing')
        return { card_secret: cardSecretOf(deps.seal, orgId, { memberId, version: member.secret_version }) }
      })
    },
  )

/** Of an order that was confirmed before the links were revoked nothing is found: its secret may be in the hands of whom they were taken from. */
const findBoughtMember = (orgId: OrgId, sql: Db, orderId: number, memberId: number) => sql<
  { secret_version: number }[]
>`
  select m.secret_version
  from order_lines l
  join orders o on o.org_id = ${orgId} and o.order_id = l.order_id
  join members m on m.org_id = ${orgId} and m.membership_member_id = l.membership_member_id
  where l.org_id = ${orgId}
    and l.order_id = ${orderId}
    and l.membership_member_id = ${memberId}
    and (m.secret_revoked_at is null or o.confirmed_at > m.secret_revoked_at)`
