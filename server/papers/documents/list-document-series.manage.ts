import { ListOf } from '../../platform/http/lists.ts'
import type { Operation } from '../../platform/operation.ts'
import { DocumentSeries, type DocumentSeriesRow, seriesColumns, toSeries } from './document-series.ts'

export const SERIES_PATH = '/v1/manage/document_series'

export const listDocumentSeries: Operation = (app, { sql }) =>
  app.get(
    SERIES_PATH,
    {
      config: { scope: 'documents:manage' },
      schema: {
        operationId: 'listDocumentSeries',
        summary: 'List the series of documents',
        description:
          'The latest first. A series of each kind is there from the first document on; at most a hundred are kept.',
        tags: ['Documents'],
        response: { 200: ListOf('document_series', DocumentSeries) },
      },
    },
    async ({ orgId }) => {
      const rows = await sql<DocumentSeriesRow[]>`
        select ${seriesColumns(sql)}
        from document_series
        where org_id = ${orgId}
        order by document_series_id desc
        limit 100`
      return { object: 'document_series', url: SERIES_PATH, has_more: false, data: rows.map(toSeries) }
    },
  )
