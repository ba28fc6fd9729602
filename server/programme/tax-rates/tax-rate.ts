import { type Static, Type } from 'typebox'
import { Nullable, OneOf } from '../../platform/http/schema.ts'
import { unixSeconds } from '../../platform/values/clock.ts'
import { invalid } from '../../resources/constraints.ts'
import type { Resource } from '../../resources/resource.ts'

export const taxKinds = ['standard', 'reduced', 'zero', 'exempt', 'reverse_charge', 'outside_scope'] as const
export type TaxKind = (typeof taxKinds)[number]

/** What a rate is from a day on, in thousandths of a per cent: 19 % is 19,000. */
export type TaxStep = { valid_from: string; thousandths: number }

const TaxPercentage = Type.Object(
  {
    valid_from: Type.String({
      description: 'YYYY-MM-DD; by the day of the supply. The first counts before its day too',
    }),
    percentage: Type.Number(),
  },
  { title: 'TaxPercentage' },
)

export const TaxRate = Type.Object(
  {
    tax_rate_id: Type.Integer(),
    title: Type.String({ description: 'as receipts call it, such as VAT' }),
    country: Type.String({ description: 'ISO 3166-1 alpha-2' }),
    kind: OneOf([...taxKinds]),
    included_in_prices: Type.Boolean({
      description: 'what bears it is priced with its tax; false: the tax comes on top',
    }),
    reason: Nullable(Type.String({ description: 'why no tax is asked for, as it is written for buyers' })),
    percentages: Type.Array(TaxPercentage, { description: 'ascending by day; none where no tax is asked for' }),
    on_fees: Type.Boolean({ description: 'service fees and transaction fees bear it' }),
    on_new_prices: Type.Boolean({ description: 'new prices and membership types bear it unless they say otherwise' }),
    tax_rate_status: OneOf(['active', 'archived']),
    created: Type.Integer({ description: 'Unix seconds' }),
    updated_at: Type.Integer({ description: 'Unix seconds; the time of creation while never changed' }),
  },
  { title: 'TaxRate' },
)

export const TaxRateRow = Type.Object({
  tax_rate_id: Type.Integer(),
  title: Type.String(),
  country: Type.String(),
  kind: OneOf([...taxKinds]),
  included_in_prices: Type.Boolean(),
  reason: Nullable(Type.String()),
  percentages: Type.Unsafe<TaxStep[]>({ type: 'array' }),
  on_fees: Type.Boolean(),
  on_new_prices: Type.Boolean(),
  tax_rate_status: OneOf(['active', 'archived']),
  created_at: Type.Unsafe<Date>({ type: 'object' }),
  changed_at: Type.Unsafe<Date>({ type: 'object' }),
})
export type TaxRateRow = Static<typeof TaxRateRow>

export const taxRates: Resource<TaxRateRow, Static<typeof TaxRate>> = {
  singular: 'tax_rate',
  operationNames: { one: 'TaxRate', many: 'TaxRates' },
  object: 'tax_rates',
  scope: 'programme:manage',
  listPath: '/v1/manage/tax_rates',
  itemPath: '/v1/manage/tax_rates/:tax_rate_id',
  table: 'tax_rates',
  id: 'tax_rate_id',
  tag: 'Tax rates',
  schema: TaxRate,
  whenCreated:
    'Its kind, its country and whether prices include it stay as they are for ever: what was sold at it refers to it.',
  select: (sql) => sql`
    select t.tax_rate_id, t.title, t.country, t.kind, t.included_in_prices, t.reason, t.percentages, t.on_fees, t.on_new_prices,
      t.tax_rate_status, t.created_at, t.changed_at
    from tax_rates t`,
  toItem: (row) =>
    ({
      tax_rate_id: row.tax_rate_id,
      title: row.title,
      country: row.country,
      kind: row.kind,
      included_in_prices: row.included_in_prices,
      reason: row.reason,
      percentages: row.percentages.map(({ valid_from, thousandths }) => ({
        valid_from,
        percentage: thousandths / 1000,
      })),
      on_fees: row.on_fees,
      on_new_prices: row.on_new_prices,
      tax_rate_status: row.tax_rate_status,
      created: unixSeconds(row.created_at),
      updated_at: unixSeconds(row.changed_at),
    }) satisfies Static<typeof TaxRate>,
  // All of them in one order: a mark that one is given is taken from another.
  lock: async (orgId, sql) => {
    await sql`
      select 1
      from tax_rates
      where org_id = ${orgId}
      order by tax_rate_id
      for no key update`
  },
  constraints: {
    tax_rates_with_percentages: invalid(
      'percentages',
      'A standard or reduced rate has percentages, and no other kind has any.',
    ),
    tax_rates_with_reason: invalid('reason', 'An exemption and a reverse charge say why no tax is asked for.'),
  },
}
