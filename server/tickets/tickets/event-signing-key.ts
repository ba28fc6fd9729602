import { type Static, Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { Id, Input, Nullable, OneOf } from '../../platform/http/schema.ts'
import type { Db, Tx } from '../../platform/postgres/database.ts'
import { unixSeconds } from '../../platform/values/clock.ts'
import { ticketStatus } from '../../programme/statuses.ts'
import { signingKeyPrefix } from './ticket-code.ts'

export const SIGNING_KEYS_PATH = '/v1/manage/events/:event_id/signing_keys'
export const EventParams = Input({ event_id: Id() })

export const EventSigningKey = Type.Object(
  {
    signing_key_id: Type.Integer(),
    public_key: Type.String({ description: 'Ed25519, base64url' }),
    status: OneOf(['signing', 'retired'], { description: 'retired: signs no more, and still verifies' }),
    active_tickets: Type.Integer({ description: 'active tickets whose barcodes it has signed' }),
    retired_at: Nullable(Type.Integer({ description: 'Unix seconds' })),
    created: Type.Integer({ description: 'Unix seconds' }),
  },
  { title: 'EventSigningKey' },
)

export type SigningKeyRow = { signing_key_id: number; public_key: Buffer; retired_at: Date | null; created_at: Date }

/** So that an event's keys are replaced and deleted one after the other. */
export async function lockKeysOf(orgId: OrgId, tx: Tx, eventId: number): Promise<void> {
  const [event] = await tx<{ event_id: number }[]>`
    select event_id
    from events
    where org_id = ${orgId}
      and event_id = ${eventId}
    for no key update`
  if (!event) throw new ApiError('resource_missing')
}

/** Never the private half. */
export const selectSigningKeys = (sql: Db, orgId: OrgId, eventId: number) => sql<SigningKeyRow[]>`
  select signing_key_id, public_key, retired_at, created_at
  from event_signing_keys
  where org_id = ${orgId}
    and event_id = ${eventId}
  order by created_at, signing_key_id`

export const toEventSigningKey = (row: SigningKeyRow, activeTickets: number) =>
  ({
    signing_key_id: row.signing_key_id,
    public_key: row.public_key.toString('base64url'),
    status: row.retired_at === null ? 'signing' : 'retired',
    active_tickets: activeTickets,
    retired_at: row.retired_at === null ? null : unixSeconds(row.retired_at),
    created: unixSeconds(row.created_at),
  }) satisfies Static<typeof EventSigningKey>

/** How many active tickets bear a code of each key, which every code names in its first characters. */
export async function countByKey(
  orgId: OrgId,
  sql: Db,
  eventId: number,
  keyIds: number[],
): Promise<Map<number, number>> {
  const prefixes = new Map(keyIds.map((id) => [signingKeyPrefix(id), id]))
  const rows = await sql<{ prefix: string; tickets: number }[]>`
    select left(barcode, 8) as prefix, count(*) as tickets
    from tickets
    where org_id = ${orgId}
      and event_id = ${eventId}
      and ticket_status_id = ${ticketStatus.active}
      and left(barcode, 8) = any (${[...prefixes.keys()]}::text[])
    group by left(barcode, 8)`
  return new Map(rows.map(({ prefix, tickets }) => [prefixes.get(prefix) ?? 0, tickets]))
}
