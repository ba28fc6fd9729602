import { Type } from 'typebox'
import { idInCursor, keysetPage } from '../../platform/http/cursor.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { NextCursor } from '../../platform/http/keyset.ts'
import { ListOf } from '../../platform/http/lists.ts'
import { Input } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import { orderIdIn } from '../../tickets/orders/order-id.ts'
import { findOrder } from '../../tickets/orders/retrieve-order.ts'
import { findMails, MailsQuery, OrderMail, toOrderMail } from './order-mail.ts'

export const listOrderMails: Operation = (app, { sql }) =>
  app.get(
    '/v1/manage/orders/:order_id/mails',
    {
      config: { scope: 'orders:manage' },
      schema: {
        operationId: 'listOrderMails',
        summary: 'List the mails about an order',
        description: 'Newest first, of the last 30 days: to whom each went, and what became of it.',
        tags: ['Mails'],
        params: Input({
          order_id: Type.String({ minLength: 1, maxLength: 36, description: 'the order_id or the order_uuid' }),
        }),
        querystring: MailsQuery,
        response: { 200: ListOf('order_mails', OrderMail, { next_cursor: NextCursor }) },
      },
    },
    async ({ orgId, params, query }) => {
      const [order] = await findOrder(orgId, sql, orderIdIn(params.order_id))
      if (!order) throw new ApiError('resource_missing')
      const bound = { list: 'order_mails', order_id: order.order_id }
      const ofOrder = sql`order_id = ${order.order_id}`
      const rows = await findMails(orgId, sql, ofOrder, query.limit, idInCursor(query.cursor, bound))
      const { has_more, page, next_cursor } = keysetPage(rows, query.limit, bound, (row) => [row.mail_id])
      const url = `/v1/manage/orders/${order.order_id}/mails`
      return { object: 'order_mails', url, has_more, next_cursor, data: page.map(toOrderMail) }
    },
  )
