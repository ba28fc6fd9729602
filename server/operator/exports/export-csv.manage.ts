import { Readable } from 'node:stream'
import { type Static, Type } from 'typebox'
import type { Scope } from '../../access/scopes.ts'
import { Id, Input } from '../../platform/http/schema.ts'
import { createSlots } from '../../platform/http/slots.ts'
import { bodyInSlot } from '../../platform/http/stream-json.ts'
import type { Operation } from '../../platform/operation.ts'
import { requireEvent } from '../../programme/events/require-event.ts'
import { type CsvExport, csvExports } from './csv-exports.ts'

const csv = { description: 'The file', content: { 'text/csv': { schema: { type: 'string' } } } }

/** Exports that are sent at once, by one process, of whatever kind. */
const EXPORTS_MAX = { all: 10, each: 2 }

const asImported = 'Streamed, in the columns that the import takes. Two at once for an organisation.'
const asShown =
  'Streamed, in the columns of the object, with the times in the event’s zone besides. Two at once for an organisation.'

const files: Record<CsvExport, { operationId: string; description: string; ofEvent: boolean; scope: Scope }> = {
  customers: { operationId: 'exportCustomersCsv', description: asImported, ofEvent: false, scope: 'customers:manage' },
  members: { operationId: 'exportMembersCsv', description: asImported, ofEvent: false, scope: 'members:manage' },
  orders: { operationId: 'exportOrdersCsv', description: asShown, ofEvent: true, scope: 'orders:manage' },
  tickets: { operationId: 'exportTicketsCsv', description: asShown, ofEvent: true, scope: 'orders:manage' },
  scans: { operationId: 'exportScansCsv', description: asShown, ofEvent: true, scope: 'gates:manage' },
}

const OfEvent = Input({ event_id: Type.Optional(Id({ description: 'of this event only' })) })

export const exportCsv: Operation = (app, { sql }) => {
  const slots = createSlots(EXPORTS_MAX)
  for (const kind of Object.keys(csvExports) as CsvExport[]) {
    const { operationId, description, ofEvent, scope } = files[kind]
    app.get(
      `/v1/manage/exports/${kind}.csv`,
      {
        config: { scope, unhurried: true },
        schema: {
          operationId,
          summary: `Export ${kind} as CSV`,
          description,
          tags: ['Exports'],
          ...(ofEvent ? { querystring: OfEvent } : {}),
          response: { 200: csv },
        },
      },
      async ({ orgId, method, query }, reply) => {
        const { event_id: eventId } = query as Static<typeof OfEvent>
        if (eventId !== undefined) await requireEvent(orgId, sql, eventId)
        const body =
          method === 'HEAD'
            ? Readable.from([])
            : await bodyInSlot(slots.take(orgId), csvExports[kind](orgId, sql, eventId))
        reply.type('text/csv; charset=utf-8').header('content-disposition', `attachment; filename="${kind}.csv"`)
        return reply.send(body)
      },
    )
  }
}
