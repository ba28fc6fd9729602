import { Type } from 'typebox'
import { record } from '../../access/audit/record.ts'
import { Input, Integer, OneOf, Text } from '../../platform/http/schema.ts'
import { change } from '../../platform/idempotency/idempotency.ts'
import type { Operation } from '../../platform/operation.ts'
import { conflictOn } from '../../resources/constraints.ts'
import { DocumentSeries, type DocumentSeriesRow, documentKinds, seriesColumns, toSeries } from './document-series.ts'
import { SERIES_PATH } from './list-document-series.manage.ts'

const SERIES_MAX = 100

const Body = Input({
  kind: OneOf([...documentKinds]),
  prefix: Text(20, {
    pattern: '^[A-Za-z0-9][A-Za-z0-9./_-]*$',
    description: 'letters, digits, dots, dashes and slashes',
  }),
  first_number: Type.Optional(
    Integer({ minimum: 1, maximum: 999_999_999, description: 'of its first document; 1 unless said' }),
  ),
})

export const createDocumentSeries: Operation = (app, deps) =>
  app.post(
    SERIES_PATH,
    {
      config: { scope: 'documents:manage', mayConflict: true },
      schema: {
        operationId: 'createDocumentSeries',
        summary: 'Begin a series of documents',
        description: [
          'New documents of its kind are of it from now on; the series before it ends where it is and is never used again. A year often begins with',
          'one. 409 where a series has these letters already, or there are a hundred.',
        ].join(' '),
        tags: ['Documents'],
        body: Body,
        response: { 201: DocumentSeries },
      },
    },
    (request, reply) => {
      const { orgId, body } = request
      const first = body.first_number ?? 1
      reply.code(201)
      return change({ ...deps, orgId, request, reply }, async (tx) => {
        // A worker that draws a number holds the row: the last of the series before it is written by then.
        const before = await tx<DocumentSeriesRow[]>`
          select ${seriesColumns(tx)}
          from document_series
          where org_id = ${orgId}
          order by kind, document_series_id
          for update`
        if (before.some(({ prefix }) => prefix === body.prefix)) {
          throw conflictOn('prefix', 'A series has these letters already.')()
        }
        if (before.length >= SERIES_MAX) throw conflictOn('prefix', 'There are a hundred series.')()
        await tx`
          update document_series
          set is_current = false
          where org_id = ${orgId}
            and kind = ${body.kind}
            and is_current`
        const [row] = await tx<[DocumentSeriesRow]>`
          insert into document_series (org_id, kind, prefix, first_number, next_number, created_at)
          values (${orgId}, ${body.kind}, ${body.prefix}, ${first}, ${first}, ${deps.clock(orgId)})
          returning ${seriesColumns(tx)}`
        const series = toSeries(row)
        const entry = {
          action: 'document_series.created',
          objectType: 'document_series',
          objectId: row.document_series_id,
        }
        await record(tx, deps.clock, request, { ...entry, after: series })
        return series
      })
    },
  )
