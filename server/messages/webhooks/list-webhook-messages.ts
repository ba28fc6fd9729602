import { type Static, Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import type { May } from '../../platform/http/guarded-fields.ts'
import { Limit, ListOf } from '../../platform/http/lists.ts'
import { Input, Integer } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import type { Db, Sql } from '../../platform/postgres/database.ts'
import type { SystemClock } from '../../platform/values/clock.ts'
import { typesShownTo } from './message-scopes.ts'
import { numberMessages } from './number-messages.ts'
import { dataSeenBy, type MessageFields, type MessageFieldsDeps } from './shown-messages.ts'
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
/** Messages that are looked at for one page: a key that may read few of them would else look through millions with each request. */
const LOOKED_AT_MAX = 5000

const Query = Input({
  after: Integer({ minimum: 0, default: 0, description: 'sequence of the last message that you have' }),
  limit: Limit(100, 20),
})

export const listWebhookMessages: Operation<MessageFieldsDeps> = (app, { sql, systemClock, messageFields }) =>
  app.get(
    '/v1/webhook_messages',
    {
      config: { scope: 'webhooks:read', shows: 'by_field' },
      schema: {
        operationId: 'listWebhookMessages',
        summary: 'Read messages in order',
        description: [
          'What webhooks send, by sequence, with or without an endpoint: all types of which the key has the scope; with all scopes there',
          'are no gaps. Messages are kept for 30 days. A receiver that has seen a number has seen, or can read, every lower one that it may',
          'read. A page may hold fewer than limit, where messages are long or most are of other types: go on while has_more is true.',
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
    async ({ orgId, principal, may, query: { after, limit } }) => {
      await numberAll(orgId, sql, systemClock)
      const { last_sequence, next_sequence } = await readSequences(orgId, sql, after)
      const lookUpTo = next_sequence === null ? last_sequence : Math.min(last_sequence, next_sequence + LOOKED_AT_MAX)
      const rows = await findMessages(orgId, sql, typesShownTo(principal), { after, upTo: lookUpTo, limit })
      const page = rows.slice(0, limit).filter((row): row is Message => row.payload !== null)
      const isCut = rows.length > page.length
      return {
        object: 'webhook_messages',
        url: '/v1/webhook_messages',
        has_more: isCut || lookUpTo < last_sequence,
        // What was looked at and is not on the page is not for this key: the next look begins behind it.
        next_after: isCut ? (page.at(-1)?.sequence ?? after) : Math.max(after, lookUpTo),
        last_sequence,
        data: page.map((message) => toWebhookMessage(message, may, messageFields)),
      }
    },
  )

/** A caller may read what it has just caused, also where no worker is running. */
async function numberAll(orgId: OrgId, sql: Sql, systemClock: SystemClock): Promise<void> {
  const [waiting] = await sql`
    select 1 as one
    from webhook_messages
    where org_id = ${orgId}
      and sequence is null
    limit 1`
  for (let more = waiting !== undefined; more; ) more = await numberMessages(orgId, sql, systemClock, 'wait')
}

type Sequences = { last_sequence: number; next_sequence: number | null }

/** The last number that was given out, and that of the next message that is still kept. */
async function readSequences(orgId: OrgId, sql: Db, after: number): Promise<Sequences> {
  const [row] = await sql<Sequences[]>`
    select last_sequence, (
      select min(sequence)
      from webhook_messages
      where org_id = ${orgId}
        and sequence > ${after}
    ) as next_sequence
    from webhook_sequences
    where org_id = ${orgId}`
  return row ?? { last_sequence: 0, next_sequence: null }
}

type Payload = { type: string; timestamp: string; org_id: string; data: Record<string, unknown> }
type Row = { message_id: number; sequence: number; payload: Payload | null }
type Message = Row & { payload: Payload }

type Look = { after: number; upTo: number; limit: number }

/** One more than asked for, to know whether there are more; without its payload whatever would make the page too long. */
const findMessages = (orgId: OrgId, sql: Db, types: string[], { after, upTo, limit }: Look) => sql<Row[]>`
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
        and sequence <= ${upTo}
        and type = any (${types})
      order by sequence
      limit ${limit + 1}
    ) next
  ) measured
  order by sequence`

const toWebhookMessage = ({ message_id, sequence, payload }: Message, may: May, fields: MessageFields) =>
  ({
    message_id: messageIdOf(message_id),
    type: payload.type,
    timestamp: payload.timestamp,
    org_id: payload.org_id,
    data: dataSeenBy(may, fields, payload.type, payload.data),
    sequence,
  }) satisfies Static<typeof WebhookMessage>
