import { Readable } from 'node:stream'
import type { Operation } from '../../operation.ts'
import { createSlots } from '../../platform/http/slots.ts'
import { bodyInSlot } from '../../platform/http/stream-json.ts'
import { perDatabase } from '../../platform/process/per-database.ts'
import { csvExports } from './csv-exports.ts'

const csv = { description: 'The file', content: { 'text/csv': { schema: { type: 'string' } } } }

/** Exports that are sent at once, by one process, of whatever kind. */
const slotsOf = perDatabase(() => createSlots({ all: 10, each: 2 }))

const exportOf =
  (what: keyof typeof csvExports, operationId: string): Operation =>
  (app, { sql }) => {
    const slots = slotsOf(sql)
    app.get(
      `/v1/manage/exports/${what}.csv`,
      {
        config: { scope: 'manage', unhurried: true },
        schema: {
          operationId,
          summary: `Export ${what} as CSV`,
          description: 'Streamed, in the columns that the import takes. Two at once for an organisation.',
          tags: ['Exports'],
          response: { 200: csv },
        },
      },
      async ({ orgId, method }, reply) => {
        const body =
          method === 'HEAD' ? Readable.from([]) : await bodyInSlot(slots.take(orgId), csvExports[what](orgId, sql))
        reply.type('text/csv; charset=utf-8').header('content-disposition', `attachment; filename="${what}.csv"`)
        return reply.send(body)
      },
    )
  }

export const exportCustomersCsv = exportOf('customers', 'exportCustomersCsv')
export const exportMembersCsv = exportOf('members', 'exportMembersCsv')
