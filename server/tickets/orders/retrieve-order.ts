import { Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { Input } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { findTicketsOfOrders, type OrderRow, OrderWithTickets, orderColumns, withTickets } from './order.ts'
import { type OrderKey, orderIdIn } from './order-id.ts'
import { findMembershipsOfOrders } from './order-memberships.ts'

const Params = Input({
  order_id: Type.String({ minLength: 1, maxLength: 36, description: 'the order_id or the order_uuid' }),
})

export const retrieveOrder: Operation = (app, { sql }) =>
  app.get(
    '/v1/orders/:order_id',
    {
      config: { scope: 'orders:read' },
      schema: {
        operationId: 'retrieveOrder',
        summary: 'Retrieve an order',
        description: 'With its tickets and memberships, whatever became of them.',
        tags: ['Orders'],
        params: Params,
        response: { 200: OrderWithTickets },
      },
    },
    async ({ orgId, params }) => {
      const key = orderIdIn(params.order_id)
      // One snapshot, so that an order never shows beside tickets of a moment later.
      const [order] = await sql.begin('isolation level repeatable read read only', async (tx) => {
        const orders = await findOrder(orgId, tx, key)
        const orderIds = orders.map(({ order_id }) => order_id)
        const tickets = await findTicketsOfOrders(orgId, tx, orderIds).freshPlan()
        return withTickets(orders, tickets, await findMembershipsOfOrders(orgId, tx, orderIds))
      })
      if (!order) throw new ApiError('resource_missing')
      return order
    },
  )

/** Text that is neither a number nor a UUID finds nothing. */
export const findOrder = (orgId: OrgId, sql: Db, { order_id = 0, order_uuid }: OrderKey) => sql<OrderRow[]>`
  select ${orderColumns(sql)}
  from orders
  where org_id = ${orgId}
    ${order_uuid === undefined ? sql`and order_id = ${order_id}` : sql`and order_uuid = ${order_uuid}`}`
