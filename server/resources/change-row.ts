import type { FastifyReply, FastifyRequest } from 'fastify'
import { record } from '../access/audit/record.ts'
import type { OrgId } from '../access/principal.ts'
import { publish } from '../messages/webhooks/publish.ts'
import type { Deps } from '../operation.ts'
import { ApiError } from '../platform/http/errors.ts'
import { change } from '../platform/idempotency/idempotency.ts'
import type { Tx } from '../platform/postgres/database.ts'
import { explain } from './constraints.ts'
import { type Columns, findItem, type Item, type Resource } from './resource.ts'

/** What the work of one change has at hand. */
export type Work = Deps & { orgId: OrgId; tx: Tx; request: FastifyRequest }

/** Runs one change in a transaction, idempotent by key; the database's refusals come out in the API's words. */
export async function inChange<T, Row extends object>(
  resource: Resource<Row>,
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  work: (at: Work) => Promise<T>,
): Promise<T> {
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

export async function insertRow<Row extends object>(
  resource: Resource<Row>,
  at: Work,
  columns: Columns,
  /** Writes what belongs to the new object in other tables. */
  related?: (id: number) => Promise<void>,
): Promise<Item> {
  const { tx, orgId, clock } = at
  const now = clock()
  const row = { ...columns, org_id: orgId, created_at: now, changed_at: now }
  const [inserted] = await tx<{ id: number }[]>`
    insert into ${tx(resource.table)} ${tx(row)}
    returning ${tx(resource.id)} as id`
  if (inserted) await related?.(inserted.id)
  const item = inserted ? await findItem(resource, orgId, tx, inserted.id, { clock }) : undefined
  if (!inserted || !item) throw new Error(`insert into ${resource.table} left no row`)
  await tell(resource, at, 'created', inserted.id, undefined, item)
  return item
}

/** Reads under a row lock, decides, writes: nobody changes the row between the two. */
export async function updateRow<Row extends object>(
  resource: Resource<Row>,
  at: Work,
  id: number,
  decide: (before: Item) => Columns | Promise<Columns>,
  action = 'changed',
): Promise<Item> {
  const { tx, orgId, clock } = at
  const before = await findItem(resource, orgId, tx, id, { forUpdate: true, clock })
  if (!before) throw new ApiError('resource_missing')
  const columns = await decide(before)
  if (Object.keys(columns).length === 0) return before
  await tx`
    update ${tx(resource.table)}
    set ${tx({ ...columns, changed_at: clock() })}
    where org_id = ${orgId}
      and ${tx(resource.id)} = ${id}`
  const after = await findItem(resource, orgId, tx, id, { clock })
  if (!after) throw new Error(`update of ${resource.table} lost its row`)
  await tell(resource, at, action, id, before, after)
  return after
}

/** The audit row and the message of a change. */
export async function tell<Row extends object>(
  resource: Resource<Row>,
  { tx, orgId, clock, request }: Work,
  action: string,
  id: number,
  before: Item | undefined,
  after: Item,
): Promise<void> {
  const entry = { action: `${resource.singular}.${action}`, objectType: resource.singular, objectId: id, before, after }
  await record(tx, clock, request, entry)
  if (!resource.message) return
  const data = resource.messageData
    ? await resource.messageData(orgId, tx, after, clock)
    : { [resource.singular]: after }
  await publish(orgId, tx, clock, resource.message(before ? 'changed' : 'created', action), data)
}
