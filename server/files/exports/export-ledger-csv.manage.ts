import { Readable } from 'node:stream'
import { named } from '../../platform/http/file-name.ts'
import { createSlots } from '../../platform/http/slots.ts'
import { bodyInSlot } from '../../platform/http/stream-json.ts'
import type { Operation } from '../../platform/operation.ts'
import { requireEvent } from '../../programme/events/require-event.ts'
import { BookedTime, bookedWithin, ledgerFile } from './ledger-file.ts'

/** Exports that are sent at once, by one process. */
const EXPORTS_MAX = { all: 4, each: 1 }

const csv = { description: 'The file', content: { 'text/csv': { schema: { type: 'string' } } } }
export const exportLedgerCsv: Operation = (app, { sql }) => {
  const slots = createSlots(EXPORTS_MAX)
  app.get(
    '/v1/manage/exports/ledger.csv',
    {
      config: { scope: 'figures:manage', shows: 'nothing', unhurried: true },
      schema: {
        operationId: 'exportLedgerCsv',
        summary: 'Export the books as CSV',
        description:
          'Double entry: sales on account, payments, refunds, what came back, was written off or credited, in the order of time, as lines ' +
          'whose debits and credits are the same sum; `account_code` is what the accountant calls the account. Streamed.',
        tags: ['Exports'],
        querystring: BookedTime,
        response: { 200: csv },
      },
    },
    async ({ orgId, method, query }, reply) => {
      const wanted = bookedWithin(query)
      if (query.event_id !== undefined) await requireEvent(orgId, sql, query.event_id)
      const body =
        method === 'HEAD' ? Readable.from([]) : await bodyInSlot(slots.take(orgId), ledgerFile(orgId, sql, wanted))
      reply.type('text/csv; charset=utf-8').header('content-disposition', named('attachment', 'ledger.csv'))
      return reply.send(body)
    },
  )
}
