import { type Static, Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import { idInCursor, keysetPage } from '../../platform/http/cursor.ts'
import { Limit, ListOf } from '../../platform/http/lists.ts'
import { Id, Input, Nullable, OneOf, Text } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import { type Db, when } from '../../platform/postgres/database.ts'
import {
  DeliveryStatus,
  deliveryColumns,
  toWebhookDelivery,
  WebhookDelivery,
  type WebhookDeliveryRow,
} from './delivery.ts'
import { messageTypes } from './message-types.ts'

const Query = Input({
  webhook_endpoint_id: Type.Optional(Id()),
  status: Type.Optional(DeliveryStatus),
  type: Type.Optional(OneOf([...messageTypes])),
  limit: Limit(100, 20),
  cursor: Type.Optional(Text(300, { description: 'next_cursor of the page before' })),
})

export const listWebhookDeliveries: Operation = (app, { sql }) =>
  app.get(
    '/v1/webhook_deliveries',
    {
      config: { scope: 'webhooks:read' },
      schema: {
        operationId: 'listWebhookDeliveries',
        summary: 'Read the delivery log',
        description: 'What was sent to endpoints and what they answered, newest first. Kept for 30 days.',
        tags: ['Webhooks'],
        querystring: Query,
        response: { 200: ListOf('webhook_deliveries', WebhookDelivery, { next_cursor: Nullable(Type.String()) }) },
      },
    },
    async ({ orgId, principal, query }) => {
      const { limit, cursor, ...rest } = query
      const filters = { list: 'webhook_deliveries', ...rest }
      const before = idInCursor(cursor, filters)
      const rows = await findDeliveries(orgId, sql, query, before)
      const { has_more, page, next_cursor } = keysetPage(rows, limit, filters, (row) => [row.webhook_delivery_id])
      return {
        object: 'webhook_deliveries',
        url: '/v1/webhook_deliveries',
        has_more,
        next_cursor,
        data: page.map((row) => toWebhookDelivery(row, principal)),
      }
    },
  )

const findDeliveries = (orgId: OrgId, sql: Db, q: Static<typeof Query>, before: number | undefined) =>
  sql<WebhookDeliveryRow[]>`
    select ${deliveryColumns(orgId, sql)}
    from webhook_deliveries d
    where d.org_id = ${orgId}
      ${when(sql, q.webhook_endpoint_id, (id) => sql`and d.webhook_endpoint_id = ${id}`)}
      ${when(sql, q.status, (status) => sql`and ${isStatus(sql, status)}`)}
      ${when(sql, q.type, (type) => sql`and d.type = ${type}`)}
      ${when(sql, before, (id) => sql`and d.webhook_delivery_id < ${id}`)}
    order by d.webhook_delivery_id desc
    limit ${q.limit + 1}`

/** Spelt out, because a parameter would not be recognised as what the partial indexes hold. */
const isStatus = (sql: Db, status: Static<typeof DeliveryStatus>) =>
  ({
    pending: sql`d.webhook_delivery_status = 'pending'`,
    succeeded: sql`d.webhook_delivery_status = 'succeeded'`,
    failed: sql`d.webhook_delivery_status = 'failed' and d.webhook_delivery_status in ('failed', 'cancelled')`,
    cancelled: sql`d.webhook_delivery_status = 'cancelled' and d.webhook_delivery_status in ('failed', 'cancelled')`,
  })[status]
