import { Readable } from 'node:stream'
import { type Static, Type } from 'typebox'
import type { Scope } from '../../access/scopes.ts'
import { Id, Input } from '../../platform/http/schema.ts'
import type { Slots } from '../../platform/http/slots.ts'
import { bodyInSlot } from '../../platform/http/stream-json.ts'
import type { Operation } from '../../platform/operation.ts'
import { requireEvent } from '../../programme/events/require-event.ts'
import { type CsvExport, csvExports } from './csv-exports.ts'

/** Exports that are sent at once, by one process, of whatever kind. */
export const EXPORTS_MAX = { all: 10, each: 2 }

/** `exporting` holds back files that too many ask for at once. */
export type ExportDeps = { exporting: Slots }

export const asImported = 'Streamed, in the columns that the import takes. Two at once for an organisation.'
export const asShown =
  'Streamed, in the columns of the object, with the times in the event’s zone besides. Two at once for an organisation.'

const csv = { description: 'The file', content: { 'text/csv': { schema: { type: 'string' } } } }
const OfEvent = Input({ event_id: Type.Optional(Id({ description: 'of this event only' })) })

type CsvFile = { operationId: string; scope: Scope; description: string; ofEvent?: true }

/** All objects of a kind as one file; `ofEvent`: or those of one event. */
export const csvOperation =
  (kind: CsvExport, { operationId, scope, description, ofEvent }: CsvFile): Operation<ExportDeps> =>
  (app, { sql, exporting }) =>
    app.get(
      `/v1/manage/exports/${kind}.csv`,
      {
        config: { scope, shows: 'by_field', unhurried: true },
        schema: {
          operationId,
          summary: `Export ${kind} as CSV`,
          description,
          tags: ['Exports'],
          ...(ofEvent ? { querystring: OfEvent } : {}),
          response: { 200: csv },
        },
      },
      async ({ orgId, method, query, may }, reply) => {
        const { event_id: eventId } = query as Static<typeof OfEvent>
        if (eventId !== undefined) await requireEvent(orgId, sql, eventId)
        const body =
          method === 'HEAD'
            ? Readable.from([])
            : await bodyInSlot(exporting.take(orgId), csvExports[kind](orgId, sql, may, eventId))
        reply.type('text/csv; charset=utf-8').header('content-disposition', `attachment; filename="${kind}.csv"`)
        return reply.send(body)
      },
    )
