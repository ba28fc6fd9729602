import { type Static, Type } from 'typebox'
import { record } from '../../access/audit/record.ts'
import type { OrgId } from '../../access/principal.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { Input, Nullable } from '../../platform/http/schema.ts'
import { change } from '../../platform/idempotency/idempotency.ts'
import type { Operation } from '../../platform/operation.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import {
  Description,
  endpointColumns,
  Types,
  toWebhookEndpoint,
  Url,
  type WebhookEndpointRow,
  WebhookEndpointWithSecret,
} from './endpoint.ts'
import { readUrl } from './endpoint-url.ts'
import { ALL_TYPES, readScopesOf, requireShown } from './message-scopes.ts'
import { lockSequence } from './number-messages.ts'
import { sendPing } from './send-ping.ts'
import { makeSecret, secretContext } from './signature.ts'

const ENDPOINTS_MAX = 50

const Body = Input({
  url: Url,
  description: Type.Optional(Nullable(Description)),
  types: Type.Optional(Types),
})

export const createWebhookEndpoint: Operation = (app, deps) =>
  app.post(
    '/v1/webhook_endpoints',
    {
      config: { scope: 'webhooks:write', needsProof: true, effects: ['data_out'] },
      schema: {
        operationId: 'createWebhookEndpoint',
        summary: 'Create a webhook endpoint',
        description: [
          'It is sent a ping at once, and tried again by the schedule; its first 2xx proves that a receiver is there, and it is then',
          'sent every message from now on, nothing left out. Without types: all that the key may read.',
          `An organisation has at most ${ENDPOINTS_MAX}.`,
        ].join(' '),
        tags: ['Webhooks'],
        body: Body,
        response: { 201: WebhookEndpointWithSecret },
      },
    },
    (request, reply) => {
      const { orgId, principal, body } = request
      const { types = [ALL_TYPES] } = body
      requireShown(principal, types)
      reply.code(201)
      return change({ ...deps, orgId, request, reply }, async (tx) => {
        const now = deps.systemClock()
        const url = await readUrl(orgId, tx, deps.outbound, body.url)
        await requireRoom(orgId, tx)
        const id = await nextId(tx)
        const secret = makeSecret()
        const sealed = deps.seal.close(secret, secretContext(orgId, id))
        const row = await insertEndpoint(
          orgId,
          tx,
          now,
          { ...body, url, types, scopes: readScopesOf(principal) },
          id,
          sealed,
        )
        await sendPing(orgId, tx, deps, id)
        const endpoint = toWebhookEndpoint(row, now)
        const entry = {
          action: 'webhook_endpoint.created',
          objectType: 'webhook_endpoint',
          objectId: id,
          after: endpoint,
        }
        await record(tx, deps.clock, request, entry)
        return { ...endpoint, secret }
      })
    },
  )

/** Under the organisation's lock, so that two requests cannot both take the last place. */
async function requireRoom(orgId: OrgId, tx: Tx): Promise<void> {
  await lockSequence(orgId, tx)
  const [row] = await tx<{ endpoints: number }[]>`
    select count(*)::int as endpoints
    from webhook_endpoints
    where org_id = ${orgId}
      and webhook_endpoint_status <> 'deleted'`
  if ((row?.endpoints ?? 0) >= ENDPOINTS_MAX) {
    throw new ApiError('state_conflict', { message: `An organisation has at most ${ENDPOINTS_MAX} webhook endpoints.` })
  }
}

/** The secret is sealed for its row, so the row has to have a name before it exists. */
async function nextId(tx: Tx): Promise<number> {
  const [row] = await tx<{ id: number }[]>`
    select nextval(pg_get_serial_sequence('webhook_endpoints', 'webhook_endpoint_id')) as id`
  if (!row) throw new Error('no id for the endpoint')
  return row.id
}

type Subscription = Pick<Static<typeof Body>, 'url' | 'description'> & { types: string[]; scopes: string[] }

async function insertEndpoint(
  orgId: OrgId,
  tx: Tx,
  now: Date,
  { url, description, types, scopes }: Subscription,
  id: number,
  sealed: Buffer,
): Promise<WebhookEndpointRow> {
  const [row] = await tx<WebhookEndpointRow[]>`
    insert into webhook_endpoints (
      org_id, webhook_endpoint_id, url, description, types, scopes, secret_encrypted, proven_at, waiting_after,
      created_at, changed_at
    )
    select ${orgId}, ${id}, ${url}, ${description ?? null}, ${types}, ${scopes}, ${sealed}, null, last_sequence,
      ${now}, ${now}
    from webhook_sequences
    where org_id = ${orgId}
    returning ${endpointColumns(tx)}`
  if (!row) throw new Error('insert into webhook_endpoints returned no row')
  return row
}
