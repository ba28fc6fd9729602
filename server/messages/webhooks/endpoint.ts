import { type Static, Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import { Nullable, OneOf, Text } from '../../platform/http/schema.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { unixSeconds } from '../../platform/values/clock.ts'
import { ALL_TYPES } from './message-scopes.ts'
import { messageTypes } from './message-types.ts'

export const Types = Type.Array(OneOf([ALL_TYPES, ...messageTypes]), {
  minItems: 1,
  maxItems: 100,
  description:
    'which messages it is sent; * stands for all that the key may read, those of later versions included. A type belongs to a scope, which the key needs',
})
export const Url = Text(2000, {
  description: 'absolute https address; http only for a sandbox',
})
export const Description = Text(200, { description: 'for people' })

const properties = {
  webhook_endpoint_id: Type.Integer(),
  url: Type.String(),
  description: Nullable(Type.String()),
  types: Type.Array(Type.String()),
  scopes: Type.Array(Type.String(), {
    description: 'what it may be sent messages about: the read scopes of the key that chose its types',
  }),
  status: OneOf(['enabled', 'disabled']),
  disabled_reason: Type.Unsafe<'by_request' | 'gone' | 'failing' | null>({
    type: ['string', 'null'],
    enum: ['by_request', 'gone', 'failing', null],
    description: 'gone: it answered 410; failing: five days without a success, or no answer to any ping',
  }),
  proven_at: Nullable(
    Type.Integer({ description: 'Unix seconds: its first 2xx to a ping; null until then, and messages wait' }),
  ),
  failing_since: Nullable(Type.Integer({ description: 'Unix seconds: the first failure since the last success' })),
  last_success_at: Nullable(Type.Integer()),
  previous_secret_expires_at: Nullable(Type.Integer({ description: 'until then the secret before signs, too' })),
  created_at: Type.Integer(),
}

export const WebhookEndpoint = Type.Object(properties, { title: 'WebhookEndpoint' })

export const WebhookEndpointWithSecret = Type.Object(
  { ...properties, secret: Type.String({ description: 'whsec_…; verifies what it is sent. Shown this once' }) },
  { title: 'WebhookEndpointWithSecret' },
)

const Instant = Type.Unsafe<Date | null>({ type: ['object', 'null'] })

export const WebhookEndpointRow = Type.Object({
  webhook_endpoint_id: Type.Integer(),
  url: Type.String(),
  description: Nullable(Type.String()),
  types: Type.Array(Type.String()),
  scopes: Type.Array(Type.String()),
  webhook_endpoint_status: Type.Unsafe<'enabled' | 'disabled'>({ type: 'string' }),
  disabled_reason: Type.Unsafe<'by_request' | 'gone' | 'failing' | null>({ type: ['string', 'null'] }),
  proven_at: Instant,
  failing_since: Instant,
  last_success_at: Instant,
  previous_secret_expires_at: Instant,
  created_at: Type.Unsafe<Date>({ type: 'object' }),
})
export type WebhookEndpointRow = Static<typeof WebhookEndpointRow>

export const endpointColumns = (sql: Db) => sql`
  webhook_endpoint_id, url, description, types, scopes, webhook_endpoint_status, disabled_reason, proven_at,
  failing_since, last_success_at, previous_secret_expires_at, created_at`

/** A deleted one is kept for the log of what it was sent, and is otherwise gone. */
export async function findEndpoint(
  orgId: OrgId,
  sql: Db,
  endpointId: number,
  { forUpdate = false } = {},
): Promise<WebhookEndpointRow | undefined> {
  const [row] = await sql<WebhookEndpointRow[]>`
    select ${endpointColumns(sql)}
    from webhook_endpoints
    where org_id = ${orgId}
      and webhook_endpoint_id = ${endpointId}
      and webhook_endpoint_status <> 'deleted'
    ${forUpdate ? sql`for update` : sql``}`
  return row
}

const unixOrNull = (at: Date | null) => (at ? unixSeconds(at) : null)

export const toWebhookEndpoint = (row: WebhookEndpointRow, now: Date) =>
  ({
    webhook_endpoint_id: row.webhook_endpoint_id,
    url: row.url,
    description: row.description,
    types: row.types,
    scopes: row.scopes,
    status: row.webhook_endpoint_status,
    disabled_reason: row.disabled_reason,
    proven_at: unixOrNull(row.proven_at),
    failing_since: unixOrNull(row.failing_since),
    last_success_at: unixOrNull(row.last_success_at),
    previous_secret_expires_at:
      row.previous_secret_expires_at && row.previous_secret_expires_at > now
        ? unixSeconds(row.previous_secret_expires_at)
        : null,
    created_at: unixSeconds(row.created_at),
  }) satisfies Static<typeof WebhookEndpoint>
