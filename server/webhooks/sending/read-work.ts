import type { KeyObject } from 'node:crypto'
import { type OrgId, orgIdOf } from '../../access/principal.ts'
import type { Sql } from '../../kit/database.ts'
import type { Seal } from '../../kit/seal.ts'
import { secretContext } from '../endpoint.ts'
import { bodyOf, keyOf, messageIdOf } from '../signature.ts'
import type { Held } from './queues.ts'

/** An endpoint as the sender needs it. */
export type Target = Held & { url: string; keys: KeyObject[]; failingSince: Date | null }

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
}

/** `unreadable` are those whose secret was sealed under one that is not known here: nothing may be sent to them unsigned. */
export type Targets = { targets: Target[]; unreadable: Held[] }

/** Those that are enabled, with every secret that signs now. */
export async function readTargets(sql: Sql, seal: Seal, now: Date, held: Held[]): Promise<Targets> {
  const rows = await sql<TargetRow[]>`
    select e.org_id, e.webhook_endpoint_id, e.url, e.secret_encrypted, e.failing_since,
      case when e.previous_secret_expires_at > ${now} then e.previous_secret_encrypted end as previous_secret_encrypted
    from unnest(
      ${held.map(({ orgId }) => Number(orgId))}::bigint[], ${held.map(({ endpointId }) => endpointId)}::bigint[]
    ) as h (org_id, webhook_endpoint_id)
    join webhook_endpoints e using (org_id, webhook_endpoint_id)
    where e.webhook_endpoint_status = 'enabled'`
  const found: Targets = { targets: [], unreadable: [] }
  for (const row of rows) {
    const queue = { orgId: orgIdOf(row.org_id), endpointId: row.webhook_endpoint_id }
    const keys = keysOf(seal, row)
    if (keys) found.targets.push({ ...queue, url: row.url, keys, failingSince: row.failing_since })
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

export type Wanted = Held & { room: number }

export type JobRow = {
  org_id: number
  webhook_endpoint_id: number
  webhook_delivery_id: number
  message_id: number
  sequence: number
  type: string
  attempts: number
}

/** `missing` are deliveries of messages that are there no more. */
export type Work = { jobs: Job[]; missing: JobRow[] }

/** What each endpoint is to be sent next, as far as it has room, but for what is being sent already. */
export async function readJobs(sql: Sql, now: Date, wanted: Wanted[], busy: number[]): Promise<Work> {
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
        and d.webhook_delivery_id <> all (${busy}::bigint[])
      order by d.due_at, d.webhook_delivery_id
      limit w.room
    ) d`
  const payloads = await readPayloads(sql, rows)
  const payloadOf = (row: JobRow) => payloads.get(`${row.org_id} ${row.message_id}`)
  const jobs = rows.flatMap((row) => {
    const payload = payloadOf(row)
    return payload === undefined ? [] : [toJob(row, payload)]
  })
  return { jobs, missing: rows.filter((row) => payloadOf(row) === undefined) }
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

/** As the text that was written: the bytes that are signed must not depend on how somebody prints JSON. */
async function readPayloads(sql: Sql, rows: JobRow[]): Promise<Map<string, string>> {
  if (rows.length === 0) return new Map()
  const found = await sql<{ org_id: number; message_id: number; payload: string }[]>`
    select m.org_id, m.message_id, m.payload::text as payload
    from (
      select distinct org_id, message_id
      from unnest(
        ${rows.map((row) => row.org_id)}::bigint[], ${rows.map((row) => row.message_id)}::bigint[]
      ) as w (org_id, message_id)
    ) w
    join webhook_messages m using (org_id, message_id)`
  return new Map(found.map((row) => [`${row.org_id} ${row.message_id}`, row.payload]))
}
