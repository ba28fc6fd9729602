import { type Static, Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import { ApiError, invalidParameters } from '../../platform/http/errors.ts'
import { Id, Input, Nullable, UnixSeconds } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import { type Db, when } from '../../platform/postgres/database.ts'
import { DAY_MS, HOUR_MS } from '../../platform/values/durations.ts'
import { toMajor } from '../../platform/values/money.ts'
import { requireEvent } from '../../programme/events/require-event.ts'
import { countedWithin, createTakingsCounter } from './count-takings.ts'
import { type MoneySpan, movements } from './movements.ts'

const DAYS_MAX = 92
const USUAL_DAYS = 30
const ROWS_MAX = 10_000
const COUNT_MS = 15_000

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

export const retrieveTakings: Operation = (app, { sql, clock }) => {
  const counter = createTakingsCounter(sql)
  app.get(
    '/v1/manage/takings',
    {
      config: { scope: 'figures:manage' },
      schema: {
        operationId: 'retrieveTakings',
        summary: 'Read takings by day, event, channel and method',
        description:
          'Money that came in and went out, on the day that it did; one row for each combination that there is. The first answer ' +
          'after long may be a 503: the money of meanwhile is being counted, so ask again.',
        tags: ['Sales figures'],
        querystring: Query,
        response: { 200: Reply },
      },
    },
    async ({ orgId, query }) => {
      const { event_id: eventId } = query
      if (eventId !== undefined) await requireEvent(orgId, sql, eventId)
      const now = clock(orgId)
      const asked = windowOf(query, now)
      const timezone = await timezoneOf(orgId, sql)
      const done = await counter.count(orgId, asked, now, COUNT_MS)
      if (!done) {
        const message = 'Money since the last look is being counted. Ask again.'
        throw new ApiError('service_unavailable', { message, headers: { 'retry-after': '1' } })
      }
      const counted = countedWithin(asked, done.counted)
      const rows = await sql.readLong((tx) => findTakings(orgId, tx, { ...asked, counted, timezone, eventId }))
      if (rows.length > ROWS_MAX)
        throw tooWide('unix_start', 'There are too many rows: ask for a shorter time or one event.')
      return { timezone, data: rows.map(toTaking) }
    },
  )
}

function windowOf({ unix_start, unix_end }: Static<typeof Query>, now: Date): MoneySpan {
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

type Wanted = MoneySpan & { timezone: string; eventId: number | undefined; counted: MoneySpan }

/** Whole quarters are counted; what lies before and after them is read payment by payment. */
const findTakings = (orgId: OrgId, sql: Db, { from, until, counted, timezone, eventId }: Wanted) =>
  sql<TakingRow[]>`
  with sums as (
    select (m.at at time zone ${timezone})::date as day, m.event_id, m.sales_channel, m.payment_method, m.currency,
      sum(m.payments)::bigint as payments, sum(m.paid_minor)::bigint as paid_minor, sum(m.refunds)::bigint as refunds,
      sum(m.refunded_minor)::bigint as refunded_minor, sum(m.service_fee_minor)::bigint as service_fee_minor,
      sum(m.service_tax_minor)::bigint as service_tax_minor, sum(m.transaction_fee_minor)::bigint as transaction_fee_minor,
      sum(m.rebate_minor)::bigint as rebate_minor
    from (
      ${movements(orgId, sql, { from, until: counted.from })}
      union all
      ${movements(orgId, sql, { from: counted.until, until })}
      union all
      select q.quarter, q.event_id, q.sales_channel, q.payment_method, q.currency, q.payments, q.paid_minor, q.refunds,
        q.refunded_minor, q.service_fee_minor, q.service_tax_minor, q.transaction_fee_minor, q.rebate_minor
      from takings_quarters q
      where q.org_id = ${orgId}
        and q.quarter >= ${counted.from}
        and q.quarter < ${counted.until}
    ) as m
    where true
      ${when(sql, eventId, (id) => sql`and m.event_id = ${id}`)}
    group by day, m.event_id, m.sales_channel, m.payment_method, m.currency
    having sum(m.payments) + sum(m.refunds) > 0
  )
  select s.day::text as day, s.event_id, e.title as event_title, s.sales_channel, s.payment_method, s.currency, s.payments, s.paid_minor,
    s.refunds, s.refunded_minor, s.service_fee_minor, s.service_tax_minor, s.transaction_fee_minor, s.rebate_minor
  from sums s
  left join events e on e.org_id = ${orgId} and e.event_id = s.event_id
  order by s.day, s.event_id, s.sales_channel, s.payment_method, s.currency
  limit ${ROWS_MAX + 1}`.freshPlan()

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
