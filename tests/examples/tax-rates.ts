import { TaxRateRow } from '../../server/programme/tax-rates/tax-rate.ts'
import { addTaxRate } from '../builders/tax-rates.ts'
import type { OperationExample } from './example.ts'
import { managed } from './managed.ts'

const body = {
  title: 'VAT',
  country: 'DE',
  kind: 'reduced',
  percentages: [
    { valid_from: '2007-01-01', percentage: 7 },
    { valid_from: '2027-01-01', percentage: 7.5 },
  ],
  on_new_prices: true,
}

export const taxRateExamples: Record<string, OperationExample> = managed({
  one: 'TaxRate',
  many: 'TaxRates',
  id: 'tax_rate_id',
  row: TaxRateRow,
  listPath: () => '/v1/manage/tax_rates',
  add: addTaxRate,
  create: async () => ({ body, otherBody: { ...body, title: 'Sales tax' } }),
  change: { body: { title: 'Sales tax', on_fees: true }, otherBody: { title: 'GST' } },
})
