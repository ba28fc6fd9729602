import type { FastifyContextConfig } from 'fastify'
import { type Static, type TObject, type TProperties, Type } from 'typebox'
import { Input } from '../platform/http/schema.ts'
import type { Operation } from '../platform/operation.ts'
import { type ChangeContext, inChange, insertRow, updateRow } from './change-row.ts'
import { paramsOf, pathId, pathIds } from './paths.ts'
import type { ColumnValues, Resource, TableRow } from './resource.ts'
import { camelCase, singularOf } from './summaries.ts'

/** What is to be written, or the error that says why not. */
type Decision<Row extends TableRow> = ColumnValues<Row> | Promise<ColumnValues<Row>>

type Proved = Pick<Resource<never, never>, 'effects' | 'mailedWords'>

/** Asked for always, or for a link in words that are mailed. */
function proofOf({ effects, mailedWords }: Proved): FastifyContextConfig {
  if (effects) return { needsProof: true, effects }
  return mailedWords ? { needsProof: 'sometimes', effects: ['words_out'], mailedWords } : {}
}

/** POST to the list. The ids in its path, which name the object that the new one is inside of, are columns as they are. */
export const createOf =
  <Row extends TableRow, Item extends object, P extends TProperties>(
    resource: Resource<Row, Item>,
    body: TObject<P>,
    decide: (body: Static<TObject<P>>, at: ChangeContext) => Decision<Row>,
    /** Writes what belongs to the new object in other tables. */
    related?: (body: Static<TObject<P>>, at: ChangeContext, id: number) => Promise<void>,
  ): Operation =>
  (app, deps) =>
    app.post(
      resource.listPath,
      {
        config: { scope: resource.scope, ...proofOf(resource) },
        schema: {
          operationId: `create${resource.operationNames.one}`,
          summary: `Create ${singularOf(resource)}`,
          description: resource.whenCreated ?? 'What is not sent has its default, or none.',
          tags: [resource.tag],
          params: paramsOf(resource.listPath),
          body,
          response: { 201: resource.schema },
        },
      },
      (request, reply) => {
        reply.code(201)
        const fields = request.body as Static<TObject<P>>
        return inChange(resource, deps, request, reply, async (at) => {
          const columns = { ...pathIds(request), ...(await decide(fields, at)) } as ColumnValues<Row>
          return insertRow(resource, at, columns, related && ((id) => related(fields, at, id)))
        })
      },
    )

/** PATCH of one object. `decide` gets the fields that were sent and the row as it is. */
export const changeOf =
  <Row extends TableRow, Item extends object, P extends TProperties>(
    resource: Resource<Row, Item>,
    body: TObject<P>,
    decide: (body: Partial<Static<TObject<P>>>, row: Row, at: ChangeContext) => Decision<Row>,
    /** Writes what follows in other tables, once the object is what it shall be; `row` is what it was. */
    related?: (body: Partial<Static<TObject<P>>>, row: Row, at: ChangeContext) => Promise<void>,
  ): Operation =>
  (app, deps) =>
    app.patch(
      resource.itemPath,
      {
        config: { scope: resource.scope, ...proofOf(resource) },
        schema: {
          operationId: `change${resource.operationNames.one}`,
          summary: `Change ${singularOf(resource)}`,
          description: 'What is not sent stays as it is; null clears.',
          tags: [resource.tag],
          params: paramsOf(resource.itemPath),
          body: changesOf(body),
          response: { 200: resource.schema },
        },
      },
      (request, reply) => {
        const fields = request.body as Partial<Static<TObject<P>>>
        return inChange(resource, deps, request, reply, (at) =>
          updateRow(
            resource,
            at,
            pathId(request, resource.id),
            (row) => decide(fields, row, at),
            'changed',
            related && ((row) => related(fields, row, at)),
          ),
        )
      },
    )

/** A step from one state to another: POST …/archive, …/publish, …/cancel. */
export const stepOf =
  <Row extends TableRow, Item extends object>(
    resource: Resource<Row, Item>,
    step: { verb: string; done: string; summary: string; description?: string },
    decide: (row: Row, at: ChangeContext) => Decision<Row>,
    /** What the answer says beyond the object as it is now. */
    besides?: (item: Item, at: ChangeContext) => Promise<Partial<Item>>,
  ): Operation =>
  (app, deps) =>
    app.post(
      `${resource.itemPath}/${step.verb}`,
      {
        config: { scope: resource.scope, ...(resource.effects && { needsProof: true, effects: resource.effects }) },
        schema: {
          operationId: `${camelCase(step.verb)}${resource.operationNames.one}`,
          summary: step.summary,
          ...(step.description ? { description: step.description } : {}),
          tags: [resource.tag],
          params: paramsOf(resource.itemPath),
          response: { 200: resource.schema },
        },
      },
      (request, reply) =>
        inChange(resource, deps, request, reply, async (at) => {
          const item = await updateRow(resource, at, pathId(request, resource.id), (row) => decide(row, at), step.done)
          return { ...item, ...(await besides?.(item, at)) }
        }),
    )

/** The same fields, all optional and without defaults: a default would overwrite what the caller left alone. */
function changesOf<P extends TProperties>(body: TObject<P>) {
  const properties = Object.entries(body.properties).map(([name, property]) => {
    if (!('default' in property)) return [name, Type.Optional(property)]
    const { default: _default, ...rest } = property as Record<string, unknown>
    return [name, Type.Optional(Type.Unsafe(rest))]
  })
  return Input(Object.fromEntries(properties) as TProperties)
}
