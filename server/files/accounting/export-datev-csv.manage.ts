import { Readable } from 'node:stream'
import { Type } from 'typebox'
import { named } from '../../platform/http/file-name.ts'
import { Input } from '../../platform/http/schema.ts'
import { bodyInSlot } from '../../platform/http/stream-json.ts'
import type { Operation } from '../../platform/operation.ts'
import { Currency } from '../../resources/fields.ts'
import { findAccounting } from '../exports/accounting-settings.ts'
import type { ExportDeps } from '../exports/csv-operation.ts'
import { bookedTime, bookedWithin } from '../exports/ledger-file.ts'
import { datevFile, requireDatev } from './datev-file.ts'

const csv = { description: 'The file', content: { 'text/csv': { schema: { type: 'string' } } } }

export const exportDatevCsv: Operation<ExportDeps> = (app, { sql, exporting }) =>
  app.get(
    '/v1/manage/exports/datev.csv',
    {
      config: { scope: 'figures:manage', shows: 'nothing', unhurried: true },
      schema: {
        operationId: 'exportDatevCsv',
        summary: 'Export the books for DATEV',
        description:
          'A booking batch (EXTF, version 13) in Windows-1252: each entry of the books as pairs of accounts, by the codes of the accounting ' +
          'settings, within one year of the books. A file is of one currency, the organisation’s unless said. 409 where an account has no code.',
        tags: ['Exports'],
        querystring: Input({ ...bookedTime, currency: Type.Optional(Currency) }),
        response: { 200: csv },
      },
    },
    async ({ orgId, method, query }, reply) => {
      const wanted = bookedWithin(query)
      const settings = await findAccounting(orgId, sql)
      requireDatev(settings)
      const body =
        method === 'HEAD'
          ? Readable.from([])
          : await bodyInSlot(
              exporting.take(orgId),
              datevFile(orgId, sql, { ...wanted, currency: query.currency }, settings),
            )
      reply
        .type('text/csv; charset=windows-1252')
        .header('content-disposition', named('attachment', 'EXTF_Buchungsstapel.csv'))
      return reply.send(body)
    },
  )
