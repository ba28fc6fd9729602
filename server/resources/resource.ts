import type { Fragment } from 'postgres'
import type { TSchema } from 'typebox'
import type { OrgId } from '../access/principal.ts'
import type { MessageType } from '../messages/webhooks/message-types.ts'
import type { ApiError } from '../platform/http/errors.ts'
import type { Db } from '../platform/postgres/database.ts'
import { type Clock, systemClock } from '../platform/values/clock.ts'

export type Item = Record<string, unknown>

/**
 * What a body becomes in the table. Keys are column names of the program's own, never of the caller's. A fragment is a
 * value that only the database can decide on.
 */
export type Columns = Record<string, string | number | boolean | Date | string[] | Fragment | null>

/**
 * A kind of object that staff create and change one at a time. The operations in this folder are the same for all of
 * them; what differs is declared here, beside the object's schema.
 */
export type Resource<Row extends object = never> = {
  /** As in the action `venue.created`. */
  singular: string
  /** As in `createVenue` and `listVenues`; `read` where /v1 has a list and a retrieve of the same name already. */
  operationNames: { one: string; many: string; read?: { one: string; many: string } }
  /** What the list calls its items. */
  object: string
  /** Path of the list; one inside another object names that object's id: /v1/manage/events/:event_id/prices. */
  listPath: string
  /** Path of one object: /v1/manage/prices/:price_id. */
  itemPath: string
  table: string
  /** The table of the object whose id is in listPath: a list inside something that does not exist is no empty list. */
  parentTable?: string
  /** Column of the id, which is also its name in the path. */
  id: string
  tag: string
  schema: TSchema
  /** `select … from <table> t …`, without conditions; whatever it joins carries org_id, too. */
  select(sql: Db, now: Date): Fragment
  toItem(row: Row, now: Date): Item
  /** Locks of a change, where others must come before the row's own: whoever locks them in one order never deadlocks. */
  lock?: (orgId: OrgId, sql: Db, id: number) => Promise<void>
  /** What the database's own refusals mean in the API's words, by name of the constraint. */
  constraints?: Record<string, () => ApiError>
  /** Which message a change raises; `action` is what the audit log calls it, such as cancelled. */
  message?: (change: 'created' | 'changed', action: string) => MessageType
  /** What that message carries. */
  messageData?: (orgId: OrgId, sql: Db, item: Item, clock: Clock) => Promise<Item>
}

/** One object as the API shows it; `forUpdate` keeps others from changing it until this transaction ends. */
export async function findItem<Row extends object>(
  resource: Resource<Row>,
  orgId: OrgId,
  sql: Db,
  id: number,
  { forUpdate = false, clock = systemClock } = {},
): Promise<Item | undefined> {
  const now = clock()
  if (forUpdate) await lockItem(resource, orgId, sql, id)
  const [row] = await sql<Row[]>`
    ${resource.select(sql, now)}
    where t.org_id = ${orgId}
      and ${sql(`t.${resource.id}`)} = ${id}`
  return row ? resource.toItem(row as Row, now) : undefined
}

/**
 * A statement of its own, because one that waits for a lock still sees what it joins as it was before the wait. Other rows
 * may go on referring to this one meanwhile.
 */
async function lockItem<Row extends object>(resource: Resource<Row>, orgId: OrgId, sql: Db, id: number): Promise<void> {
  if (resource.lock) return resource.lock(orgId, sql, id)
  await sql`
    select 1
    from ${sql(resource.table)}
    where org_id = ${orgId}
      and ${sql(resource.id)} = ${id}
    for no key update`
}
