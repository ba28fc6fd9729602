import { findDue } from '../../access/organisations.ts'
import type { OrgId } from '../../access/principal.ts'
import type { Sql, Tx } from '../../platform/postgres/database.ts'
import type { SystemClock } from '../../platform/values/clock.ts'
import { enqueueDeliveries } from './enqueue-deliveries.ts'
import { messageScopes } from './message-scopes.ts'

const MESSAGES_AT_ONCE = 500
export const ORGANISATIONS_AT_ONCE = 100

/** Organisations with messages that have no number yet, those after one. The worker's question, across organisations. */
export async function findUnnumbered(sql: Sql, now: Date, after: number): Promise<OrgId[]> {
  const rows = await findDue(
    sql,
    now,
    (isWorkedOn) => sql<{ org_id: number }[]>`
    select distinct org_id
    from webhook_messages
    where sequence is null
      and org_id > ${after}
      and ${isWorkedOn}
    order by org_id
    limit ${ORGANISATIONS_AT_ONCE}`,
  )
  return rows.map(({ org_id }) => org_id)
}

/**
 * Numbers what is committed and writes its deliveries, some at a time; says whether there may be more. `busy` says what to
 * do when another is at it: a worker goes on to the next organisation, a reader waits, since he may ask for what he has
 * just caused.
 */
export function numberMessages(
  orgId: OrgId,
  sql: Sql,
  systemClock: SystemClock,
  busy: 'skip' | 'wait',
): Promise<boolean> {
  return sql.begin(async (tx) => {
    if (!(await lockSequence(orgId, tx, busy))) return false
    return (await numberLocked(orgId, tx, systemClock)).length === MESSAGES_AT_ONCE
  })
}

/** The organisation's number is this transaction's until it ends. */
export async function lockSequence(orgId: OrgId, tx: Tx, busy: 'skip' | 'wait' = 'wait'): Promise<boolean> {
  const lock = () => tx`
    select 1 as one
    from webhook_sequences
    where org_id = ${orgId}
    for update ${busy === 'skip' ? tx`skip locked` : tx``}`
  const [sequence] = await lock()
  if (sequence) return true
  await tx`
    insert into webhook_sequences (org_id)
    values (${orgId})
    on conflict (org_id) do nothing`
  const [newSequence] = await lock()
  return newSequence !== undefined
}

type Numbered = { message_id: number; sequence: number; type: string }
type NumberedMessage = Numbered & { endpoint_ids: number[] }

/**
 * A statement of its own, after the lock: its snapshot is newer than the lock, so it sees whatever the process that numbered before
 * has seen, and more. A ping is for the endpoint that is being tested, and for no other. One that is not proven yet gets all that
 * it missed when it is.
 */
export async function numberLocked(orgId: OrgId, tx: Tx, systemClock: SystemClock): Promise<Numbered[]> {
  const rows = await tx<NumberedMessage[]>`
    with waiting as (
      select message_id, row_number() over (order by message_id) as place
      from webhook_messages
      where org_id = ${orgId}
        and sequence is null
      order by message_id
      limit ${MESSAGES_AT_ONCE}
    ),
    numbered as (
      update webhook_messages m
      set sequence = s.last_sequence + w.place
      from waiting w, webhook_sequences s
      where m.org_id = ${orgId}
        and s.org_id = ${orgId}
        and m.message_id = w.message_id
      returning m.message_id, m.sequence, m.type
    ),
    advanced as (
      update webhook_sequences
      set last_sequence = last_sequence + (select count(*) from numbered)
      where org_id = ${orgId}
    )
    select n.message_id, n.sequence, n.type, array(
      select e.webhook_endpoint_id
      from webhook_endpoints e
      where e.org_id = ${orgId}
        and e.webhook_endpoint_status = 'enabled'
        and e.proven_at is not null
        and n.type <> 'ping'
        and (n.type = any (e.types) or '*' = any (e.types))
        and s.scope = any (e.scopes)
    ) as endpoint_ids
    from numbered n
    left join ${messageScopes(tx)} using (type)
    order by n.sequence`
  const deliveries = rows.flatMap(({ endpoint_ids, ...message }) =>
    endpoint_ids.map((webhook_endpoint_id) => ({ ...message, webhook_endpoint_id })),
  )
  await enqueueDeliveries(orgId, tx, systemClock(), deliveries)
  return rows.map(({ message_id, sequence, type }) => ({ message_id, sequence, type }))
}
