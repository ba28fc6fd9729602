import { type Static, Type } from 'typebox'
import { record } from '../../access/audit/record.ts'
import type { OrgId } from '../../access/principal.ts'
import type { SessionDeps } from '../../access/staff/sessions.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { Id, Input, Nullable, OneOf } from '../../platform/http/schema.ts'
import { change } from '../../platform/idempotency/idempotency.ts'
import type { Operation } from '../../platform/operation.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { closeEndpoint } from './close-endpoint.ts'
import {
  Description,
  endpointColumns,
  findEndpoint,
  Types,
  toWebhookEndpoint,
  Url,
  WebhookEndpoint,
  type WebhookEndpointRow,
} from './endpoint.ts'
import { readUrl } from './endpoint-url.ts'
import { readScopesOf, requireRightsOf, requireShown, typesSentTo } from './message-scopes.ts'
import { unproveEndpoint } from './prove-endpoint.ts'
import { sendPing } from './send-ping.ts'
import type { MessageFieldsDeps } from './shown-messages.ts'

const Params = Input({ webhook_endpoint_id: Id() })
const Body = Input({
  url: Type.Optional(Url),
  description: Type.Optional(Nullable(Description)),
  types: Type.Optional(Types),
  status: Type.Optional(OneOf(['enabled', 'disabled'])),
})

export const changeWebhookEndpoint: Operation<MessageFieldsDeps & SessionDeps> = (app, deps) =>
  app.patch(
    '/v1/webhook_endpoints/:webhook_endpoint_id',
    {
      config: { scope: 'webhooks:write', needsProof: 'sometimes', effects: ['data_out'] },
      schema: {
        operationId: 'changeWebhookEndpoint',
        summary: 'Change, disable or enable a webhook endpoint',
        description:
          'What is not sent stays as it is. A caller who changes more than the description must be allowed to read what is sent there, and signed-in staff confirm their identity before the address changes. Disabling cancels what still waits for it; after enabling it again, a replay sends what it missed.',
        tags: ['Webhooks'],
        params: Params,
        body: Body,
        response: { 200: WebhookEndpoint },
      },
    },
    (request, reply) => {
      const { orgId, principal, params, body } = request
      requireShown(principal, body.types ?? [])
      return change({ ...deps, orgId, request, reply }, async (tx) => {
        const now = deps.systemClock()
        const before = await findEndpoint(orgId, tx, params.webhook_endpoint_id, { forUpdate: true })
        if (!before) throw new ApiError('resource_missing')
        const { url: newUrl, types: newTypes, status: newStatus } = body
        const isMore = [newUrl, newTypes, newStatus].some((field) => field !== undefined)
        if (isMore) requireRightsOf(principal, before, deps.messageFields)
        const scopes = body.types === undefined ? before.scopes : readScopesOf(principal)
        const types = body.types ?? before.types
        // A caller that may not read what it is sent could have it sent to an address of its own.
        if (body.url !== undefined) requireShown(principal, typesSentTo({ types, scopes }))
        const url = body.url === undefined ? before.url : await readUrl(orgId, tx, deps.outbound, body.url)
        const isMoved = url !== before.url
        // What leaves for an address leaves the house.
        if (isMoved) await deps.sessions.requireProof(principal)
        const isEnabling = body.status === 'enabled' && before.webhook_endpoint_status === 'disabled'
        if (isMoved) await unproveEndpoint(orgId, tx, before.webhook_endpoint_id)
        const changed = await storeChange(orgId, tx, now, before, { ...body, url, types, scopes })
        const closing = body.status === 'disabled' && before.webhook_endpoint_status === 'enabled'
        const after = closing
          ? await closeEndpoint(orgId, tx, now, before.webhook_endpoint_id, {
              status: 'disabled',
              reason: 'by_request',
            })
          : changed
        const isWaiting = after?.webhook_endpoint_status === 'enabled' && after.proven_at === null
        if (isWaiting && (isMoved || isEnabling)) await sendPing(orgId, tx, deps, before.webhook_endpoint_id)
        if (!after) throw new Error('the endpoint was locked and is gone')
        await record(tx, deps.clock, request, {
          action: 'webhook_endpoint.changed',
          objectType: 'webhook_endpoint',
          objectId: before.webhook_endpoint_id,
          before: toWebhookEndpoint(before, now),
          after: toWebhookEndpoint(after, now),
        })
        return toWebhookEndpoint(after, now)
      })
    },
  )

/** An endpoint that is enabled again starts afresh: its five days begin with its next failure. */
async function storeChange(
  orgId: OrgId,
  tx: Tx,
  now: Date,
  before: WebhookEndpointRow,
  body: Omit<Static<typeof Body>, 'types'> & { types: string[]; scopes: string[] },
): Promise<WebhookEndpointRow | undefined> {
  const enabling = body.status === 'enabled' && before.webhook_endpoint_status === 'disabled'
  const [row] = await tx<WebhookEndpointRow[]>`
    update webhook_endpoints
    set url = ${body.url ?? before.url},
      description = ${body.description === undefined ? before.description : body.description},
      types = ${body.types},
      scopes = ${body.scopes},
      ${enabling ? tx`webhook_endpoint_status = 'enabled', disabled_reason = null, failing_since = null,` : tx``}
      changed_at = ${now}
    where org_id = ${orgId}
      and webhook_endpoint_id = ${before.webhook_endpoint_id}
    returning ${endpointColumns(tx)}`
  return row
}
