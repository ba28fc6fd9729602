import { Type } from 'typebox'
import type { Db } from '../postgres/database.ts'
import { invalidParameters } from './errors.ts'
import { Nullable, Text } from './schema.ts'

/** Lists that take `page_number` take a cursor as well: its pages cost the same however deep they are. */
export const Cursor = Type.Optional(Text(2000, { description: 'where the page before ended; excludes page_number' }))

export const NextCursor = Nullable(Type.String({ description: 'cursor of the next page; null on the last' }))

export function refuseTwoWaysOfPaging({ cursor, page_number }: { cursor?: string; page_number: number }): void {
  if (cursor === undefined || page_number === 1) return
  const message = 'page_number cannot go with cursor.'
  throw invalidParameters([{ param: 'page_number', code: 'parameter_invalid', message }])
}

/**
 * In a list by time, what comes after the row that the cursor names. Ids break ties only: two cells, or two nodes of a cluster, give
 * them in no common order.
 */
export const afterInTime = (
  sql: Db,
  { table, id, orgId, order }: { table: string; id: string; orgId: number; order: 'oldest first' | 'newest first' },
  cursor: number,
) => sql`
  (t.created_at, ${sql(`t.${id}`)}) ${order === 'oldest first' ? sql`>` : sql`<`} (
    select created_at, ${sql(id)}
    from ${sql(table)}
    where org_id = ${orgId}
      and ${sql(id)} = ${cursor}
  )`

/** An instant as whole microseconds: what the database keeps, and finer than a JavaScript date. */
export const microseconds = (sql: Db, column: string) => sql`(extract(epoch from ${sql(column)}) * 1000000)::bigint`

export const fromMicroseconds = (sql: Db, micros: number | string) =>
  sql`timestamptz 'epoch' + ${micros}::bigint * interval '1 microsecond'`
