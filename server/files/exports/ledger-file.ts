import { type Static, Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import { invalidParameters } from '../../platform/http/errors.ts'
import { Id, Input, UnixSeconds } from '../../platform/http/schema.ts'
import type { Db, Sql } from '../../platform/postgres/database.ts'
import { DAY_MS } from '../../platform/values/durations.ts'
import { localDate } from '../../platform/values/time.ts'
import { codeOf, findAccounting } from './accounting-settings.ts'
import { csvFile } from './csv-file.ts'
import { ledgerLines } from './ledger-lines.ts'
import { findMovements, type MovementRow, type WantedMovements } from './ledger-movements.ts'

const DAYS_MAX = 400

export const bookedTime = {
  unix_start: UnixSeconds(),
  unix_end: UnixSeconds({ description: `${DAYS_MAX} days after unix_start at most` }),
}
export const BookedTime = Input({
  ...bookedTime,
  event_id: Type.Optional(Id({ description: 'of this event only' })),
})

type Asked = { unix_start: number; unix_end: number; event_id?: Static<typeof BookedTime>['event_id'] }

export function bookedWithin({ unix_start, unix_end, event_id: eventId }: Asked, daysMax = DAYS_MAX): WantedMovements {
  const problem = (message: string) => invalidParameters([{ param: 'unix_end', code: 'parameter_invalid', message }])
  if (unix_start >= unix_end) throw problem('unix_end must be after unix_start.')
  if ((unix_end - unix_start) * 1000 > daysMax * DAY_MS) throw problem(`Ask for ${daysMax} days at most.`)
  return { from: new Date(unix_start * 1000), until: new Date(unix_end * 1000), eventId }
}

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
  'account_code',
]

/** Where days begin and end, and what money is counted in. */
export async function findBookKeeping(orgId: OrgId, sql: Db): Promise<{ timezone: string; currency: string }> {
  const [organisation] = await sql<{ timezone: string; currency: string }[]>`
    select timezone, currency
    from organisations
    where org_id = ${orgId}`
  return organisation ?? { timezone: 'UTC', currency: 'EUR' }
}

/** The books, line by line. */
export async function* ledgerFile(orgId: OrgId, sql: Sql, wanted: WantedMovements): AsyncGenerator<Buffer, undefined> {
  const { timezone } = await findBookKeeping(orgId, sql)
  const { accounts } = await findAccounting(orgId, sql)
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
        account_code: codeOf(accounts, line.account, line.tax_percentage)?.code ?? null,
      })),
  })
}
