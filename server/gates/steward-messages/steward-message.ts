import { type Static, Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import { Nullable } from '../../platform/http/schema.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { unixSeconds } from '../../platform/values/clock.ts'
import { DAY_MS } from '../../platform/values/durations.ts'

export const StewardMessage = Type.Object(
  {
    steward_message_id: Type.Integer(),
    event_id: Type.String(),
    text: Type.String(),
    created_at: Type.Integer({ description: 'Unix seconds' }),
    ends_at: Nullable(Type.Integer({ description: 'until when scanners show it; null: for a day' })),
    recalled_at: Nullable(Type.Integer()),
  },
  { title: 'StewardMessage' },
)
export type StewardMessage = Static<typeof StewardMessage>

export type StewardMessageRow = {
  steward_message_id: number
  event_id: number
  body: string
  created_at: Date
  ends_at: Date | null
  recalled_at: Date | null
}

export const toStewardMessage = (row: StewardMessageRow) =>
  ({
    steward_message_id: row.steward_message_id,
    event_id: String(row.event_id),
    text: row.body,
    created_at: unixSeconds(row.created_at),
    ends_at: row.ends_at ? unixSeconds(row.ends_at) : null,
    recalled_at: row.recalled_at ? unixSeconds(row.recalled_at) : null,
  }) satisfies StewardMessage

/**
 * The message that scanners show now: the newest, unless it was recalled or has ended. An older one does not come back:
 * it was replaced. A message is about one evening, and a day later it would mislead.
 */
export async function findShownMessage(
  orgId: OrgId,
  sql: Db,
  now: Date,
  eventId: number,
): Promise<StewardMessage | null> {
  const [row] = await sql<StewardMessageRow[]>`
    select steward_message_id, event_id, body, created_at, ends_at, recalled_at
    from steward_messages
    where org_id = ${orgId}
      and event_id = ${eventId}
      and created_at > ${new Date(now.getTime() - DAY_MS)}
    order by created_at desc, steward_message_id desc
    limit 1`
  if (!row || row.recalled_at !== null || (row.ends_at !== null && row.ends_at <= now)) return null
  return toStewardMessage(row)
}
