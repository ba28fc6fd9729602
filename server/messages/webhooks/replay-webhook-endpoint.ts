import { type Static, Type } from 'typebox'
import { record } from '../../access/audit/record.ts'
import type { OrgId } from '../../access/principal.ts'
import type { Operation } from '../../operation.ts'
import { invalidParameters } from '../../platform/http/errors.ts'
import { Id, Input, Integer, UnixSeconds } from '../../platform/http/schema.ts'
import { change } from '../../platform/idempotency/idempotency.ts'
import { type Tx, when } from '../../platform/postgres/database.ts'
import { fromUnixSeconds } from '../../platform/values/clock.ts'
import type { WebhookEndpointRow } from './endpoint.ts'
import { enqueueDeliveries, type NewDelivery } from './enqueue-deliveries.ts'
import { requireShown, typesSentTo } from './message-scopes.ts'
import { requireEnabled } from './require-enabled.ts'

const MESSAGES_MAX = 10_000

const Params = Input({ webhook_endpoint_id: Id() })
const Body = Input({
  since: UnixSeconds({ description: 'messages after this moment' }),
  until: Type.Optional(UnixSeconds({ description: 'and before this one; default: now' })),
  after_sequence: Type.Optional(
    Integer({
      minimum: 0,
      description: 'and after this message: last_sequence of the call before, to go on from there',
    }),
  ),
})
const Reply = Type.Object(
  {
    webhook_endpoint_id: Type.Integer(),
    replayed: Type.Integer({ description: 'messages that are being sent again' }),
    has_more: Type.Boolean({ description: `true when there were more than ${MESSAGES_MAX}` }),
    last_sequence: Type.Integer({
      description: 'number of the last message that is being sent: after_sequence of the next call, when has_more',
    }),
  },
  { title: 'WebhookReplay' },
)

export const replayWebhookEndpoint: Operation = (app, deps) =>
  app.post(
    '/v1/webhook_endpoints/:webhook_endpoint_id/replay',
    {
      config: { scope: 'webhooks:write' },
      schema: {
        operationId: 'replayWebhookEndpoint',
        summary: 'Send the messages of a time range again',
        description: [
          'Those of the types of the endpoint, whether it had them or not, by sequence and each with its own webhook-id;',
          `at most ${MESSAGES_MAX} a call: while has_more is true, ask again with after_sequence. Messages are kept for 30 days.`,
        ].join(' '),
        tags: ['Webhooks'],
        params: Params,
        body: Body,
        response: { 201: Reply },
      },
    },
    (request, reply) => {
      const { orgId, principal, params, body } = request
      if (body.until !== undefined && body.until <= body.since) {
        const message = 'until must be later than since.'
        throw invalidParameters([{ param: 'until', code: 'parameter_invalid', message }])
      }
      reply.code(201)
      return change({ ...deps, orgId, request, reply }, async (tx) => {
        const endpoint = await requireEnabled(orgId, tx, params.webhook_endpoint_id)
        requireShown(principal, typesSentTo(endpoint))
        const now = deps.clock()
        const messages = await findMessages(orgId, tx, endpoint, body)
        const replayed = messages.slice(0, MESSAGES_MAX)
        await enqueueDeliveries(orgId, tx, now, replayed, { replay: true })
        const result = {
          webhook_endpoint_id: endpoint.webhook_endpoint_id,
          replayed: replayed.length,
          has_more: messages.length > MESSAGES_MAX,
          last_sequence: replayed.at(-1)?.sequence ?? body.after_sequence ?? 0,
        } satisfies Static<typeof Reply>
        await record(tx, deps.clock, request, {
          action: 'webhook_endpoint.replayed',
          objectType: 'webhook_endpoint',
          objectId: endpoint.webhook_endpoint_id,
          after: {
            since: body.since,
            until: body.until ?? null,
            after_sequence: body.after_sequence ?? null,
            replayed: replayed.length,
          },
        })
        return result
      })
    },
  )

/**
 * By sequence, which is the order that a call can go on from: of the time, thousands may share one moment. What has no number
 * yet will reach the endpoint by itself.
 */
const findMessages = (
  orgId: OrgId,
  tx: Tx,
  endpoint: WebhookEndpointRow,
  { since, until, after_sequence }: Static<typeof Body>,
) =>
  tx<NewDelivery[]>`
    select message_id, sequence, type, ${endpoint.webhook_endpoint_id}::bigint as webhook_endpoint_id
    from webhook_messages
    where org_id = ${orgId}
      and created_at > ${fromUnixSeconds(since)}
      ${when(tx, until, (unix) => tx`and created_at < ${fromUnixSeconds(unix)}`)}
      and sequence > ${after_sequence ?? 0}
      and type <> 'ping'
      and type = any (${typesSentTo(endpoint)})
    order by sequence
    limit ${MESSAGES_MAX + 1}`
