import type { OrgId } from '../../access/principal.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { ListOf } from '../../platform/http/lists.ts'
import type { Operation } from '../../platform/operation.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { orderIdIn } from '../../tickets/orders/order-id.ts'
import { findOrder } from '../../tickets/orders/retrieve-order.ts'
import { Refund, type RefundRow, selectRefunds, toRefund } from './refund.ts'
import { OrderParams } from './refund-order.manage.ts'

const Reply = ListOf('refunds', Refund)

export const listOrderRefunds: Operation = (app, { sql }) =>
  app.get(
    '/v1/manage/orders/:order_id/refunds',
    {
      config: { scope: 'refunds:manage' },
      schema: {
        operationId: 'listOrderRefunds',
        summary: 'List the refunds of an order',
        description: 'All of them, oldest first: pending, succeeded and failed.',
        tags: ['Orders'],
        params: OrderParams,
        response: { 200: Reply },
      },
    },
    async ({ orgId, params }) => {
      const [order] = await findOrder(orgId, sql, orderIdIn(params.order_id))
      if (!order) throw new ApiError('resource_missing')
      const rows = await findRefunds(orgId, sql, order.order_id)
      return {
        object: 'refunds',
        url: `/v1/manage/orders/${params.order_id}/refunds`,
        has_more: false,
        data: rows.map(toRefund),
      }
    },
  )

const findRefunds = (orgId: OrgId, sql: Db, orderId: number) => sql<RefundRow[]>`
  ${selectRefunds(sql, orgId)}
  where r.org_id = ${orgId}
    and p.org_id = ${orgId}
    and r.refund_id = any (array(
      select f.refund_id
      from payments m
      join refunds f on f.org_id = ${orgId} and f.payment_id = m.payment_id
      where m.org_id = ${orgId}
        and m.order_id = ${orderId}
      union all
      select refund_id
      from refunds
      where org_id = ${orgId}
        and order_id = ${orderId}
    ))
  order by r.created_at, r.refund_id`
