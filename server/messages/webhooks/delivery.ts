import { type Static, Type } from 'typebox'
import type { OrgId, Principal } from '../../access/principal.ts'
import { Nullable, OneOf } from '../../platform/http/schema.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { unixSeconds } from '../../platform/values/clock.ts'
import { isShownTo } from './message-scopes.ts'
import { messageIdOf } from './signature.ts'

const STATUSES = ['pending', 'succeeded', 'failed', 'cancelled'] as const

const Attempt = Type.Object(
  {
    attempt_number: Type.Integer(),
    created_at: Type.Integer({ description: 'Unix seconds' }),
    response_status: Nullable(Type.Integer()),
    error_code: Nullable(
      Type.String({
        description:
          'why there was no answer: timeout, refused, name_not_found, address_not_allowed, https_required, tls, …',
      }),
    ),
    duration_ms: Type.Integer(),
    response_start: Nullable(
      Type.String({
        description:
          'the first 1,000 characters of the answer; null for a key that may not read the message, which it may quote',
      }),
    ),
  },
  { title: 'WebhookAttempt' },
)

export const DeliveryStatus = OneOf([...STATUSES])

export const WebhookDelivery = Type.Object(
  {
    webhook_delivery_id: Type.Integer(),
    webhook_endpoint_id: Type.Integer(),
    message_id: Type.String({ description: 'as in the header webhook-id' }),
    sequence: Type.Integer(),
    type: Type.String(),
    replay: Type.Boolean({ description: 'asked for by hand' }),
    status: DeliveryStatus,
    next_attempt_at: Nullable(Type.Integer({ description: 'Unix seconds; null when there will be none' })),
    succeeded_at: Nullable(Type.Integer()),
    created_at: Type.Integer(),
    attempts: Type.Array(Attempt, { description: 'in the order of time' }),
  },
  { title: 'WebhookDelivery' },
)

type AttemptRow = {
  attempt_number: number
  created_at: string
  response_status: number | null
  error_code: string | null
  duration_ms: number
  response_start: string | null
}

export const WebhookDeliveryRow = Type.Object({
  webhook_delivery_id: Type.Integer(),
  webhook_endpoint_id: Type.Integer(),
  message_id: Type.Integer(),
  sequence: Type.Integer(),
  type: Type.String(),
  replay: Type.Boolean(),
  webhook_delivery_status: Type.Unsafe<(typeof STATUSES)[number]>({ type: 'string' }),
  due_at: Type.Unsafe<Date>({ type: 'object' }),
  succeeded_at: Type.Unsafe<Date | null>({ type: ['object', 'null'] }),
  created_at: Type.Unsafe<Date>({ type: 'object' }),
  attempt_rows: Type.Unsafe<AttemptRow[] | null>({ type: ['array', 'null'] }),
})
export type WebhookDeliveryRow = Static<typeof WebhookDeliveryRow>

/** Read beside each other, by the organisation's and the delivery's id: there are ten attempts at most. */
export const deliveryColumns = (orgId: OrgId, sql: Db) => sql`
  d.webhook_delivery_id, d.webhook_endpoint_id, d.message_id, d.sequence, d.type, d.replay, d.webhook_delivery_status,
  d.due_at, d.succeeded_at, d.created_at, (
    select json_agg(json_build_object(
      'attempt_number', a.attempt_number, 'created_at', a.created_at, 'response_status', a.response_status,
      'error_code', a.error_code, 'duration_ms', a.duration_ms, 'response_start', a.response_start
    ) order by a.attempt_number)
    from webhook_attempts a
    where a.org_id = ${orgId}
      and a.webhook_delivery_id = d.webhook_delivery_id
  ) as attempt_rows`

export async function findDelivery(orgId: OrgId, sql: Db, deliveryId: number): Promise<WebhookDeliveryRow | undefined> {
  const [row] = await sql<WebhookDeliveryRow[]>`
    select ${deliveryColumns(orgId, sql)}
    from webhook_deliveries d
    where d.org_id = ${orgId}
      and d.webhook_delivery_id = ${deliveryId}`
  return row
}

/** The delivery that was just written, as the API shows it. */
export async function showDelivery(orgId: OrgId, tx: Db, principal: Principal, deliveryId: number | undefined) {
  const row = deliveryId === undefined ? undefined : await findDelivery(orgId, tx, deliveryId)
  if (!row) throw new Error('the delivery was written and cannot be found')
  return toWebhookDelivery(row, principal)
}

export const toWebhookDelivery = (row: WebhookDeliveryRow, principal: Principal) =>
  ({
    webhook_delivery_id: row.webhook_delivery_id,
    webhook_endpoint_id: row.webhook_endpoint_id,
    message_id: messageIdOf(row.message_id),
    sequence: row.sequence,
    type: row.type,
    replay: row.replay,
    status: row.webhook_delivery_status,
    next_attempt_at: row.webhook_delivery_status === 'pending' ? unixSeconds(row.due_at) : null,
    succeeded_at: row.succeeded_at ? unixSeconds(row.succeeded_at) : null,
    created_at: unixSeconds(row.created_at),
    attempts: (row.attempt_rows ?? []).map((attempt) => ({
      attempt_number: attempt.attempt_number,
      created_at: unixSeconds(new Date(attempt.created_at)),
      response_status: attempt.response_status,
      error_code: attempt.error_code,
      duration_ms: attempt.duration_ms,
      response_start: isShownTo(principal, row.type) ? attempt.response_start : null,
    })),
  }) satisfies Static<typeof WebhookDelivery>
