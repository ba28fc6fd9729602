import { type Owned, ownedRows } from '../../../access/organisations.ts'
import type { OrgId } from '../../../access/principal.ts'
import type { Sql } from '../../../platform/postgres/database.ts'
import { isBarredFrom } from '../message-scopes.ts'
import { type MessageFields, payloadFor } from '../shown-messages.ts'
import { messageIdOf, signedBody } from '../signature.ts'
import { byOrganisation, type EndpointKey, endpointName, idsOf } from './queues.ts'

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

/** How much an endpoint is to be sent next: so many messages, of so many characters in all, about what its scopes let it hear. */
export type JobRequest = EndpointKey & { room: number; lengthLeft: number; scopes: string[]; proven: boolean }

type StoredJob = {
  org_id: number
  webhook_endpoint_id: number
  webhook_delivery_id: number
  message_id: number
  sequence: number
  type: string
  attempts: number
}
export type JobRow = Owned<StoredJob>

/**
 * `unsendable` are deliveries of messages that are there no more, or that the endpoint must not have; `unread` the names of
 * endpoints with more than may be held.
 */
export type DueJobs = { jobs: Job[]; unsendable: JobRow[]; unread: Set<string> }

/** What each endpoint is to be sent next, as far as it has room and memory allows, but for what is being sent already. */
export async function readJobs(
  sql: Sql,
  now: Date,
  requests: JobRequest[],
  busy: number[],
  lengthLeft: number,
  messageFields: MessageFields,
): Promise<DueJobs> {
  const rows = (
    await byOrganisation(requests, (orgId, orgRequests) => findJobs(orgId, sql, now, orgRequests, busy))
  ).flat()
  const scopesOf = new Map(requests.map((request) => [endpointName(request), request.scopes]))
  const scopesFor = (row: JobRow) => scopesOf.get(nameOfRow(row)) ?? []
  const isBarred = (row: JobRow) => isBarredFrom({ scopes: scopesFor(row) }, row.type)
  const rowsInTurn = oneOfEachInTurn(rows.filter((row) => !isBarred(row)))
  const payloads = await readPayloads(sql, rowsInTurn, lengthLeft)
  const due: DueJobs = { jobs: [], unsendable: rows.filter(isBarred), unread: new Set() }
  const left = new Map(requests.map((request) => [endpointName(request), request.lengthLeft]))
  let leftOfAll = lengthLeft
  for (const row of rowsInTurn) {
    const name = nameOfRow(row)
    const payload = payloads.get(messageKey(row))
    const leftHere = left.get(name) ?? 0
    if (payload === undefined) due.unsendable.push(row)
    else if (payload === null || leftHere <= 0 || leftOfAll <= 0) due.unread.add(name)
    else {
      const job = toJob(row, payloadFor(scopesFor(row), messageFields, row.type, payload))
      due.jobs.push(job)
      left.set(name, leftHere - job.body.length)
      leftOfAll -= job.body.length
    }
  }
  return due
}

const findJobs = (orgId: OrgId, sql: Sql, now: Date, requests: JobRequest[], busy: number[]) =>
  ownedRows(sql<StoredJob[]>`
    select d.org_id, d.webhook_endpoint_id, d.webhook_delivery_id, d.message_id, d.sequence, d.type, d.attempts
    from unnest(
      ${idsOf(requests)}::bigint[], ${requests.map(({ room }) => room)}::int[],
      ${requests.map(({ proven }) => proven)}::boolean[]
    ) as w (webhook_endpoint_id, room, proven)
    cross join lateral (
      select d.org_id, d.webhook_endpoint_id, d.webhook_delivery_id, d.message_id, d.sequence, d.type, d.attempts
      from webhook_deliveries d
      where d.org_id = ${orgId}
        and d.webhook_endpoint_id = w.webhook_endpoint_id
        and d.webhook_delivery_status = 'pending'
        and d.due_at <= ${now}
        and (w.proven or d.type = 'ping')
        and d.webhook_delivery_id not in (select unnest(${busy}::bigint[]))
      order by d.due_at, d.webhook_delivery_id
      limit w.room
    ) d`)

const nameOfRow = (row: JobRow) => endpointName({ orgId: row.org_id, endpointId: row.webhook_endpoint_id })

/** The first of each endpoint, then the second of each: long messages of one must not use up what all may hold. */
function oneOfEachInTurn(rows: JobRow[]): JobRow[] {
  const byEndpoint = [...Map.groupBy(rows, nameOfRow).values()]
  const longest = Math.max(0, ...byEndpoint.map(({ length }) => length))
  return Array.from({ length: longest }, (_, place) => byEndpoint.flatMap((jobs) => jobs[place] ?? [])).flat()
}

const toJob = (row: JobRow, payload: string): Job => ({
  orgId: row.org_id,
  endpointId: row.webhook_endpoint_id,
  deliveryId: row.webhook_delivery_id,
  type: row.type,
  attempts: row.attempts,
  webhookId: messageIdOf(row.message_id),
  body: signedBody(payload, row.sequence),
})

type MessageKey = { org_id: number; message_id: number }
const messageKey = ({ org_id, message_id }: MessageKey): string => `${org_id} ${message_id}`

/**
 * As the text that was written: the bytes that are signed must not depend on how a program prints JSON. Once so much has been
 * read of an organisation, in the order that was asked for, the rest is null; what is not there at all is not in the answer.
 */
async function readPayloads(sql: Sql, jobs: JobRow[], bytesMax: number): Promise<Map<string, string | null>> {
  const messages = [...new Map(jobs.map((job) => [messageKey(job), job])).values()]
  const keys = messages.map(({ org_id: orgId, message_id: messageId }) => ({ orgId, messageId }))
  const rows = await byOrganisation(
    keys,
    (orgId, orgKeys) => sql<(MessageKey & { payload: string | null })[]>`
      select org_id, message_id, case when bytes_before < ${bytesMax} then payload end as payload
      from (
        select m.org_id, m.message_id, m.payload, coalesce(
            sum(octet_length(m.payload)) over (order by w.place rows between unbounded preceding and 1 preceding), 0
          ) as bytes_before
        from unnest(${orgKeys.map(({ messageId }) => messageId)}::bigint[]) with ordinality as w (message_id, place)
        join webhook_messages m on m.org_id = ${orgId} and m.message_id = w.message_id
      ) m`,
  )
  return new Map(rows.flat().map((row) => [messageKey(row), row.payload]))
}
