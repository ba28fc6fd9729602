import { type Static, Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { Id, Input, Nullable } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { DAY_MS } from '../../platform/values/durations.ts'
import { findEndpoint, toWebhookEndpoint, WebhookEndpoint } from './endpoint.ts'
import { countPending } from './pending-deliveries.ts'

const Params = Input({ webhook_endpoint_id: Id() })

const ATTEMPTS_LOOKED_AT = 1000
const PENDING_COUNTED = 10_000

const Statistics = Type.Object(
  {
    attempts: Type.Integer({
      description: `of the last 24 hours, the newest ${ATTEMPTS_LOOKED_AT} at most; the figures below are theirs`,
    }),
    success_rate: Nullable(Type.Number({ description: 'from 0 to 1; null without an attempt' })),
    p95_ms: Nullable(Type.Integer({ description: '95 of 100 attempts took no longer' })),
    pending: Type.Integer({ description: `messages on their way or waiting; counted up to ${PENDING_COUNTED}` }),
  },
  { title: 'WebhookEndpointStatistics' },
)

export const WebhookEndpointDetail = Type.Object(
  { ...WebhookEndpoint.properties, statistics: Statistics },
  { title: 'WebhookEndpointDetail' },
)

export const retrieveWebhookEndpoint: Operation = (app, { sql, systemClock }) =>
  app.get(
    '/v1/webhook_endpoints/:webhook_endpoint_id',
    {
      config: { scope: 'webhooks:read' },
      schema: {
        operationId: 'retrieveWebhookEndpoint',
        summary: 'Retrieve a webhook endpoint with its statistics',
        description: 'The secret is shown when it is made, and never again.',
        tags: ['Webhooks'],
        params: Params,
        response: { 200: WebhookEndpointDetail },
      },
    },
    async ({ orgId, params }) => {
      const row = await findEndpoint(orgId, sql, params.webhook_endpoint_id)
      if (!row) throw new ApiError('resource_missing')
      const [attempts, pending] = await Promise.all([
        summariseAttempts(orgId, sql, row.webhook_endpoint_id, new Date(systemClock().getTime() - DAY_MS)),
        countPending(orgId, sql, row.webhook_endpoint_id, PENDING_COUNTED),
      ])
      const statistics = {
        attempts: attempts?.attempts ?? 0,
        success_rate: attempts?.success_rate ?? null,
        p95_ms: attempts?.p95_ms ?? null,
        pending,
      } satisfies Static<typeof Statistics>
      return { ...toWebhookEndpoint(row, systemClock()), statistics }
    },
  )

type Summary = { attempts: number; success_rate: number | null; p95_ms: number | null }

async function summariseAttempts(orgId: OrgId, sql: Db, endpointId: number, since: Date): Promise<Summary | undefined> {
  const [row] = await sql<Summary[]>`
    select count(*)::int as attempts,
      (avg(case when response_status between 200 and 299 then 1 else 0 end))::float8 as success_rate,
      percentile_disc(0.95) within group (order by duration_ms) as p95_ms
    from (
      select response_status, duration_ms
      from webhook_attempts
      where org_id = ${orgId}
        and webhook_endpoint_id = ${endpointId}
        and created_at > ${since}
      order by created_at desc
      limit ${ATTEMPTS_LOOKED_AT}
    ) newest`
  return row
}
