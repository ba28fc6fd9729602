import { Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import { idInCursor, keysetPage } from '../../platform/http/cursor.ts'
import { Limit, ListOf } from '../../platform/http/lists.ts'
import { Input, Nullable, Text } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import { type Db, when } from '../../platform/postgres/database.ts'
import { endpointColumns, toWebhookEndpoint, WebhookEndpoint, type WebhookEndpointRow } from './endpoint.ts'

const Query = Input({
  limit: Limit(100, 20),
  cursor: Type.Optional(Text(200, { description: 'next_cursor of the page before' })),
})
const bound = { list: 'webhook_endpoints' }

export const listWebhookEndpoints: Operation = (app, { sql, systemClock }) =>
  app.get(
    '/v1/webhook_endpoints',
    {
      config: { scope: 'webhooks:read' },
      schema: {
        operationId: 'listWebhookEndpoints',
        summary: 'List webhook endpoints',
        description: 'In the order in which they were created, without their secrets.',
        tags: ['Webhooks'],
        querystring: Query,
        response: { 200: ListOf('webhook_endpoints', WebhookEndpoint, { next_cursor: Nullable(Type.String()) }) },
      },
    },
    async ({ orgId, query: { limit, cursor } }) => {
      const rows = await findEndpoints(orgId, sql, limit, idInCursor(cursor, bound))
      const { has_more, page, next_cursor } = keysetPage(rows, limit, bound, (row) => [row.webhook_endpoint_id])
      return {
        object: 'webhook_endpoints',
        url: '/v1/webhook_endpoints',
        has_more,
        next_cursor,
        data: page.map((row) => toWebhookEndpoint(row, systemClock())),
      }
    },
  )

const findEndpoints = (orgId: OrgId, sql: Db, limit: number, after: number | undefined) => sql<WebhookEndpointRow[]>`
  select ${endpointColumns(sql)}
  from webhook_endpoints
  where org_id = ${orgId}
    and webhook_endpoint_status <> 'deleted'
    ${when(sql, after, (id) => sql`and webhook_endpoint_id > ${id}`)}
  order by webhook_endpoint_id
  limit ${limit + 1}`
