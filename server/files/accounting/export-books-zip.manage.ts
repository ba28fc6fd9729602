import { Readable } from 'node:stream'
import type { PrintingDeps } from '../../papers/ticket-files/tickets-pdf.ts'
import { named } from '../../platform/http/file-name.ts'
import { Input, UnixSeconds } from '../../platform/http/schema.ts'
import { createSlots } from '../../platform/http/slots.ts'
import { bodyInSlot } from '../../platform/http/stream-json.ts'
import type { Operation } from '../../platform/operation.ts'
import { findAccounting } from '../exports/accounting-settings.ts'
import { bookedWithin } from '../exports/ledger-file.ts'
import { booksFile } from './books-file.ts'

/** A quarter, with the hour that clocks are set back. */
const DAYS_MAX = 93
/** Drawing each document takes time, which others want too. */
const AT_ONCE = { all: 2, each: 1 }

const zip = {
  description: 'The file',
  content: { 'application/zip': { schema: { type: 'string', format: 'binary' } } },
}

export const exportBooksZip: Operation<PrintingDeps> = (app, { sql, typefaces }) => {
  const slots = createSlots(AT_ONCE)
  app.get(
    '/v1/manage/exports/books.zip',
    {
      config: {
        scope: 'figures:manage',
        shows: 'customers:read',
        unhurried: true,
        needsProof: true,
        effects: ['data_out'],
      },
      schema: {
        operationId: 'exportBooksZip',
        summary: 'Export a quarter for the accountant',
        description:
          'The books (`ledger.csv`, and `EXTF_Buchungsstapel.csv` where the accounting settings are complete), `tax.csv`, `documents.csv`, and ' +
          'each document that was issued in that time as PDF and, where it is no receipt, as XML (UBL). The same days are the same bytes, ' +
          'once they are over. Streamed.',
        tags: ['Exports'],
        querystring: Input({
          unix_start: UnixSeconds(),
          unix_end: UnixSeconds({ description: `${DAYS_MAX} days after unix_start at most` }),
        }),
        response: { 200: zip },
      },
    },
    async ({ orgId, method, query }, reply) => {
      const wanted = bookedWithin(query, DAYS_MAX)
      const settings = await findAccounting(orgId, sql)
      const file = () => booksFile({ sql, typefaces }, orgId, wanted, settings)
      const body = method === 'HEAD' ? Readable.from([]) : await bodyInSlot(slots.take(orgId), file())
      reply.type('application/zip').header('content-disposition', named('attachment', 'books.zip'))
      return reply.send(body)
    },
  )
}
