import { type Static, Type } from 'typebox'
import type { OrgId } from '../access/principal.ts'
import { idInCursor, keysetPage } from '../platform/http/cursor.ts'
import { ApiError } from '../platform/http/errors.ts'
import { Limit, ListOf } from '../platform/http/lists.ts'
import { Input, Nullable } from '../platform/http/schema.ts'
import type { Operation } from '../platform/operation.ts'
import { type Db, when } from '../platform/postgres/database.ts'
import { idsIn, paramsOf, pathId, pathIds } from './paths.ts'
import { findItem, type Resource, type TableRow } from './resource.ts'
import { pluralOf, singularOf } from './summaries.ts'

const Page = Input({
  limit: Limit(100, 20),
  cursor: Type.Optional(Type.String({ minLength: 1, maxLength: 200, description: 'next_cursor of the page before' })),
})

/** Keyset pages in the order of ids, which within a cell is that of creation: nothing is skipped that was there when one began. */
export const listOf =
  <Row extends TableRow, Item extends object>(resource: Resource<Row, Item>): Operation =>
  (app, { sql, clock }) =>
    app.get(
      resource.listPath,
      {
        config: { scope: resource.scope },
        schema: {
          operationId: `list${(resource.operationNames.read ?? resource.operationNames).many}`,
          summary: `List ${pluralOf(resource)}`,
          description: 'In the order of their ids, page by `cursor`; those that are archived too.',
          tags: [resource.tag],
          params: paramsOf(resource.listPath),
          querystring: Page,
          response: { 200: ListOf(resource.object, resource.schema, { next_cursor: Nullable(Type.String()) }) },
        },
      },
      async (request) => {
        const { orgId, url } = request
        const { limit, cursor } = request.query as Static<typeof Page>
        const now = clock(orgId)
        const parentIds = Object.entries(pathIds(request))
        const bound = { list: resource.object, ...pathIds(request) }
        const after = idInCursor(cursor, bound)
        const rows = await sql<Row[]>`
          ${resource.select(sql, now, orgId)}
          where t.org_id = ${orgId}
            ${parentIds.length === 0 ? sql`` : parentIds.map(([name, id]) => sql`and ${sql(`t.${name}`)} = ${id}`)}
            ${when(sql, after, (id) => sql`and ${sql(`t.${resource.id}`)} > ${id}`)}
          order by ${sql(`t.${resource.id}`)}
          limit ${limit + 1}`
        if (rows.length === 0) await requireParent(resource, orgId, sql, pathIds(request))
        const idOf = (row: Row) => [Number(row[resource.id])]
        const { has_more, page, next_cursor } = keysetPage(rows, limit, bound, idOf)
        return {
          object: resource.object,
          url: url.split('?', 1)[0] ?? '',
          has_more,
          next_cursor,
          data: page.map((row) => resource.toItem(row, now)),
        }
      },
    )

async function requireParent<Row extends TableRow, Item extends object>(
  { listPath, parentTable }: Resource<Row, Item>,
  orgId: OrgId,
  sql: Db,
  parentIds: Record<string, number>,
): Promise<void> {
  const [name] = idsIn(listPath)
  if (name === undefined || parentTable === undefined) return
  const [parent] = await sql`
    select 1 as one
    from ${sql(parentTable)}
    where org_id = ${orgId}
      and ${sql(name)} = ${parentIds[name] ?? null}`
  if (!parent) throw new ApiError('resource_missing')
}

export const retrieveOf =
  <Row extends TableRow, Item extends object>(resource: Resource<Row, Item>): Operation =>
  (app, { sql, clock }) =>
    app.get(
      resource.itemPath,
      {
        config: { scope: resource.scope },
        schema: {
          operationId: `retrieve${(resource.operationNames.read ?? resource.operationNames).one}`,
          summary: `Retrieve ${singularOf(resource)}`,
          description: 'As staff see it, whatever its state.',
          tags: [resource.tag],
          params: paramsOf(resource.itemPath),
          response: { 200: resource.schema },
        },
      },
      async (request) => {
        const item = await findItem(resource, request.orgId, sql, pathId(request, resource.id), clock(request.orgId))
        if (!item) throw new ApiError('resource_missing')
        return item
      },
    )
