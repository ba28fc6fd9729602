import { findDue } from '../../access/organisations.ts'
import type { OrgId } from '../../access/principal.ts'
import { type Sql, type Tx, when } from '../../platform/postgres/database.ts'
import type { SystemClock } from '../../platform/values/clock.ts'
import { findEndpoint } from './endpoint.ts'
import { enqueueDeliveries, type NewDelivery } from './enqueue-deliveries.ts'
import { typesSentTo } from './message-scopes.ts'
import { ORGANISATIONS_AT_ONCE } from './number-messages.ts'
import { countPending } from './pending-deliveries.ts'

/** Deliveries that are written at once. */
const BLOCK = 1000
/** While so many wait for an endpoint, nothing is added by a replay. */
const PENDING_MAX = 10_000
/** Messages that are looked at for a block: most may be of other types. */
const LOOKED_AT_MAX = 20_000

/** Organisations with a replay under way, those after one. The worker's question, across organisations. */
export async function findReplaying(sql: Sql, now: Date, after: number): Promise<OrgId[]> {
  const rows = await findDue(
    sql,
    now,
    (isWorkedOn) => sql<{ org_id: number }[]>`
    select distinct org_id
    from webhook_replays
    where org_id > ${after}
      and ${isWorkedOn}
    order by org_id
    limit ${ORGANISATIONS_AT_ONCE}`,
  )
  return rows.map(({ org_id }) => org_id)
}

type ReplayKey = { webhook_endpoint_id: number; cause: string }

/** Puts the next block of each replay into the queue of its endpoint; says whether there is more to do at once. */
export async function streamReplays(orgId: OrgId, sql: Sql, systemClock: SystemClock): Promise<boolean> {
  const replays = await sql<ReplayKey[]>`
    select r.webhook_endpoint_id, r.cause
    from webhook_replays r
    join webhook_endpoints e using (org_id, webhook_endpoint_id)
    where r.org_id = ${orgId}
      and e.webhook_endpoint_status = 'enabled'
      and e.proven_at is not null
    order by r.webhook_endpoint_id, r.cause`
  let more = false
  for (const replay of replays) more = (await sql.begin((tx) => streamBlock(orgId, tx, systemClock(), replay))) || more
  return more
}

type ReplayRow = { after_sequence: number; through_sequence: number; since: Date | null; until: Date | null }

/** Says whether it got on. One that another worker is at is passed over. */
async function streamBlock(orgId: OrgId, tx: Tx, now: Date, replay: ReplayKey): Promise<boolean> {
  const { webhook_endpoint_id: endpointId, cause } = replay
  const [range] = await tx<ReplayRow[]>`
    select after_sequence, through_sequence, since, until
    from webhook_replays
    where org_id = ${orgId}
      and webhook_endpoint_id = ${endpointId}
      and cause = ${cause}
    for update skip locked`
  if (!range) return false
  const endpoint = await findEndpoint(orgId, tx, endpointId)
  if (endpoint?.webhook_endpoint_status !== 'enabled' || endpoint.proven_at === null) return false
  if ((await countPending(orgId, tx, endpointId, PENDING_MAX)) > PENDING_MAX - BLOCK) return false
  const upTo = await lookUpTo(orgId, tx, range)
  const messages = await findMessages(orgId, tx, endpointId, typesSentTo(endpoint), {
    ...range,
    through_sequence: upTo,
  })
  await enqueueDeliveries(orgId, tx, now, messages, { replay: cause === 'by_request' })
  const reached = messages.length === BLOCK ? (messages.at(-1)?.sequence ?? upTo) : upTo
  if (reached >= range.through_sequence) await endReplay(orgId, tx, replay)
  else await advanceReplay(orgId, tx, now, replay, reached)
  return true
}

/** From the next message that is still kept: those before it may have been purged. */
async function lookUpTo(orgId: OrgId, tx: Tx, range: ReplayRow): Promise<number> {
  const [row] = await tx<{ next_sequence: number | null }[]>`
    select min(sequence) as next_sequence
    from webhook_messages
    where org_id = ${orgId}
      and sequence > ${range.after_sequence}`
  const next = row?.next_sequence ?? range.through_sequence
  return Math.min(range.through_sequence, next + LOOKED_AT_MAX)
}

const findMessages = (orgId: OrgId, tx: Tx, endpointId: number, types: string[], range: ReplayRow) => tx<NewDelivery[]>`
  select message_id, sequence, type, ${endpointId}::bigint as webhook_endpoint_id
  from webhook_messages
  where org_id = ${orgId}
    and sequence > ${range.after_sequence}
    and sequence <= ${range.through_sequence}
    ${when(tx, range.since ?? undefined, (at) => tx`and created_at > ${at}`)}
    ${when(tx, range.until ?? undefined, (at) => tx`and created_at < ${at}`)}
    and type <> 'ping'
    and type = any (${types})
  order by sequence
  limit ${BLOCK}`

const endReplay = (orgId: OrgId, tx: Tx, { webhook_endpoint_id, cause }: ReplayKey) => tx`
  delete from webhook_replays
  where org_id = ${orgId}
    and webhook_endpoint_id = ${webhook_endpoint_id}
    and cause = ${cause}`

const advanceReplay = (orgId: OrgId, tx: Tx, now: Date, { webhook_endpoint_id, cause }: ReplayKey, to: number) => tx`
  update webhook_replays
  set after_sequence = ${to},
    changed_at = ${now}
  where org_id = ${orgId}
    and webhook_endpoint_id = ${webhook_endpoint_id}
    and cause = ${cause}`
