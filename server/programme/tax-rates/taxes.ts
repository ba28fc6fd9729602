import { type Static, Type } from 'typebox'
import { OneOf } from '../../platform/http/schema.ts'
import { toMajor } from '../../platform/values/money.ts'
import type { TaxShare } from './split-tax.ts'
import { taxKinds } from './tax-rate.ts'

const Tax = Type.Object(
  {
    tax_rate_id: Type.Integer(),
    title: Type.String({ description: 'as buyers read it, such as VAT' }),
    kind: OneOf([...taxKinds]),
    percentage: Type.Number({ description: 'on the day of the supply' }),
    net: Type.Number({ description: 'without the tax, major unit of the currency' }),
    tax: Type.Number(),
    gross: Type.Number({ description: 'with the tax' }),
  },
  { title: 'Tax' },
)

/** What something costs, by rate of tax. */
export const Taxes = Type.Array(Tax, {
  description: 'the tax that the total includes, by rate; none where nothing is known of tax',
})

export const toTaxes = (shares: TaxShare[] | null, currency: string): Static<typeof Taxes> =>
  (shares ?? []).map((share) => ({
    tax_rate_id: share.tax_rate_id,
    title: share.title,
    kind: share.kind,
    percentage: share.thousandths / 1000,
    net: toMajor(share.amount_minor - share.tax_minor, currency),
    tax: toMajor(share.tax_minor, currency),
    gross: toMajor(share.amount_minor, currency),
  }))
