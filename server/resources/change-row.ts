import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Actor, type Caller, record, recordAs } from '../access/audit/record.ts'
import type { OrgId } from '../access/principal.ts'
import { publishAll } from '../messages/webhooks/publish.ts'
import { ApiError } from '../platform/http/errors.ts'
import { change } from '../platform/idempotency/idempotency.ts'
import type { PlatformDeps } from '../platform/operation.ts'
import type { Tx } from '../platform/postgres/database.ts'
import type { Clock } from '../platform/values/clock.ts'
import { explain } from './constraints.ts'
import { type ColumnValues, findRow, lockRow, type Resource, type TableRow } from './resource.ts'

/** What one change has at hand: the transaction, whose organisation it is, the request and the dependencies. */
export type ChangeContext = PlatformDeps & { orgId: OrgId; tx: Tx; request: FastifyRequest }

/** As much of it as a row needs to be changed, by a caller of the API or by the program itself. */
export type ChangeBy = { orgId: OrgId; tx: Tx; clock: Clock } & ({ request: Caller } | { actor: Actor })

/** Runs one change in a transaction, idempotent by key; the database's refusals come out in the API's words. */
export async function inChange<Result, Row extends TableRow, Item extends object>(
  resource: Resource<Row, Item>,
  deps: PlatformDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  work: (at: ChangeContext) => Promise<Result>,
): Promise<Result> {
  const { orgId } = request
  try {
    return await change({ ...deps, orgId, request, reply }, async (tx) => {
      try {
        return await work({ ...deps, orgId, tx, request })
      } catch (error) {
        throw explain(error, resource.constraints)
      }
    })
  } catch (error) {
    // Deferred constraints speak up at the commit.
    throw explain(error, resource.constraints)
  }
}

export async function insertRow<Row extends TableRow, Item extends object>(
  resource: Resource<Row, Item>,
  at: ChangeContext,
  columns: ColumnValues<Row>,
  /** Writes what belongs to the new object in other tables. */
  related?: (id: number) => Promise<void>,
): Promise<Item> {
  const { tx, orgId, clock } = at
  const now = clock(orgId)
  const values = { ...columns, org_id: orgId, created_at: now, changed_at: now }
  const [inserted] = await tx<{ id: number }[]>`
    insert into ${tx(resource.table)} ${tx(values)}
    returning ${tx(resource.id)} as id`
  if (!inserted) throw new Error(`insert into ${resource.table} left no row`)
  await related?.(inserted.id)
  return announce(resource, at, inserted.id, 'created')
}

/** Reads under a row lock, decides, writes: no other request changes the row between the two. */
export async function updateRow<Row extends TableRow, Item extends object>(
  resource: Resource<Row, Item>,
  at: ChangeBy,
  id: number,
  decide: (row: Row) => ColumnValues<Row> | Promise<ColumnValues<Row>>,
  action = 'changed',
  /** Writes what follows in other tables; `row` is what the object was. */
  related?: (row: Row) => Promise<void>,
): Promise<Item> {
  const { tx, orgId, clock } = at
  await lockRow(resource, orgId, tx, id)
  const now = clock(orgId)
  const row = await findRow(resource, orgId, tx, id, now)
  if (!row) throw new ApiError('resource_missing')
  const before = resource.toItem(row, now)
  const columns = await decide(row)
  if (Object.keys(columns).length === 0) return before
  await storeColumns(resource, at, id, columns)
  await related?.(row)
  return announce(resource, at, id, action, before)
}

const storeColumns = <Row extends TableRow, Item extends object>(
  resource: Resource<Row, Item>,
  { tx, orgId, clock }: ChangeBy,
  id: number,
  columns: ColumnValues<Row>,
) => tx`
  update ${tx(resource.table)}
  set ${tx({ ...columns, changed_at: clock(orgId) })}
  where org_id = ${orgId}
    and ${tx(resource.id)} = ${id}`

/** Reads what a change has made of the object, and writes its audit row and its messages. */
async function announce<Row extends TableRow, Item extends object>(
  resource: Resource<Row, Item>,
  at: ChangeBy,
  id: number,
  action: string,
  before?: Item,
): Promise<Item> {
  const { tx, orgId, clock } = at
  const now = clock(orgId)
  const row = await findRow(resource, orgId, tx, id, now)
  if (!row) throw new Error(`a change of ${resource.table} left no row`)
  const item = resource.toItem(row, now)
  await audit(resource, at, id, action, { before, after: item })
  const types = resource.messages?.(before ? 'changed' : 'created', action) ?? []
  if (types.length > 0) {
    const data = await (resource.messageData?.(orgId, tx, row, item, clock) ?? { [resource.singular]: item })
    await publishAll(
      orgId,
      tx,
      clock,
      types.map((type) => ({ type, data })),
    )
  }
  return item
}

/** The audit row of a change; only the fields that differ go into it. */
export function audit<Row extends TableRow, Item extends object>(
  { singular }: Resource<Row, Item>,
  by: ChangeBy,
  objectId: number,
  action: string,
  { before, after }: { before: object | undefined; after: object },
): Promise<void> {
  const { tx, clock } = by
  const entry = { action: `${singular}.${action}`, objectType: singular, objectId, before, after }
  return 'actor' in by ? recordAs(tx, clock, by.actor, entry) : record(tx, clock, by.request, entry)
}
