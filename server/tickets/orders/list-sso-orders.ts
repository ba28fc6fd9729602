import { Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import { identify, isOrderOf, readLinked, TokenHeader } from '../../people/sso/identify.ts'
import type { Identity, SsoDeps } from '../../people/sso/verify-token.ts'
import type { Operation } from '../../platform/operation.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { SsoOrder, type SsoOrderRow, toSsoOrder } from './sso-order.ts'

const List = Type.Object({
  object: Type.Unsafe<string>({ type: 'string', const: 'sso_orders', description: 'the kind of the items' }),
  data: Type.Array(SsoOrder),
})

/** The list has no pages; more than any fan has, and a bound all the same. */
const ORDERS_MAX = 1_000

export const listSsoOrders: Operation<SsoDeps> = (app, deps) =>
  app.get(
    '/v1/sso/orders',
    {
      config: { scope: 'sso:read', publishable: 'bearer' },
      schema: {
        operationId: 'listSsoOrders',
        summary: 'List the signed-in fan’s orders',
        description: 'Confirmed orders only, newest event first.',
        tags: ['Single sign-on'],
        headers: TokenHeader,
        response: { 200: List },
      },
    },
    async (request) => {
      const { orgId } = request
      const identity = await identify(request, deps)
      const rows = await readLinked(orgId, deps, identity, () => findSsoOrders(orgId, deps.sql, identity))
      return { object: 'sso_orders', data: rows.map(toSsoOrder) }
    },
  )

const findSsoOrders = async (orgId: OrgId, sql: Db, identity: Identity) => sql<SsoOrderRow[]>`
  select o.order_id, o.created_at, o.total_minor, o.currency, e.event_id, e.title as event_title, e.starts_at, e.timezone
  from orders o
  join events e on e.org_id = o.org_id and e.event_id = o.event_id
  where o.org_id = ${orgId}
    and ${isOrderOf(sql, orgId, identity)}
    and o.order_status = 'confirmed'
  order by e.starts_at desc, o.created_at desc, o.order_id desc
  limit ${ORDERS_MAX}`
