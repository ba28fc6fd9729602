import { type Static, Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import type { Operation } from '../../operation.ts'
import { invalidParameters } from '../../platform/http/errors.ts'
import { Id, Input, Nullable, UnixSeconds } from '../../platform/http/schema.ts'
import { type Db, when } from '../../platform/postgres/database.ts'
import { DAY_MS, HOUR_MS } from '../../platform/values/durations.ts'
import { toMajor } from '../../platform/values/money.ts'
import { requireEvent } from '../../programme/events/require-event.ts'

const DAYS_MAX = 92
const USUAL_DAYS = 30
const ROWS_MAX = 10_000

const Query = Input({
  event_id: Type.Optional(Id()),
  unix_start: Type.Optional(UnixSeconds({ description: `${USUAL_DAYS} days before unix_end unless said` })),
  unix_end: Type.Optional(UnixSeconds({ description: `now unless said; ${DAYS_MAX} days after unix_start at most` })),
})

const amount = (description: string) => Type.Number({ description })
const Taking = Type.Object(
  {
    day: Type.String({ description: 'YYYY-MM-DD, in the organisation’s zone' }),
    event_id: Nullable(Type.String({ description: 'null: memberships' })),
    event_title: Nullable(Type.String()),
    sales_channel: Type.String(),
    payment_method: Nullable(Type.String()),
    currency: Type.String({ description: 'ISO 4217' }),
    payments: Type.Integer(),
    paid: amount('collected on that day'),
    refunds: Type.Integer(),
    refunded: amount('given back on that day'),
    net: amount('paid less refunded'),
    service_fee: amount('within what was paid'),
    service_tax: amount('within what was paid'),
    transaction_fee: amount('within what was paid'),
    rebate: amount('of the service fee, to the organisation'),
  },
  { title: 'Taking' },
)
const Reply = Type.Object({ timezone: Type.String(), data: Type.Array(Taking) }, { title: 'Takings' })

export const retrieveTakings: Operation = (app, { sql, clock }) =>
  app.get(
    '/v1/manage/takings',
    {
      config: { scope: 'figures:manage' },
      schema: {
        operationId: 'retrieveTakings',
        summary: 'Read takings by day, event, channel and method',
        description:
          'Money that came in and went out, on the day that it did; one row for each combination that there is.',
        tags: ['Sales figures'],
        querystring: Query,
        response: { 200: Reply },
      },
    },
    async ({ orgId, query }) => {
      const { event_id: eventId } = query
      if (eventId !== undefined) await requireEvent(orgId, sql, eventId)
      const { from, until } = windowOf(query, clock())
      const timezone = await timezoneOf(orgId, sql)
      const rows = await sql.readLong((tx) => findTakings(orgId, tx, { from, until, timezone, eventId }))
      if (rows.length > ROWS_MAX)
        throw tooWide('unix_start', 'There are too many rows: ask for a shorter time or one event.')
      return { timezone, data: rows.map(toTaking) }
    },
  )

function windowOf({ unix_start, unix_end }: Static<typeof Query>, now: Date): { from: Date; until: Date } {
  const until = unix_end === undefined ? now : new Date(unix_end * 1000)
  const from = unix_start === undefined ? new Date(until.getTime() - USUAL_DAYS * DAY_MS) : new Date(unix_start * 1000)
  if (from >= until) throw tooWide('unix_start', 'unix_start must be before unix_end.')
  // A quarter in which clocks are set back is an hour longer.
  if (until.getTime() - from.getTime() > DAYS_MAX * DAY_MS + HOUR_MS)
    throw tooWide('unix_end', `Ask for ${DAYS_MAX} days at most.`)
  return { from, until }
}

const tooWide = (param: string, message: string) => invalidParameters([{ param, code: 'parameter_invalid', message }])

async function timezoneOf(orgId: OrgId, sql: Db): Promise<string> {
  const [organisation] = await sql<{ timezone: string }[]>`
    select timezone
    from organisations
    where org_id = ${orgId}`
  return organisation?.timezone ?? 'UTC'
}

export const TakingRow = Type.Object({
  day: Type.String(),
  event_id: Nullable(Type.Integer()),
  event_title: Nullable(Type.String()),
  sales_channel: Type.String(),
  payment_method: Nullable(Type.String()),
  currency: Type.String(),
  payments: Type.Integer(),
  paid_minor: Type.Integer(),
  refunds: Type.Integer(),
  refunded_minor: Type.Integer(),
  service_fee_minor: Type.Integer(),
  service_tax_minor: Type.Integer(),
  transaction_fee_minor: Type.Integer(),
  rebate_minor: Type.Integer(),
})
type TakingRow = Static<typeof TakingRow>

type Wanted = { from: Date; until: Date; timezone: string; eventId: number | undefined }

/** An instalment is of an order too; the fees of an order count with the payment that paid all of it. */
const findTakings = (orgId: OrgId, sql: Db, { from, until, timezone, eventId }: Wanted) => sql<TakingRow[]>`
  select (m.at at time zone ${timezone})::date::text as day, o.event_id, max(e.title) as event_title, o.sales_channel,
    o.payment_method, m.currency,
    count(*) filter (where m.paid_minor > 0)::integer as payments,
    sum(m.paid_minor)::bigint as paid_minor,
    count(*) filter (where m.refunded_minor > 0)::integer as refunds,
    sum(m.refunded_minor)::bigint as refunded_minor,
    coalesce(sum(o.service_fee_minor) filter (where m.whole), 0)::bigint as service_fee_minor,
    coalesce(sum(o.service_tax_minor) filter (where m.whole), 0)::bigint as service_tax_minor,
    coalesce(sum(o.transaction_fee_minor) filter (where m.whole), 0)::bigint as transaction_fee_minor,
    coalesce(sum(o.rebate_minor) filter (where m.whole), 0)::bigint as rebate_minor
  from (
    select p.succeeded_at as at, coalesce(p.order_id, i.membership_order_id) as order_id, p.currency,
      p.amount_minor as paid_minor, 0::bigint as refunded_minor, p.order_id is not null and not p.surplus as whole
    from payments p
    left join instalments i on i.org_id = ${orgId} and i.instalment_id = p.instalment_id
    where p.org_id = ${orgId}
      and p.succeeded_at >= ${from}
      and p.succeeded_at < ${until}
    union all
    select r.changed_at, coalesce(p.order_id, i.membership_order_id), p.currency, 0, r.amount_minor, false
    from refunds r
    join payments p on p.org_id = ${orgId} and p.payment_id = r.payment_id
    left join instalments i on i.org_id = ${orgId} and i.instalment_id = p.instalment_id
    where r.org_id = ${orgId}
      and r.refund_status = 'succeeded'
      and r.changed_at >= ${from}
      and r.changed_at < ${until}
  ) as m
  join orders o on o.org_id = ${orgId} and o.order_id = m.order_id
  left join events e on e.org_id = ${orgId} and e.event_id = o.event_id
  where true
    ${when(sql, eventId, (id) => sql`and o.event_id = ${id}`)}
  group by day, o.event_id, o.sales_channel, o.payment_method, m.currency
  order by day, o.event_id nulls last, o.sales_channel, o.payment_method, m.currency
  limit ${ROWS_MAX + 1}`

function toTaking(row: TakingRow) {
  const major = (minor: number) => toMajor(minor, row.currency)
  return {
    day: row.day,
    event_id: row.event_id === null ? null : String(row.event_id),
    event_title: row.event_title,
    sales_channel: row.sales_channel,
    payment_method: row.payment_method,
    currency: row.currency,
    payments: row.payments,
    paid: major(row.paid_minor),
    refunds: row.refunds,
    refunded: major(row.refunded_minor),
    net: major(row.paid_minor - row.refunded_minor),
    service_fee: major(row.service_fee_minor),
    service_tax: major(row.service_tax_minor),
    transaction_fee: major(row.transaction_fee_minor),
    rebate: major(row.rebate_minor),
  } satisfies Static<typeof Taking>
}
