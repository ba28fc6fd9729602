import { type Static, Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import { CustomerParams, customerResource, userIdOf } from '../../people/customers/customer-resource.ts'
import { idInCursor, keysetPage } from '../../platform/http/cursor.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { afterInTime, NextCursor } from '../../platform/http/keyset.ts'
import { Limit, ListOf } from '../../platform/http/lists.ts'
import { Input, Nullable, OneOf, Text } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import { type Db, when } from '../../platform/postgres/database.ts'
import type { Fragment } from '../../platform/postgres/sql.ts'
import { unixSeconds } from '../../platform/values/clock.ts'
import { orderIdIn } from '../orders/order-id.ts'
import { findOrder } from '../orders/retrieve-order.ts'

const mailStatuses = ['pending', 'sent', 'failed', 'unknown', 'dropped'] as const

const OrderMail = Type.Object(
  {
    mail_id: Type.Integer(),
    order_id: Nullable(Type.Integer()),
    kind: Nullable(Type.String({ description: 'as in the list of mails; null: none of those' })),
    email_address: Nullable(
      Type.String({ description: 'where it went; null: nowhere yet, or the buyer is forgotten' }),
    ),
    mail_status: OneOf([...mailStatuses], { description: 'dropped: there was nothing to tell, or nobody to tell it' }),
    error_code: Nullable(Type.String({ description: 'why it was not sent, as smtp_550 or suppressed' })),
    attempts: Type.Integer(),
    created: Type.Integer({ description: 'Unix seconds' }),
    changed_unix: Type.Integer({ description: 'Unix seconds; of one that was sent, when' }),
  },
  { title: 'OrderMail' },
)

export const OrderMailRow = Type.Object({
  mail_id: Type.Integer(),
  order_id: Nullable(Type.Integer()),
  kind: Nullable(Type.String()),
  email_address: Nullable(Type.String()),
  mail_status: OneOf([...mailStatuses]),
  error_code: Nullable(Type.String()),
  attempts: Type.Integer(),
  created_at: Type.Unsafe<Date>({ type: 'object' }),
  changed_at: Type.Unsafe<Date>({ type: 'object' }),
})
type OrderMailRow = Static<typeof OrderMailRow>

const Query = Input({
  limit: Limit(100, 20),
  cursor: Type.Optional(Text(200, { description: 'next_cursor of the page before' })),
})

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
        querystring: Query,
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
        querystring: Query,
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

const byTime = { table: 'mails', id: 'mail_id', order: 'newest first' } as const

const findMails = (orgId: OrgId, sql: Db, ofOrders: Fragment, limit: number, before: number | undefined) => sql<
  OrderMailRow[]
>`
  select mail_id, order_id, kind, email_address, mail_status, error_code, attempts, created_at, changed_at
  from mails t
  where org_id = ${orgId}
    and ${ofOrders}
    ${when(sql, before, (id) => sql`and ${afterInTime(sql, { ...byTime, orgId }, id)}`)}
  order by created_at desc, mail_id desc
  limit ${limit + 1}`

const toOrderMail = (row: OrderMailRow) =>
  ({
    mail_id: row.mail_id,
    order_id: row.order_id,
    kind: row.kind,
    email_address: row.email_address,
    mail_status: row.mail_status,
    error_code: row.error_code,
    attempts: row.attempts,
    created: unixSeconds(row.created_at),
    changed_unix: unixSeconds(row.changed_at),
  }) satisfies Static<typeof OrderMail>
