import { Type } from 'typebox'
import { Nullable } from '../../platform/http/schema.ts'
import { toMinor } from '../../platform/values/money.ts'
import { invalid } from '../../resources/constraints.ts'
import type { OrganisationRow } from './organisation.ts'

/** The least coins that countries have left, in minor units: 0.05, 0.10, 0.20, 0.50 and 1. */
const COINS = [5, 10, 20, 50, 100]

export const cashRoundingField = {
  cash_rounding: Type.Optional(
    Nullable(
      Type.Number({
        minimum: 0.05,
        maximum: 1,
        description:
          'the least coin that sums in cash are rounded to at the counter: 0.05, 0.1, 0.2, 0.5 or 1; null: none. Where the currency changes it is taken away',
      }),
    ),
  ),
}

/** A coin of another currency is none: where the currency changes and nothing is said, sums are paid as they are. */
export function cashRoundingColumn(
  { cash_rounding: coin, currency = undefined }: { cash_rounding?: number | null; currency?: string },
  before: OrganisationRow,
): Partial<OrganisationRow> {
  const changes = currency !== undefined && currency !== before.currency
  if (coin === undefined) return changes ? { cash_rounding_minor: null } : {}
  if (coin === null) return { cash_rounding_minor: null }
  const minor = toMinor(coin, currency ?? before.currency)
  if (minor === undefined || !COINS.includes(minor))
    throw invalid('cash_rounding', 'cash_rounding is 0.05, 0.1, 0.2, 0.5 or 1.')()
  return { cash_rounding_minor: minor }
}
