import { type Static, type TObject, type TProperties, Type } from 'typebox'
import type { OrgId } from '../access/principal.ts'
import type { Operation } from '../operation.ts'
import { decodeCursor, encodeCursor } from '../platform/http/cursor.ts'
import { ApiError } from '../platform/http/errors.ts'
import { Limit, ListOf, pageOf } from '../platform/http/lists.ts'
import { Id, Input, Nullable } from '../platform/http/schema.ts'
import { type Db, when } from '../platform/postgres/database.ts'
import { inChange, insertRow, updateRow, type Work } from './change-row.ts'
import { type Columns, findItem, type Item, type Resource } from './resource.ts'

type Params = Record<string, number>

/** Names in the path are ids, every one of them. */
const paramsOf = (path: string) => {
  const names = [...path.matchAll(/:([a-z_]+)/g)].map(([, name = '']) => name)
  return Input(Object.fromEntries(names.map((name) => [name, Id()])))
}

/** Conditions that a list inside another object has: the ids in its path, by column. */
const parentOf = (path: string) => [...path.matchAll(/:([a-z_]+)/g)].map(([, name = '']) => name)

/** As a summary calls it: a venue, an event, an SSO provider. */
const oneOf = ({ singular }: { singular: string }) =>
  `${/^([aeiou]|sso_)/.test(singular) ? 'an' : 'a'} ${singular.replaceAll('_', ' ').replace(/^sso /, 'SSO ')}`

const Page = Input({
  limit: Limit(100, 20),
  cursor: Type.Optional(Type.String({ minLength: 1, maxLength: 200, description: 'next_cursor of the page before' })),
})

/** Keyset pages in the order of ids: what is created while one reads comes at the end, and nothing is skipped. */
export const listOf =
  <Row extends object>(resource: Resource<Row>): Operation =>
  (app, { sql, clock }) =>
    app.get(
      resource.listPath,
      {
        config: { scope: 'manage' },
        schema: {
          operationId: `list${(resource.operationNames.read ?? resource.operationNames).many}`,
          summary: `List ${resource.object.replaceAll('_', ' ').replace(/^sso /, 'SSO ')}`,
          tags: [resource.tag],
          params: paramsOf(resource.listPath),
          querystring: Page,
          response: { 200: ListOf(resource.object, resource.schema, { next_cursor: Nullable(Type.String()) }) },
        },
      },
      async (request) => {
        const { orgId, url } = request
        const { limit, cursor } = request.query as Static<typeof Page>
        const params = request.params as Params
        const now = clock()
        const parents = parentOf(resource.listPath)
        const bound = { list: resource.object, ...params }
        const after = cursor === undefined ? undefined : Number(decodeCursor(cursor, bound, ['number'])[0])
        const rows = await sql<(Row & Record<string, number>)[]>`
          ${resource.select(sql, now)}
          where t.org_id = ${orgId}
            ${parents.length === 0 ? sql`` : parents.map((name) => sql`and ${sql(`t.${name}`)} = ${params[name] ?? 0}`)}
            ${when(sql, after, (id) => sql`and ${sql(`t.${resource.id}`)} > ${id}`)}
          order by ${sql(`t.${resource.id}`)}
          limit ${limit + 1}`
        if (rows.length === 0) await requireParent(resource, orgId, sql, params)
        const { has_more, page } = pageOf([...rows], limit)
        const last = page.at(-1)
        return {
          object: resource.object,
          url: url.split('?', 1)[0] ?? '',
          has_more,
          next_cursor: has_more && last ? encodeCursor(bound, [Number(last[resource.id])]) : null,
          data: page.map((row) => resource.toItem(row as Row, now)),
        }
      },
    )

async function requireParent<Row extends object>(resource: Resource<Row>, orgId: OrgId, sql: Db, params: Params) {
  const [name] = parentOf(resource.listPath)
  if (name === undefined || resource.parentTable === undefined) return
  const [parent] = await sql`
    select 1 as one
    from ${sql(resource.parentTable)}
    where org_id = ${orgId}
      and ${sql(name)} = ${params[name] ?? 0}`
  if (!parent) throw new ApiError('resource_missing')
}

export const retrieveOf =
  <Row extends object>(resource: Resource<Row>): Operation =>
  (app, { sql, clock }) =>
    app.get(
      resource.itemPath,
      {
        config: { scope: 'manage' },
        schema: {
          operationId: `retrieve${(resource.operationNames.read ?? resource.operationNames).one}`,
          summary: `Retrieve ${oneOf(resource)}`,
          tags: [resource.tag],
          params: paramsOf(resource.itemPath),
          response: { 200: resource.schema },
        },
      },
      async ({ orgId, params }) => {
        const item = await findItem(resource, orgId, sql, (params as Params)[resource.id] ?? 0, { clock })
        if (!item) throw new ApiError('resource_missing')
        return item
      },
    )

export const createOf =
  <Row extends object, P extends TProperties>(
    resource: Resource<Row>,
    body: TObject<P>,
    toColumns: (body: Static<TObject<P>>, at: Work, params: Params) => Columns | Promise<Columns>,
    /** Writes what belongs to the new object in other tables. */
    related?: (body: Static<TObject<P>>, at: Work, id: number) => Promise<void>,
  ): Operation =>
  (app, deps) =>
    app.post(
      resource.listPath,
      {
        config: { scope: 'manage' },
        schema: {
          operationId: `create${resource.operationNames.one}`,
          summary: `Create ${oneOf(resource)}`,
          tags: [resource.tag],
          params: paramsOf(resource.listPath),
          body,
          response: { 201: resource.schema },
        },
      },
      (request, reply) => {
        reply.code(201)
        const params = request.params as Params
        const sent = request.body as Static<TObject<P>>
        return inChange(resource, deps, request, reply, async (at) => {
          const columns = { ...params, ...(await toColumns(sent, at, params)) }
          return insertRow(resource, at, columns, related && ((id) => related(sent, at, id)))
        })
      },
    )

export const changeOf =
  <Row extends object, P extends TProperties>(
    resource: Resource<Row>,
    body: TObject<P>,
    toColumns: (body: Partial<Static<TObject<P>>>, before: Item, at: Work) => Columns | Promise<Columns>,
  ): Operation =>
  (app, deps) =>
    app.patch(
      resource.itemPath,
      {
        config: { scope: 'manage' },
        schema: {
          operationId: `change${resource.operationNames.one}`,
          summary: `Change ${oneOf(resource)}`,
          description: 'What is not sent stays as it is; null clears.',
          tags: [resource.tag],
          params: paramsOf(resource.itemPath),
          body: changesOf(body),
          response: { 200: resource.schema },
        },
      },
      (request, reply) =>
        inChange(resource, deps, request, reply, (at) =>
          updateRow(resource, at, (request.params as Params)[resource.id] ?? 0, (before) =>
            toColumns(request.body as Partial<Static<TObject<P>>>, before, at),
          ),
        ),
    )

/** A step from one state to another: POST …/archive, …/publish, …/cancel. */
export const stepOf =
  <Row extends object>(
    resource: Resource<Row>,
    step: { verb: string; done: string; summary: string; description?: string },
    decide: (before: Item, at: Work) => Columns | Promise<Columns>,
  ): Operation =>
  (app, deps) =>
    app.post(
      `${resource.itemPath}/${step.verb}`,
      {
        config: { scope: 'manage' },
        schema: {
          operationId: `${camel(step.verb)}${resource.operationNames.one}`,
          summary: step.summary,
          ...(step.description ? { description: step.description } : {}),
          tags: [resource.tag],
          params: paramsOf(resource.itemPath),
          response: { 200: resource.schema },
        },
      },
      (request, reply) =>
        inChange(resource, deps, request, reply, (at) =>
          updateRow(
            resource,
            at,
            (request.params as Params)[resource.id] ?? 0,
            (before) => decide(before, at),
            step.done,
          ),
        ),
    )

const camel = (verb: string) => verb.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())

/** The same fields, all optional and without defaults: a default would overwrite what the caller left alone. */
function changesOf<P extends TProperties>(body: TObject<P>) {
  const properties = Object.entries(body.properties).map(([name, property]) => {
    if (!('default' in property)) return [name, Type.Optional(property)]
    const { default: _default, ...rest } = property as Record<string, unknown>
    return [name, Type.Optional(Type.Unsafe(rest))]
  })
  return Input(Object.fromEntries(properties) as TProperties)
}
