import { Readable } from 'node:stream'
import { type Static, Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import { invalidParameters } from '../../platform/http/errors.ts'
import { Id, Input, UnixSeconds } from '../../platform/http/schema.ts'
import { createSlots } from '../../platform/http/slots.ts'
import { bodyInSlot } from '../../platform/http/stream-json.ts'
import type { Operation } from '../../platform/operation.ts'
import type { Sql } from '../../platform/postgres/database.ts'
import { DAY_MS } from '../../platform/values/durations.ts'
import { localDate } from '../../platform/values/time.ts'
import { requireEvent } from '../../programme/events/require-event.ts'
import { csvFile } from './csv-file.ts'
import { ledgerLines } from './ledger-lines.ts'
import { findMovements, type MovementRow, type WantedMovements } from './ledger-movements.ts'

const DAYS_MAX = 400
/** Exports that are sent at once, by one process. */
const EXPORTS_MAX = { all: 4, each: 1 }

const Query = Input({
  unix_start: UnixSeconds(),
  unix_end: UnixSeconds({ description: `${DAYS_MAX} days after unix_start at most` }),
  event_id: Type.Optional(Id({ description: 'of this event only' })),
})

const csv = { description: 'The file', content: { 'text/csv': { schema: { type: 'string' } } } }
const COLUMNS = [
  'date',
  'entry',
  'account',
  'debit',
  'credit',
  'currency',
  'order_id',
  'event_id',
  'reference',
  'tax_percentage',
]

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
          'whose debits and credits are the same sum. Streamed.',
        tags: ['Exports'],
        querystring: Query,
        response: { 200: csv },
      },
    },
    async ({ orgId, method, query }, reply) => {
      const wanted = windowOf(query)
      if (query.event_id !== undefined) await requireEvent(orgId, sql, query.event_id)
      const body =
        method === 'HEAD' ? Readable.from([]) : await bodyInSlot(slots.take(orgId), ledgerFile(orgId, sql, wanted))
      reply.type('text/csv; charset=utf-8').header('content-disposition', 'attachment; filename="ledger.csv"')
      return reply.send(body)
    },
  )
}

function windowOf({ unix_start, unix_end, event_id: eventId }: Static<typeof Query>): WantedMovements {
  const problem = (message: string) => invalidParameters([{ param: 'unix_end', code: 'parameter_invalid', message }])
  if (unix_start >= unix_end) throw problem('unix_end must be after unix_start.')
  if ((unix_end - unix_start) * 1000 > DAYS_MAX * DAY_MS) throw problem(`Ask for ${DAYS_MAX} days at most.`)
  return { from: new Date(unix_start * 1000), until: new Date(unix_end * 1000), eventId }
}

async function* ledgerFile(orgId: OrgId, sql: Sql, wanted: WantedMovements) {
  const [organisation] = await sql<{ timezone: string }[]>`
    select timezone
    from organisations
    where org_id = ${orgId}`
  const timezone = organisation?.timezone ?? 'UTC'
  return yield* csvFile<MovementRow>(sql, {
    columns: COLUMNS,
    page: (db, after, most) => findMovements(orgId, db, wanted, after, most),
    cells: (row) =>
      ledgerLines(row).map((line) => ({
        date: localDate(row.at, timezone),
        entry: `${row.kind}-${row.id}`,
        ...line,
        currency: row.currency,
        order_id: row.order_id,
        event_id: row.event_id,
        reference: row.reference,
      })),
  })
}
