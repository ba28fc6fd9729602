import { manageTaxRates } from './tax-rates.manage.ts'

export const taxRateOperations = manageTaxRates
