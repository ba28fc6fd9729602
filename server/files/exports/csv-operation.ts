import { Readable } from 'node:stream'
import { type TObject, Type } from 'typebox'
import type { Scope } from '../../access/scopes.ts'
import { byNameAlone } from '../../platform/http/by-name-alone.ts'
import { named } from '../../platform/http/file-name.ts'
import { Id, Input } from '../../platform/http/schema.ts'
import type { Slots } from '../../platform/http/slots.ts'
import { bodyInSlot } from '../../platform/http/stream-json.ts'
import type { Operation } from '../../platform/operation.ts'
import { requireEvent } from '../../programme/events/require-event.ts'
import { type CsvExport, csvExports } from './csv-exports.ts'
import { requireOneWay, type Selection } from './selection.ts'

/** Exports that are sent at once, by one process, of whatever kind. */
export const EXPORTS_MAX = { all: 10, each: 2 }

/** `exporting` holds back files that too many ask for at once. */
export type ExportDeps = { exporting: Slots }

export const asImported =
  'All that the list has for the same filters, newest customers first and members by their ids, or those of `ids`; streamed, in the columns that the import takes. Two at once for an organisation.'
export const asShown =
  'Streamed, in the columns of the object, with the times in the event’s zone besides. Two at once for an organisation.'

const csv = { description: 'The file', content: { 'text/csv': { schema: { type: 'string' } } } }
export const OfEvent = Input({ event_id: Type.Optional(Id({ description: 'of this event only' })) })

/** A file that has how fans are reached, all at once. */
export const fileOfFans = { needsProof: true, effects: ['data_out'] } as const

type CsvFile = { operationId: string; scope: Scope; description: string; query?: TObject }

/** All objects of a kind as one file, or those that the query leaves. */
export const csvOperation =
  (kind: CsvExport, { operationId, scope, description, query: querystring }: CsvFile): Operation<ExportDeps> =>
  (app, { sql, clock, exporting }) =>
    app.get(
      `/v1/manage/exports/${kind}.csv`,
      {
        config: { scope, shows: 'by_field', unhurried: true, ...(kind !== 'translations' && fileOfFans) },
        schema: {
          operationId,
          summary: `Export ${kind} as CSV`,
          description,
          tags: ['Exports'],
          ...(querystring ? { querystring } : {}),
          response: { 200: csv },
        },
      },
      async ({ orgId, method, query, may }, reply) => {
        const asked = query as Selection
        requireOneWay(asked)
        const selection = { ...asked, ...byNameAlone(may, asked) }
        if (selection.event_id !== undefined) await requireEvent(orgId, sql, selection.event_id)
        const body =
          method === 'HEAD'
            ? Readable.from([])
            : await bodyInSlot(exporting.take(orgId), csvExports[kind](orgId, sql, may, selection, clock(orgId)))
        reply.type('text/csv; charset=utf-8').header('content-disposition', named('attachment', `${kind}.csv`))
        return reply.send(body)
      },
    )
