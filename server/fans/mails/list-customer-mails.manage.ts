import { CustomerParams, customerResource, userIdOf } from '../../people/customers/customer-resource.ts'
import { idInCursor, keysetPage } from '../../platform/http/cursor.ts'
import { NextCursor } from '../../platform/http/keyset.ts'
import { ListOf } from '../../platform/http/lists.ts'
import type { Operation } from '../../platform/operation.ts'
import { findMails, MailsQuery, OrderMail, toOrderMail } from './order-mail.ts'

export const listCustomerMails: Operation = (app, { sql }) =>
  app.get(
    `${customerResource.itemPath}/mails`,
    {
      config: { scope: 'customers:manage' },
      schema: {
        operationId: 'listCustomerMails',
        summary: 'List the mails about a customer’s orders',
        description: 'As those about one order, over all that they bought.',
        tags: ['Mails'],
        params: CustomerParams,
        querystring: MailsQuery,
        response: { 200: ListOf('order_mails', OrderMail, { next_cursor: NextCursor }) },
      },
    },
    async ({ orgId, params, query }) => {
      const userId = await userIdOf(orgId, sql, params.customer_id)
      const bound = { list: 'customer_mails', user_id: userId }
      const ofOrders = sql`order_id = any (array(
        select order_id
        from orders
        where org_id = ${orgId}
          and user_id = ${userId}
      ))`
      const rows = await findMails(orgId, sql, ofOrders, query.limit, idInCursor(query.cursor, bound)).freshPlan()
      const { has_more, page, next_cursor } = keysetPage(rows, query.limit, bound, (row) => [row.mail_id])
      const url = `/v1/manage/customers/${params.customer_id}/mails`
      return { object: 'order_mails', url, has_more, next_cursor, data: page.map(toOrderMail) }
    },
  )
