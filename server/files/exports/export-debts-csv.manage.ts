import { Readable } from 'node:stream'
import type { OrgId } from '../../access/principal.ts'
import {
  type DebtFilters,
  debtFilters,
  debtSearch,
  findListedDebts,
  type ListedDebtRow,
  positionOf,
  wantDebts,
} from '../../ledger/debts/debt-filters.ts'
import { Debt, toDebt } from '../../ledger/ledger/debt.ts'
import { byNameAlone } from '../../platform/http/by-name-alone.ts'
import { named } from '../../platform/http/file-name.ts'
import { asSeenBy, guardedIn, type May } from '../../platform/http/guarded-fields.ts'
import { Input } from '../../platform/http/schema.ts'
import { bodyInSlot } from '../../platform/http/stream-json.ts'
import type { Operation } from '../../platform/operation.ts'
import type { Sql } from '../../platform/postgres/database.ts'
import { localDate } from '../../platform/values/time.ts'
import { csvFile } from './csv-file.ts'
import { type ExportDeps, fileOfFans } from './csv-operation.ts'

const csv = { description: 'The file', content: { 'text/csv': { schema: { type: 'string' } } } }
const debtFields = guardedIn(Debt)

export const exportDebtsCsv: Operation<ExportDeps> = (app, { sql, clock, exporting }) =>
  app.get(
    '/v1/manage/exports/debts.csv',
    {
      config: { scope: 'debts:manage', shows: 'by_field', unhurried: true, ...fileOfFans },
      schema: {
        operationId: 'exportDebtsCsv',
        summary: 'Export what is owed as CSV',
        description: `All that the list has for the same filters, the earliest day first, with the day that each is due on as \`due_date\`. ${debtSearch} Streamed. Two at once for an organisation.`,
        tags: ['Exports'],
        querystring: Input(debtFilters),
        response: { 200: csv },
      },
    },
    async ({ orgId, method, query, may }, reply) => {
      const body =
        method === 'HEAD'
          ? Readable.from([])
          : await bodyInSlot(exporting.take(orgId), debtFile(orgId, sql, may, clock(orgId), query))
      reply.type('text/csv; charset=utf-8').header('content-disposition', named('attachment', 'debts.csv'))
      return reply.send(body)
    },
  )

async function* debtFile(orgId: OrgId, sql: Sql, may: May, now: Date, filters: DebtFilters) {
  const [organisation] = await sql<{ timezone: string }[]>`
    select timezone
    from organisations
    where org_id = ${orgId}`
  const timezone = organisation?.timezone ?? 'UTC'
  const wanted = await wantDebts(orgId, sql, now, { ...filters, ...byNameAlone(may, filters) })
  const show = asSeenBy(may, debtFields)
  return yield* csvFile<ListedDebtRow>(sql, {
    columns: ['due_date', ...Object.keys(Debt.properties)],
    page: (db, after, most) => findListedDebts(orgId, db, wanted, most, after && positionOf(after)),
    cells: (row) => ({ due_date: localDate(row.due_at, timezone), ...show(toDebt(row, now)) }),
  })
}
