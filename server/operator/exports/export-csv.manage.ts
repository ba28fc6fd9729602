import { Readable } from 'node:stream'
import type { Operation } from '../../operation.ts'
import { createSlots } from '../../platform/http/slots.ts'
import { bodyInSlot } from '../../platform/http/stream-json.ts'
import { csvExports } from './csv-exports.ts'

const csv = { description: 'The file', content: { 'text/csv': { schema: { type: 'string' } } } }

/** Exports that are sent at once, by one process, of whatever kind. */
const EXPORTS_MAX = { all: 10, each: 2 }

const operationIds = { customers: 'exportCustomersCsv', members: 'exportMembersCsv' } as const

export const exportCsv: Operation = (app, { sql }) => {
  const slots = createSlots(EXPORTS_MAX)
  for (const kind of ['customers', 'members'] as const) {
    app.get(
      `/v1/manage/exports/${kind}.csv`,
      {
        config: { scope: 'manage', unhurried: true },
        schema: {
          operationId: operationIds[kind],
          summary: `Export ${kind} as CSV`,
          description: 'Streamed, in the columns that the import takes. Two at once for an organisation.',
          tags: ['Exports'],
          response: { 200: csv },
        },
      },
      async ({ orgId, method }, reply) => {
        const body =
          method === 'HEAD' ? Readable.from([]) : await bodyInSlot(slots.take(orgId), csvExports[kind](orgId, sql))
        reply.type('text/csv; charset=utf-8').header('content-disposition', `attachment; filename="${kind}.csv"`)
        return reply.send(body)
      },
    )
  }
}
