import { type Static, Type } from 'typebox'
import { Input, Nullable, OneOf, Text } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import { changeOf, createOf, stepOf } from '../../resources/change-operations.ts'
import type { ChangeContext } from '../../resources/change-row.ts'
import { conflict, invalid } from '../../resources/constraints.ts'
import { CalendarDate, Country } from '../../resources/fields.ts'
import { listOf, retrieveOf } from '../../resources/read-operations.ts'
import type { ColumnValues } from '../../resources/resource.ts'
import { isIncludedByCustom } from './tax-on-top.ts'
import { type TaxRateRow, type TaxStep, taxKinds, taxRates } from './tax-rate.ts'

/*
 * Operations (written by npm run openapi):
 * archiveTaxRate, changeTaxRate, createTaxRate, listTaxRates, retrieveTaxRate
 */

/** A sale reads them all. */
const RATES_MAX = 100
const STEPS_MAX = 50

const Percentage = Input({
  valid_from: CalendarDate({ description: 'YYYY-MM-DD; the first counts before its day too' }),
  percentage: Type.Number({ minimum: 0, maximum: 100, description: 'three decimals at most' }),
})

const Changes = Input({
  title: Text(100, { description: 'as receipts call it, such as VAT' }),
  reason: Type.Optional(Nullable(Text(500, { description: 'why no tax is asked for, as it is written for buyers' }))),
  percentages: Type.Optional(
    Type.Array(Percentage, { maxItems: STEPS_MAX, description: 'by the day of the supply, all of them at once' }),
  ),
  on_fees: Type.Optional(
    Type.Boolean({ description: 'service fees and transaction fees bear it, and no other any more' }),
  ),
  on_new_prices: Type.Optional(
    Type.Boolean({ description: 'new prices and membership types bear it unless they say otherwise' }),
  ),
  tax_rate_status: Type.Optional(OneOf(['active'], { description: 'brings back what was archived' })),
})
type Changes = Static<typeof Changes>

const Body = Input({
  country: Type.Optional(Country),
  kind: OneOf([...taxKinds]),
  included_in_prices: Type.Optional(
    Type.Boolean({
      description:
        'false: the tax comes on top. Without it as is the custom of the country: on top in Canada and the United States',
    }),
  ),
  ...Changes.properties,
})

export const manageTaxRates: Operation[] = [
  listOf(taxRates),
  retrieveOf(taxRates),
  createOf(taxRates, Body, async ({ country: chosen, kind, included_in_prices: isIncluded, ...body }, at) => {
    const homeCountry = await requireRoom(at)
    const country = chosen ?? homeCountry
    const included_in_prices = isIncluded ?? isIncludedByCustom(country)
    return { kind, country, included_in_prices, ...(await toColumns(at, body)) }
  }),
  changeOf(taxRates, Changes, (body, rate, at) => {
    const isArchived = rate.tax_rate_status === 'archived' && body.tax_rate_status === undefined
    if (isArchived && (body.on_fees || body.on_new_prices)) throw conflict('The tax rate is archived.')()
    return toColumns(at, body)
  }),
  stepOf(
    taxRates,
    {
      verb: 'archive',
      done: 'archived',
      summary: 'Archive a tax rate',
      description:
        'It is chosen for nothing new, and no longer on fees. Prices that bear it go on bearing it, and what was sold stays as it was sold.',
    },
    () => ({ tax_rate_status: 'archived', on_fees: false, on_new_prices: false }),
  ),
]

/** Refuses one more than there may be; two that are made at once wait for each other. Answers with the organisation's country. */
async function requireRoom({ orgId, tx }: ChangeContext): Promise<string> {
  const [organisation] = await tx<{ country: string }[]>`
    select country
    from organisations
    where org_id = ${orgId}
    for no key update`
  const [present] = await tx<{ rates: number }[]>`
    select count(*)::integer as rates
    from tax_rates
    where org_id = ${orgId}`
  if (!organisation || !present) throw new Error(`there is no organisation ${orgId}`)
  if (present.rates >= RATES_MAX) throw conflict(`An organisation has at most ${RATES_MAX} tax rates.`)()
  return organisation.country
}

async function toColumns(at: ChangeContext, body: Partial<Changes>): Promise<ColumnValues<TaxRateRow>> {
  const { percentages, ...columns } = body
  if (body.on_fees) await takeFromOther(at, 'on_fees')
  if (body.on_new_prices) await takeFromOther(at, 'on_new_prices')
  return { ...columns, ...(percentages && { percentages: at.tx`${JSON.stringify(stepsOf(percentages))}::jsonb` }) }
}

/** One rate is on fees, and one on new prices: the one that had it before gives it up. */
const takeFromOther = ({ orgId, tx, clock }: ChangeContext, mark: 'on_fees' | 'on_new_prices') => tx`
  update tax_rates
  set ${tx(mark)} = false, changed_at = ${clock(orgId)}
  where org_id = ${orgId}
    and ${tx(mark)}`

function stepsOf(percentages: Static<typeof Percentage>[]): TaxStep[] {
  const steps = percentages.map(({ valid_from, percentage }) => ({
    valid_from,
    thousandths: thousandthsOf(percentage),
  }))
  if (new Set(steps.map(({ valid_from }) => valid_from)).size < steps.length) {
    throw invalid('percentages', 'Two percentages are valid from the same day.')()
  }
  return steps.toSorted((a, b) => (a.valid_from < b.valid_from ? -1 : 1))
}

function thousandthsOf(percentage: number): number {
  const thousandths = Math.round(percentage * 1000)
  if (thousandths / 1000 !== percentage) throw invalid('percentages', 'A percentage has three decimals at most.')()
  return thousandths
}
