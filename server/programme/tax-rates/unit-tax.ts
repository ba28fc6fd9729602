import { type BorneRate, splitAmount, taxOnTop, thousandthsOn } from './split-tax.ts'

/** What one unit of a price asks for, and the rates that it and fees bear. */
export type TaxedUnit = {
  price_minor: number
  service_fee_minor: number
  service_tax_minor: number
  tax_rate: BorneRate | null
  fee_tax_rate: BorneRate | null
}

/**
 * The service tax of one unit: what its price says, or by the rate of its fee where that comes on top. It is rounded by the unit, since each
 * unit says it.
 */
export function serviceTaxOf(unit: Omit<TaxedUnit, 'price_minor'>, day: string): number {
  const rate = unit.fee_tax_rate ?? unit.tax_rate
  if (unit.service_tax_minor > 0 || rate === null || rate.included_in_prices) return unit.service_tax_minor
  return taxOnTop(unit.service_fee_minor, thousandthsOn(rate, day))
}

/** What one unit asks for in all: its tax, on top of its price, and what of all of it is the tax of its fee. */
export function costOfUnit(
  unit: TaxedUnit,
  day: string,
): { taxMinor: number; serviceTaxMinor: number; totalMinor: number } {
  const taxMinor = addedTaxOf(unit, day)
  const serviceTaxMinor = serviceTaxOf(unit, day)
  return {
    taxMinor,
    serviceTaxMinor,
    totalMinor: unit.price_minor + unit.service_fee_minor + serviceTaxMinor + taxMinor,
  }
}

/** What comes on top of the price of one unit as tax. Several units together are rounded once, less a discount. */
export const addedTaxOf = (
  { price_minor, tax_rate }: Pick<TaxedUnit, 'price_minor' | 'tax_rate'>,
  day: string,
): number => splitAmount(tax_rate, price_minor, day)?.addedMinor ?? 0
