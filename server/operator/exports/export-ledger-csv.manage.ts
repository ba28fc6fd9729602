import { Readable } from 'node:stream'
import { type Static, Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import { invalidParameters } from '../../platform/http/errors.ts'
import { fromMicroseconds } from '../../platform/http/keyset.ts'
import { Id, Input, UnixSeconds } from '../../platform/http/schema.ts'
import { createSlots } from '../../platform/http/slots.ts'
import { bodyInSlot } from '../../platform/http/stream-json.ts'
import type { Operation } from '../../platform/operation.ts'
import { type Db, type Sql, when } from '../../platform/postgres/database.ts'
import { DAY_MS } from '../../platform/values/durations.ts'
import { localDate } from '../../platform/values/time.ts'
import { requireEvent } from '../../programme/events/require-event.ts'
import { csvFile } from './csv-file.ts'
import { ledgerLines, type Movement } from './ledger-lines.ts'

const DAYS_MAX = 400
/** Exports that are sent at once, by one process. */
const EXPORTS_MAX = { all: 4, each: 1 }

const Query = Input({
  unix_start: UnixSeconds(),
  unix_end: UnixSeconds({ description: `${DAYS_MAX} days after unix_start at most` }),
  event_id: Type.Optional(Id({ description: 'of this event only' })),
})

const csv = { description: 'The file', content: { 'text/csv': { schema: { type: 'string' } } } }
const COLUMNS = ['date', 'entry', 'account', 'debit', 'credit', 'currency', 'order_id', 'event_id', 'reference']

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
          'Double entry: each payment and refund in the order of time, as lines whose debits and credits are the same sum. Streamed.',
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

type Wanted = { from: Date; until: Date; eventId: number | undefined }

function windowOf({ unix_start, unix_end, event_id: eventId }: Static<typeof Query>): Wanted {
  const problem = (message: string) => invalidParameters([{ param: 'unix_end', code: 'parameter_invalid', message }])
  if (unix_start >= unix_end) throw problem('unix_end must be after unix_start.')
  if ((unix_end - unix_start) * 1000 > DAYS_MAX * DAY_MS) throw problem(`Ask for ${DAYS_MAX} days at most.`)
  return { from: new Date(unix_start * 1000), until: new Date(unix_end * 1000), eventId }
}

async function* ledgerFile(orgId: OrgId, sql: Sql, wanted: Wanted) {
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
        reference: row.provider_reference,
      })),
  })
}

type MovementRow = Movement & {
  id: number
  at: Date
  microseconds: number
  order_id: number
  provider_reference: string | null
}

/** Payments before refunds of the same instant: each kind goes along its index, from the last of the page before. */
const findMovements = (
  orgId: OrgId,
  db: Db,
  { from, until, eventId }: Wanted,
  after: MovementRow | undefined,
  most: number,
) => {
  const start = after ? fromMicroseconds(db, after.microseconds) : db`${from}::timestamptz`
  const behind = (kind: Movement['kind']) =>
    when(
      db,
      after,
      (row) =>
        db`and (m.at, ${kind}::text, m.id) > (${fromMicroseconds(db, row.microseconds)}, ${row.kind}, ${row.id})`,
    )
  return db<MovementRow[]>`
    select m.kind, m.id, m.at, (extract(epoch from m.at) * 1000000)::bigint as microseconds, m.provider,
      m.provider_reference, m.currency, m.amount_minor, m.surplus, m.whole, m.order_id, o.event_id,
      o.payment_method, o.service_fee_minor, o.service_tax_minor, o.transaction_fee_minor, o.rebate_minor
    from (
      (
        select 'payment' as kind, m.*
        from (
          select p.payment_id as id, p.succeeded_at as at, p.provider, p.provider_reference, p.currency, p.amount_minor,
            p.surplus, p.order_id is not null as whole, coalesce(p.order_id, i.membership_order_id) as order_id
          from payments p
          left join instalments i on i.org_id = ${orgId} and i.instalment_id = p.instalment_id
          where p.org_id = ${orgId}
            and p.succeeded_at >= ${start}
            and p.succeeded_at < ${until}
        ) as m
        where true
          ${behind('payment')}
          ${ofEvent(orgId, db, eventId)}
        order by m.at, m.id
        limit ${most}
      )
      union all
      (
        select 'refund' as kind, m.*
        from (
          select r.refund_id as id, r.changed_at as at, p.provider, r.provider_reference, p.currency, r.amount_minor,
            p.surplus, false as whole, coalesce(p.order_id, i.membership_order_id) as order_id
          from refunds r
          join payments p on p.org_id = ${orgId} and p.payment_id = r.payment_id
          left join instalments i on i.org_id = ${orgId} and i.instalment_id = p.instalment_id
          where r.org_id = ${orgId}
            and r.refund_status = 'succeeded'
            and r.changed_at >= ${start}
            and r.changed_at < ${until}
        ) as m
        where true
          ${behind('refund')}
          ${ofEvent(orgId, db, eventId)}
        order by m.at, m.id
        limit ${most}
      )
    ) as m
    join orders o on o.org_id = ${orgId} and o.order_id = m.order_id
    order by m.at, m.kind, m.id
    limit ${most}`
}

const ofEvent = (orgId: OrgId, db: Db, eventId: number | undefined) =>
  when(
    db,
    eventId,
    (id) => db`
      and exists (
        select
        from orders o
        where o.org_id = ${orgId}
          and o.order_id = m.order_id
          and o.event_id = ${id}
      )`,
  )
