import type { KeyObject } from 'node:crypto'
import { type OrgId, orgIdOf } from '../../../access/principal.ts'
import type { Sql } from '../../../platform/postgres/database.ts'
import type { Seal } from '../../../platform/values/seal.ts'
import { bodyOf, keyOf, messageIdOf, secretContext } from '../signature.ts'
import { type Held, nameOf } from './queues.ts'
import { messageKey, readPayloads } from './read-payloads.ts'

/** An endpoint as the sender needs it. */
export type Target = Held & {
  url: string
  keys: KeyObject[]
  failingSince: Date | null
  /** Registered without TLS before the organisation went live: nothing is sent there any more. */
  needsHttps: boolean
}

/** One message on its way to one endpoint. */
export type Job = {
  orgId: OrgId
  endpointId: number
  deliveryId: number
  type: string
  /** Attempts that were made before. */
  attempts: number
  webhookId: string
  body: string
}

type TargetRow = {
  org_id: number
  webhook_endpoint_id: number
  url: string
  secret_encrypted: Buffer
  previous_secret_encrypted: Buffer | null
  failing_since: Date | null
  needs_https: boolean
}

/** `unreadable` are those whose secret was sealed under one that is not known here: nothing may be sent to them unsigned. */
export type Targets = { targets: Target[]; unreadable: Held[] }

/** Those that are enabled, with every secret that signs now. */
export async function readTargets(
  sql: Sql,
  seal: Seal,
  now: Date,
  held: Held[],
  { plainHttp }: { plainHttp: boolean },
): Promise<Targets> {
  const rows = await sql<TargetRow[]>`
    select e.org_id, e.webhook_endpoint_id, e.url, e.secret_encrypted, e.failing_since,
      case when e.previous_secret_expires_at > ${now} then e.previous_secret_encrypted end as previous_secret_encrypted,
      not ${plainHttp}::boolean and e.url like 'http:%' and exists (
        select 1
        from api_keys k
        where k.org_id = e.org_id
          and k.mode = 'live'
          and k.kind <> 'gk'
          and k.revoked_at is null
          and (k.expires_at is null or k.expires_at > ${now})
      ) as needs_https
    from unnest(
      ${held.map(({ orgId }) => Number(orgId))}::bigint[], ${held.map(({ endpointId }) => endpointId)}::bigint[]
    ) as h (org_id, webhook_endpoint_id)
    join webhook_endpoints e using (org_id, webhook_endpoint_id)
    where e.webhook_endpoint_status = 'enabled'`
  const found: Targets = { targets: [], unreadable: [] }
  for (const row of rows) {
    const queue = { orgId: orgIdOf(row.org_id), endpointId: row.webhook_endpoint_id }
    const keys = keysOf(seal, row)
    const { url, failing_since: failingSince, needs_https: needsHttps } = row
    if (keys) found.targets.push({ ...queue, url, keys, failingSince, needsHttps })
    else found.unreadable.push(queue)
  }
  return found
}

function keysOf(seal: Seal, row: TargetRow): KeyObject[] | undefined {
  const context = secretContext(row.org_id, row.webhook_endpoint_id)
  const sealed = [row.secret_encrypted, ...(row.previous_secret_encrypted ? [row.previous_secret_encrypted] : [])]
  try {
    return sealed.map((bytes) => keyOf(seal.open(bytes, context)))
  } catch {
    return undefined
  }
}

export type Wanted = Held & { room: number; lengthLeft: number }

export type JobRow = {
  org_id: number
  webhook_endpoint_id: number
  webhook_delivery_id: number
  message_id: number
  sequence: number
  type: string
  attempts: number
}

/** `missing` are deliveries of messages that are there no more, `unread` the names of endpoints with more than may be held. */
export type Work = { jobs: Job[]; missing: JobRow[]; unread: Set<string> }

/** What each endpoint is to be sent next, as far as it has room and memory allows, but for what is being sent already. */
export async function readJobs(
  sql: Sql,
  now: Date,
  wanted: Wanted[],
  busy: number[],
  lengthLeft: number,
): Promise<Work> {
  const rows = await sql<JobRow[]>`
    select d.org_id, d.webhook_endpoint_id, d.webhook_delivery_id, d.message_id, d.sequence, d.type, d.attempts
    from unnest(
      ${wanted.map(({ orgId }) => Number(orgId))}::bigint[], ${wanted.map(({ endpointId }) => endpointId)}::bigint[],
      ${wanted.map(({ room }) => room)}::int[]
    ) as w (org_id, webhook_endpoint_id, room)
    cross join lateral (
      select d.org_id, d.webhook_endpoint_id, d.webhook_delivery_id, d.message_id, d.sequence, d.type, d.attempts
      from webhook_deliveries d
      where d.org_id = w.org_id
        and d.webhook_endpoint_id = w.webhook_endpoint_id
        and d.webhook_delivery_status = 'pending'
        and d.due_at <= ${now}
        and d.webhook_delivery_id not in (select unnest(${busy}::bigint[]))
      order by d.due_at, d.webhook_delivery_id
      limit w.room
    ) d`
  const inTurn = oneOfEachInTurn(rows)
  const payloads = await readPayloads(sql, inTurn, lengthLeft)
  const work: Work = { jobs: [], missing: [], unread: new Set() }
  const left = new Map(wanted.map((lane) => [nameOf(lane), lane.lengthLeft]))
  let leftOfAll = lengthLeft
  for (const row of inTurn) {
    const name = laneOf(row)
    const payload = payloads.get(messageKey(row))
    const leftHere = left.get(name) ?? 0
    if (payload === undefined) work.missing.push(row)
    else if (payload === null || leftHere <= 0 || leftOfAll <= 0) work.unread.add(name)
    else {
      const job = toJob(row, payload)
      work.jobs.push(job)
      left.set(name, leftHere - job.body.length)
      leftOfAll -= job.body.length
    }
  }
  return work
}

const laneOf = (row: JobRow) => nameOf({ orgId: orgIdOf(row.org_id), endpointId: row.webhook_endpoint_id })

/** The first of each endpoint, then the second of each: long messages of one must not use up what all may hold. */
function oneOfEachInTurn(rows: JobRow[]): JobRow[] {
  const lanes = [...Map.groupBy(rows, laneOf).values()]
  const longest = Math.max(0, ...lanes.map(({ length }) => length))
  return Array.from({ length: longest }, (_, place) => lanes.flatMap((lane) => lane[place] ?? [])).flat()
}

const toJob = (row: JobRow, payload: string): Job => ({
  orgId: orgIdOf(row.org_id),
  endpointId: row.webhook_endpoint_id,
  deliveryId: row.webhook_delivery_id,
  type: row.type,
  attempts: row.attempts,
  webhookId: messageIdOf(row.message_id),
  body: bodyOf(payload, row.sequence),
})
