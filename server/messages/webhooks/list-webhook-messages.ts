import { type Static, Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import type { Operation } from '../../operation.ts'
import { Limit, ListOf } from '../../platform/http/lists.ts'
import { Input, Integer } from '../../platform/http/schema.ts'
import type { Db, Sql } from '../../platform/postgres/database.ts'
import type { Clock } from '../../platform/values/clock.ts'
import { numberMessages } from './number-messages.ts'
import { messageIdOf } from './signature.ts'

const Data = Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true })

export const WebhookMessage = Type.Object(
  {
    message_id: Type.String({ description: 'as in the header webhook-id' }),
    type: Type.String(),
    timestamp: Type.String({ description: 'ISO 8601: when it happened' }),
    org_id: Type.String(),
    data: Data,
    sequence: Type.Integer({ description: 'grows by one with each message of the organisation' }),
  },
  { title: 'WebhookMessage' },
)

/** Of one page. One message is always given, and they are at most a mebibyte each. */
const PAGE_BYTES_MAX = 4 * 1024 * 1024

const Query = Input({
  after: Integer({ minimum: 0, default: 0, description: 'sequence of the last message that you have' }),
  limit: Limit(100, 20),
})

export const listWebhookMessages: Operation = (app, { sql, clock }) =>
  app.get(
    '/v1/webhook_messages',
    {
      config: { scope: 'webhooks:read' },
      schema: {
        operationId: 'listWebhookMessages',
        summary: 'Read messages in order',
        description: [
          'What webhooks send, all types, by sequence and without gaps, with or without an endpoint. Messages are kept for 30 days.',
          'Whoever has seen a number has seen, or can read, every lower one. A page of long messages may hold fewer than limit.',
        ].join(' '),
        tags: ['Webhooks'],
        querystring: Query,
        response: {
          200: ListOf('webhook_messages', WebhookMessage, {
            next_after: Type.Integer({ description: 'after of the next page' }),
            last_sequence: Type.Integer({ description: 'the highest number that was given out' }),
          }),
        },
      },
    },
    async ({ orgId, query: { after, limit } }) => {
      await numberAll(orgId, sql, clock)
      const last_sequence = await lastSequence(orgId, sql)
      const rows = await findMessages(orgId, sql, after, limit)
      const page = rows.slice(0, limit).filter((row): row is Message => row.payload !== null)
      return {
        object: 'webhook_messages',
        url: '/v1/webhook_messages',
        has_more: rows.length > page.length,
        next_after: page.at(-1)?.sequence ?? after,
        last_sequence,
        data: page.map(toWebhookMessage),
      }
    },
  )

/** A caller may read what it has just caused, also where no worker is running. */
async function numberAll(orgId: OrgId, sql: Sql, clock: Clock): Promise<void> {
  const [waiting] = await sql`
    select 1 as one
    from webhook_messages
    where org_id = ${orgId}
      and sequence is null
    limit 1`
  for (let more = waiting !== undefined; more; ) more = await numberMessages(orgId, sql, clock, 'wait')
}

async function lastSequence(orgId: OrgId, sql: Db): Promise<number> {
  const [row] = await sql<{ last_sequence: number }[]>`
    select last_sequence
    from webhook_sequences
    where org_id = ${orgId}`
  return row?.last_sequence ?? 0
}

type Payload = { type: string; timestamp: string; org_id: string; data: Record<string, unknown> }
type Row = { message_id: number; sequence: number; payload: Payload | null }
type Message = Row & { payload: Payload }

/** One more than asked for, to know whether there are more; without its payload whatever would make the page too long. */
const findMessages = (orgId: OrgId, sql: Db, after: number, limit: number) => sql<Row[]>`
  select message_id, sequence, case when bytes_before < ${PAGE_BYTES_MAX} then payload::json end as payload
  from (
    select message_id, sequence, payload, coalesce(
        sum(octet_length(payload)) over (order by sequence rows between unbounded preceding and 1 preceding), 0
      ) as bytes_before
    from (
      select message_id, sequence, payload
      from webhook_messages
      where org_id = ${orgId}
        and sequence > ${after}
      order by sequence
      limit ${limit + 1}
    ) next
  ) measured
  order by sequence`

const toWebhookMessage = ({ message_id, sequence, payload }: Message) =>
  ({
    message_id: messageIdOf(message_id),
    type: payload.type,
    timestamp: payload.timestamp,
    org_id: payload.org_id,
    data: payload.data,
    sequence,
  }) satisfies Static<typeof WebhookMessage>
