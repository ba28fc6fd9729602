import { type Static, Type } from 'typebox'
import { record } from '../../access/audit/record.ts'
import type { OrgId } from '../../access/principal.ts'
import { ApiError, invalidParameters } from '../../platform/http/errors.ts'
import { Id, Input, Integer, UnixSeconds } from '../../platform/http/schema.ts'
import { change } from '../../platform/idempotency/idempotency.ts'
import type { Operation } from '../../platform/operation.ts'
import { type Tx, when } from '../../platform/postgres/database.ts'
import { fromUnixSeconds } from '../../platform/values/clock.ts'
import type { WebhookEndpointRow } from './endpoint.ts'
import { requireRightsOf, typesSentTo } from './message-scopes.ts'
import { lockSequence } from './number-messages.ts'
import { requireProven } from './require-enabled.ts'
import type { MessageFieldsDeps } from './shown-messages.ts'

const MESSAGES_MAX = 10_000
/** Under way at once, of one organisation. */
const REPLAYS_MAX = 5

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

export const replayWebhookEndpoint: Operation<MessageFieldsDeps> = (app, deps) =>
  app.post(
    '/v1/webhook_endpoints/:webhook_endpoint_id/replay',
    {
      config: { scope: 'webhooks:write', needsProof: true, effects: ['data_out'] },
      schema: {
        operationId: 'replayWebhookEndpoint',
        summary: 'Send the messages of a time range again',
        description: [
          'Those of the types of the endpoint, whether it had them or not, by sequence and each with its own webhook-id;',
          `at most ${MESSAGES_MAX} a call: while has_more is true, ask again with after_sequence. Messages are kept for 30 days.`,
          `They are sent little by little. One replay for an endpoint, and ${REPLAYS_MAX} for an organisation, are under way at once;`,
          'another is 409 state_conflict until then. Disabling the endpoint ends it.',
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
        const endpoint = await requireProven(orgId, tx, params.webhook_endpoint_id)
        requireRightsOf(principal, endpoint, deps.messageFields)
        const range = await measure(orgId, tx, endpoint, body)
        if (range.replayed > 0) {
          await beginReplay(orgId, tx, deps.systemClock(), endpoint.webhook_endpoint_id, body, range.last_sequence)
        }
        const result = {
          webhook_endpoint_id: endpoint.webhook_endpoint_id,
          replayed: range.replayed,
          has_more: range.has_more,
          last_sequence: range.last_sequence,
        } satisfies Static<typeof Reply>
        await record(tx, deps.clock, request, {
          action: 'webhook_endpoint.replayed',
          objectType: 'webhook_endpoint',
          objectId: endpoint.webhook_endpoint_id,
          after: {
            since: body.since,
            until: body.until ?? null,
            after_sequence: body.after_sequence ?? null,
            replayed: range.replayed,
          },
        })
        return result
      })
    },
  )

type Range = { replayed: number; has_more: boolean; last_sequence: number }

/**
 * By sequence, which is the order that a call can go on from: of the time, thousands may share one moment. What has no number
 * yet will reach the endpoint by itself.
 */
async function measure(orgId: OrgId, tx: Tx, endpoint: WebhookEndpointRow, body: Static<typeof Body>): Promise<Range> {
  const { since, until, after_sequence = 0 } = body
  const [row] = await tx<{ messages: number; last_sequence: number | null }[]>`
    select count(*)::int as messages, max(sequence) filter (where place <= ${MESSAGES_MAX}) as last_sequence
    from (
      select sequence, row_number() over (order by sequence) as place
      from webhook_messages
      where org_id = ${orgId}
        and created_at > ${fromUnixSeconds(since)}
        ${when(tx, until, (unix) => tx`and created_at < ${fromUnixSeconds(unix)}`)}
        and sequence > ${after_sequence}
        and type <> 'ping'
        and type = any (${typesSentTo(endpoint)})
      order by sequence
      limit ${MESSAGES_MAX + 1}
    ) m`
  const messages = row?.messages ?? 0
  return {
    replayed: Math.min(messages, MESSAGES_MAX),
    has_more: messages > MESSAGES_MAX,
    last_sequence: row?.last_sequence ?? after_sequence,
  }
}

/** One for an endpoint, by the key of its row, and few for an organisation, under its lock: what waits is bounded by that. */
async function beginReplay(
  orgId: OrgId,
  tx: Tx,
  now: Date,
  endpointId: number,
  { since, until, after_sequence }: Static<typeof Body>,
  lastSequence: number,
): Promise<void> {
  await lockSequence(orgId, tx)
  const [under] = await tx<{ here: number; all: number }[]>`
    select count(*) filter (where webhook_endpoint_id = ${endpointId})::int as here, count(*)::int as all
    from webhook_replays
    where org_id = ${orgId}
      and cause = 'by_request'`
  if (under && under.here > 0) {
    throw new ApiError('state_conflict', { message: 'A replay for this webhook endpoint is still under way.' })
  }
  if (under && under.all >= REPLAYS_MAX) {
    throw new ApiError('state_conflict', { message: `An organisation has at most ${REPLAYS_MAX} replays under way.` })
  }
  await tx`
    insert into webhook_replays (
      org_id, webhook_endpoint_id, cause, after_sequence, through_sequence, since, until, created_at, changed_at
    ) values (
      ${orgId}, ${endpointId}, 'by_request', ${after_sequence ?? 0}, ${lastSequence}, ${fromUnixSeconds(since)},
      ${until === undefined ? null : fromUnixSeconds(until)}, ${now}, ${now}
    )`
}
