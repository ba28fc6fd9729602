import type { Sql } from '../../../platform/postgres/database.ts'

type MessageKey = { org_id: number; message_id: number }
export const messageKey = ({ org_id, message_id }: MessageKey): string => `${org_id} ${message_id}`

/**
 * As the text that was written: the bytes that are signed must not depend on how somebody prints JSON. Once so much has been
 * read, in the order that was asked for, the rest is null; what is not there at all is not in the answer.
 */
export async function readPayloads(
  sql: Sql,
  wanted: MessageKey[],
  bytesMax: number,
): Promise<Map<string, string | null>> {
  const messages = [...new Map(wanted.map((message) => [messageKey(message), message])).values()]
  if (messages.length === 0) return new Map()
  const found = await sql<(MessageKey & { payload: string | null })[]>`
    select org_id, message_id, case when bytes_before < ${bytesMax} then payload end as payload
    from (
      select m.org_id, m.message_id, m.payload, coalesce(
          sum(octet_length(m.payload)) over (order by w.place rows between unbounded preceding and 1 preceding), 0
        ) as bytes_before
      from unnest(
        ${messages.map((message) => message.org_id)}::bigint[], ${messages.map((message) => message.message_id)}::bigint[]
      ) with ordinality as w (org_id, message_id, place)
      join webhook_messages m using (org_id, message_id)
    ) m`
  return new Map(found.map((row) => [messageKey(row), row.payload]))
}
