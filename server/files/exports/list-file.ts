import { Readable } from 'node:stream'
import type { Static, TObject } from 'typebox'
import { type View, viewOf } from '../../access/authenticate/audience.ts'
import type { OrgId } from '../../access/principal.ts'
import type { Scope } from '../../access/scopes.ts'
import { named } from '../../platform/http/file-name.ts'
import { asSeenBy, guardedFieldsOf, type May } from '../../platform/http/guarded-fields.ts'
import { bodyInSlot } from '../../platform/http/stream-json.ts'
import type { Operation } from '../../platform/operation.ts'
import type { Db, Sql } from '../../platform/postgres/database.ts'
import type { CsvCell } from '../../platform/values/csv.ts'
import { csvFile } from './csv-file.ts'
import { type ExportDeps, fileOfFans } from './csv-operation.ts'

type At = { orgId: OrgId; view: View; db: Db; now: Date }

type ListFile<Row, Filters extends TObject> = {
  operationId: string
  scope: Scope
  /** Of the file, and in its address. */
  name: string
  summary: string
  /** Those of the list. */
  filters: Filters
  item: TObject
  /** The rows behind this one, as the list has them. */
  page(at: At, filters: Static<Filters>, after: Row | undefined, most: number): PromiseLike<Row[]>
  toItem(row: Row, now: Date): object
}

const csv = { description: 'The file', content: { 'text/csv': { schema: { type: 'string' } } } }

const hasContact = (item: TObject): boolean => guardedFieldsOf(item)?.scopes.includes('customers:read') ?? false

/** A list of the API as a file: all that it has for the same filters, in its own order, each field a column. */
export const listFile =
  <Row, Filters extends TObject>(file: ListFile<Row, Filters>): Operation<ExportDeps> =>
  (app, { sql, clock, exporting }) =>
    app.get(
      `/v1/manage/exports/${file.name}.csv`,
      {
        config: { scope: file.scope, shows: 'by_field', unhurried: true, ...(hasContact(file.item) && fileOfFans) },
        schema: {
          operationId: file.operationId,
          summary: file.summary,
          description:
            'All that the list has for the same filters, in its order and with its fields. Streamed. Two at once for an organisation.',
          tags: ['Exports'],
          querystring: file.filters,
          response: { 200: csv },
        },
      },
      async ({ orgId, principal, ip, method, query, may }, reply) => {
        const view = viewOf(principal, ip)
        const body =
          method === 'HEAD'
            ? Readable.from([])
            : await bodyInSlot(
                exporting.take(orgId),
                linesOf(file, { orgId, view, sql, now: clock(orgId), may }, query as Static<Filters>),
              )
        reply.type('text/csv; charset=utf-8').header('content-disposition', named('attachment', `${file.name}.csv`))
        return reply.send(body)
      },
    )

function linesOf<Row, Filters extends TObject>(
  { item, page, toItem }: ListFile<Row, Filters>,
  { orgId, view, sql, now, may }: { orgId: OrgId; view: View; sql: Sql; now: Date; may: May },
  filters: Static<Filters>,
) {
  const guarded = guardedFieldsOf(item)
  const show = guarded ? asSeenBy(may, guarded) : <T>(value: T) => value
  return csvFile<Row>(sql, {
    columns: Object.keys(item.properties),
    page: async (db, after, most) => page({ orgId, view, db, now }, filters, after, most),
    cells: (row) =>
      Object.fromEntries(Object.entries(show(toItem(row, now))).map(([name, value]) => [name, cellOf(value)])),
  })
}

/** What is no single value stands in its cell as JSON. */
const cellOf = (value: unknown): CsvCell =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : ((value ?? null) as CsvCell)
