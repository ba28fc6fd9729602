import type { OrgId } from '../../access/principal.ts'
import type { Unsent } from '../../platform/batches/begin-batch.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { Fragment } from '../../platform/postgres/sql.ts'
import type { Clock } from '../../platform/values/clock.ts'
import type { MessageType } from './message-types.ts'

export type Message = { type: MessageType; data: object }

/**
 * Writes the message of a change in the transaction of the change, so that neither is ever there without the other. The
 * payload is frozen now: what a receiver gets is what was true at this moment, however late it is delivered.
 */
export const publish = (orgId: OrgId, tx: Tx, clock: Clock, type: MessageType, data: object): Promise<void> =>
  publishAll(orgId, tx, clock, [{ type, data }])

/** The messages of a change that concerns many, in one statement; they are numbered in this order. */
export async function publishAll(orgId: OrgId, tx: Tx, clock: Clock, messages: Message[]): Promise<void> {
  await Promise.all(messageInserts(orgId, tx, clock, messages))
}

/** The statement that writes the messages, to be sent with other statements; none for no messages. */
export function messageInserts(orgId: OrgId, tx: Tx, clock: Clock, messages: Message[]): Unsent[] {
  if (messages.length === 0) return []
  const at = clock(orgId)
  const payloads = messages.map(({ type, data }) =>
    JSON.stringify({ type, timestamp: at.toISOString(), org_id: String(orgId), data }),
  )
  // The id 0 asks for the next one of the node that has the organisation's rows: messages are numbered in that order.
  // A payload has no line feed of its own. As lines they need no quoting, which costs both sides more than the insert.
  return [
    tx`
      insert into webhook_messages (org_id, message_id, type, payload, created_at)
      select ${orgId}, 0, type, payload, ${at}
      from rows from (
        unnest(${messages.map(({ type }) => type)}::text[]),
        string_to_table(${payloads.join('\n')}::text, E'\n')
      ) with ordinality as m (type, payload, place)
      order by place`,
  ]
}

/**
 * Writes messages whose rows need not leave the database for it: `messages` is a query of `type`, `data` (json) and `place`,
 * their order.
 */
export async function publishSelected(orgId: OrgId, tx: Tx, clock: Clock, messages: Fragment): Promise<void> {
  await messageInsertFrom(orgId, tx, clock, messages)
}

/** The statement that writes the messages of a query of `type`, `data` (json) and `place`, to be sent with others. */
export function messageInsertFrom(orgId: OrgId, tx: Tx, clock: Clock, messages: Fragment): Unsent {
  const at = clock(orgId)
  return tx`
    insert into webhook_messages (org_id, message_id, type, payload, created_at)
    select ${orgId}, 0, m.type,
      json_build_object(
        'type', m.type, 'timestamp', ${at.toISOString()}::text, 'org_id', ${String(orgId)}::text, 'data', m.data
      )::text,
      ${at}
    from (${messages}) m
    order by m.place`
}
