import { type Static, Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import { invalidParameters } from '../../platform/http/errors.ts'
import { Id, Input, Integer, OneOf, UnixSeconds } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { DAY_MS } from '../../platform/values/durations.ts'
import { toMajor } from '../../platform/values/money.ts'
import { requireEvent } from '../../programme/events/require-event.ts'
import { type TaxKind, taxKinds } from '../../programme/tax-rates/tax-rate.ts'
import { allMovements, type WantedMovements } from './ledger-movements.ts'

/** A quarter. */
const DAYS_MAX = 100

const Query = Input({
  unix_start: UnixSeconds(),
  unix_end: UnixSeconds({ description: `${DAYS_MAX} days after unix_start at most` }),
  event_id: Type.Optional(Id({ description: 'of this event only' })),
})

const amount = (description: string) => Type.Number({ description })
const TaxReportRow = Type.Object(
  {
    tax_rate_id: Integer(),
    title: Type.String({ description: 'as the rate is called now' }),
    kind: OneOf([...taxKinds]),
    percentage: Type.Number(),
    currency: Type.String({ description: 'ISO 4217' }),
    sold: amount('with tax'),
    sold_tax: amount('of what was sold'),
    returned: amount('given back or not asked for any more, with tax'),
    returned_tax: amount('of what was given back'),
    net: amount('sold less returned, without tax'),
    tax: amount('of what was sold less that of what was returned'),
  },
  { title: 'TaxReportRow' },
)
const Reply = Type.Object({ data: Type.Array(TaxReportRow) }, { title: 'TaxReport' })

export const TaxSumRow = Type.Object({
  tax_rate_id: Type.Integer(),
  title: Type.String(),
  kind: Type.Unsafe<TaxKind>({ type: 'string' }),
  thousandths: Type.Integer(),
  currency: Type.String(),
  sold_minor: Type.Integer(),
  sold_tax_minor: Type.Integer(),
  returned_minor: Type.Integer(),
  returned_tax_minor: Type.Integer(),
})

export const retrieveTaxReport: Operation = (app, { sql }) =>
  app.get(
    '/v1/manage/tax_report',
    {
      config: { scope: 'figures:manage' },
      schema: {
        operationId: 'retrieveTaxReport',
        summary: 'Read what was sold and returned by rate of tax',
        description: 'As the books have it, each on the day of its entry: the sum of `tax_payable` of the same time.',
        tags: ['Sales figures'],
        querystring: Query,
        response: { 200: Reply },
      },
    },
    async ({ orgId, query }) => {
      const { unix_start, unix_end, event_id: eventId } = query
      const days = ((unix_end - unix_start) * 1000) / DAY_MS
      if (days <= 0 || days > DAYS_MAX) {
        const message = `unix_end must be after unix_start, by ${DAYS_MAX} days at most.`
        throw invalidParameters([{ param: 'unix_end', code: 'parameter_invalid', message }])
      }
      if (eventId !== undefined) await requireEvent(orgId, sql, eventId)
      const wanted = { from: new Date(unix_start * 1000), until: new Date(unix_end * 1000), eventId }
      return { data: (await sumByRate(orgId, sql, wanted)).map(toReportRow) }
    },
  )

/** A sale is booked when it is paid whole, or when an order that is owed or paid by credit is confirmed. */
export const sumByRate = (orgId: OrgId, sql: Db, wanted: WantedMovements) => sql<Static<typeof TaxSumRow>[]>`
  with booked as (${allMovements(orgId, sql, wanted)})
  select s.tax_rate_id, r.title, r.kind, s.thousandths, s.currency, sum(s.sold_minor)::bigint as sold_minor,
    sum(s.sold_tax_minor)::bigint as sold_tax_minor, sum(s.returned_minor)::bigint as returned_minor,
    sum(s.returned_tax_minor)::bigint as returned_tax_minor
  from (
    select b.currency, x.tax_rate_id, x.thousandths, x.amount_minor as sold_minor, x.tax_minor as sold_tax_minor,
      0 as returned_minor, 0 as returned_tax_minor
    from booked b
    join orders o on o.org_id = ${orgId} and o.order_id = b.order_id
    cross join lateral jsonb_to_recordset(o.taxes)
      as x (tax_rate_id bigint, thousandths integer, amount_minor bigint, tax_minor bigint)
    where o.taxes is not null
      and (b.kind in ('sale', 'credit_sale') or b.kind = 'payment' and b.whole and not b.surplus)
    union all
    select b.currency, x.tax_rate_id, x.thousandths, 0, 0, x.amount_minor, x.tax_minor
    from booked b
    cross join lateral jsonb_to_recordset(b.returned_taxes)
      as x (tax_rate_id bigint, thousandths integer, amount_minor bigint, tax_minor bigint)
    where b.returned_taxes is not null
  ) as s
  join tax_rates r on r.org_id = ${orgId} and r.tax_rate_id = s.tax_rate_id
  group by s.tax_rate_id, r.title, r.kind, s.thousandths, s.currency
  order by s.currency, s.thousandths desc, s.tax_rate_id`

export const toReportRow = (row: Static<typeof TaxSumRow>): Static<typeof TaxReportRow> => {
  const money = (minor: number) => toMajor(minor, row.currency)
  const taxMinor = row.sold_tax_minor - row.returned_tax_minor
  return {
    tax_rate_id: row.tax_rate_id,
    title: row.title,
    kind: row.kind,
    percentage: row.thousandths / 1000,
    currency: row.currency,
    sold: money(row.sold_minor),
    sold_tax: money(row.sold_tax_minor),
    returned: money(row.returned_minor),
    returned_tax: money(row.returned_tax_minor),
    net: money(row.sold_minor - row.returned_minor - taxMinor),
    tax: money(taxMinor),
  }
}
