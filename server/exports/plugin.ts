import { Readable } from 'node:stream'
import type { Operation } from '../operation.ts'
import { csvExports } from './csv-exports.ts'

const csv = { description: 'The file', content: { 'text/csv': { schema: { type: 'string' } } } }

const exportOf =
  (what: keyof typeof csvExports, operationId: string): Operation =>
  (app, { sql }) =>
    app.get(
      `/v1/manage/exports/${what}.csv`,
      {
        config: { scope: 'manage', unhurried: true },
        schema: {
          operationId,
          summary: `Export ${what} as CSV`,
          description: 'Streamed, in the columns that the import takes.',
          tags: ['Exports'],
          response: { 200: csv },
        },
      },
      async ({ orgId }, reply) =>
        reply
          .type('text/csv; charset=utf-8')
          .header('content-disposition', `attachment; filename="${what}.csv"`)
          .send(Readable.from(csvExports[what](orgId, sql))),
    )

export const exportOperations: Operation[] = [
  exportOf('customers', 'exportCustomersCsv'),
  exportOf('members', 'exportMembersCsv'),
]
