import type { TSchema } from 'typebox'
import type { Effect } from '../access/authenticate/effects.ts'
import type { OrgId } from '../access/principal.ts'
import type { Scope } from '../access/scopes.ts'
import type { MessageType } from '../messages/webhooks/message-types.ts'
import type { ApiError } from '../platform/http/errors.ts'
import type { Credential } from '../platform/http/guarded-fields.ts'
import type { Db } from '../platform/postgres/database.ts'
import type { Fragment } from '../platform/postgres/sql.ts'
import type { Clock } from '../platform/values/clock.ts'

/** A row as the driver reads it. */
export type TableRow = {
  [column: string]: string | number | boolean | Date | Credential | string[] | number[] | object[] | object | null
}

/**
 * What is written into the table. Keys are column names of the program's own, never of the caller's; columns that the row does
 * not show, such as the time of a step, may be among them. A fragment is a value that only the database can decide on.
 */
export type ColumnValues<Row extends TableRow> = { [Name in keyof Row]?: Row[Name] | Fragment }

/** Which messages a change raises, in their order: `action` is what the audit log calls it, such as cancelled. */
type MessagesOf = (kind: 'created' | 'changed', action: string) => MessageType[]

/**
 * A kind of object that staff create and change one at a time: `Row` is what `select` reads of it, `Item` what the API shows.
 * The operations in this folder are the same for all of them; what differs is declared here, beside the object's schema.
 */
export type Resource<Row extends TableRow, Item extends object> = {
  /** As in the action `venue.created`. */
  singular: string
  /** As in `createVenue` and `listVenues`; `read` where /v1 has a list and a retrieve of the same name already. */
  operationNames: { one: string; many: string; read?: { one: string; many: string } }
  /** What the list calls its items. */
  object: string
  /** What a caller needs, to read it and to change it. */
  scope: Scope
  /** The effects of changing one: signed-in staff confirm their identity before. */
  effects?: readonly Effect[]
  /** Fields that stand in mails to fans: staff confirm their identity before one gets a link. */
  mailedWords?: readonly string[]
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
  /** What is true of a new one that a caller would not guess. */
  whenCreated?: string
  /** `select … from <table> t …`, without conditions; whatever it joins carries org_id, too, and whatever it selects within. */
  select(sql: Db, now: Date, orgId: OrgId): Fragment
  toItem(row: Row, now: Date): Item
  /** Locks of a change, where others must come before the row's own: all changes lock in one order, so none deadlock. */
  lock?: (orgId: OrgId, sql: Db, id: number) => Promise<void>
  /** What the database's own refusals mean in the API's words, by name of the constraint. */
  constraints?: Record<string, () => ApiError>
  messages?: MessagesOf
  /** What they carry; without it, the item by its singular name. */
  messageData?: (orgId: OrgId, sql: Db, row: Row, item: Item, clock: Clock) => Promise<object>
}

/** The row of one object, with what `select` joins to it. */
export async function findRow<Row extends TableRow, Item extends object>(
  resource: Resource<Row, Item>,
  orgId: OrgId,
  sql: Db,
  id: number,
  now: Date,
): Promise<Row | undefined> {
  const [row] = await sql<Row[]>`
    ${resource.select(sql, now, orgId)}
    where t.org_id = ${orgId}
      and ${sql(`t.${resource.id}`)} = ${id}`
  return row
}

/** One object as the API shows it. */
export async function findItem<Row extends TableRow, Item extends object>(
  resource: Resource<Row, Item>,
  orgId: OrgId,
  sql: Db,
  id: number,
  now: Date,
): Promise<Item | undefined> {
  const row = await findRow(resource, orgId, sql, id, now)
  return row && resource.toItem(row, now)
}

/**
 * Keeps others from changing the object until this transaction ends; other rows may go on referring to it. A statement of its
 * own before the one that reads, because one that waits for a lock still sees what it joins as it was before the wait.
 */
export async function lockRow<Row extends TableRow, Item extends object>(
  resource: Resource<Row, Item>,
  orgId: OrgId,
  sql: Db,
  id: number,
): Promise<void> {
  if (resource.lock) return resource.lock(orgId, sql, id)
  await sql`
    select 1
    from ${sql(resource.table)}
    where org_id = ${orgId}
      and ${sql(resource.id)} = ${id}
    for no key update`
}
