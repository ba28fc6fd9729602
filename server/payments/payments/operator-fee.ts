import type { Db } from '../../platform/postgres/database.ts'
import { toMajor } from '../../platform/values/money.ts'
import type { PaymentProvider } from './provider.ts'

/** What the operator of the service takes of each payment that fans make online. */
export type OperatorFeeRule = {
  /** Of the amount, in thousandths of a per cent. */
  operator_fee_thousandths: number
  /** On top of that, in the organisation's own currency. */
  operator_fee_fixed_minor: number
  home_currency: string
}

export const operatorFeeColumns = (sql: Db) =>
  sql`operator_fee_thousandths, operator_fee_fixed_minor, currency as home_currency`

/** As it is shown; null where nothing is taken. */
export const toOperatorFee = (rule: OperatorFeeRule) =>
  rule.operator_fee_thousandths + rule.operator_fee_fixed_minor === 0
    ? null
    : {
        percentage: rule.operator_fee_thousandths / 1000,
        fixed: toMajor(rule.operator_fee_fixed_minor, rule.home_currency),
        currency: rule.home_currency,
      }

const WHOLE = 100_000

/**
 * What is taken of a payment, rounded half up and never more than the payment. Where the provider has no amount so fine, it is the
 * next smaller one that it has. Undefined: nothing is taken.
 */
export function operatorFeeOf(
  rule: OperatorFeeRule,
  { amountMinor, currency }: { amountMinor: number; currency: string },
  takes: PaymentProvider['takes'],
): number | undefined {
  const fixedMinor = currency === rule.home_currency ? rule.operator_fee_fixed_minor : 0
  const shareMinor = Number(
    (BigInt(amountMinor) * BigInt(rule.operator_fee_thousandths) + BigInt(WHOLE / 2)) / BigInt(WHOLE),
  )
  const feeMinor = Math.min(shareMinor + fixedMinor, amountMinor)
  for (let minor = feeMinor; minor > 0 && minor > feeMinor - FINEST_STEPS; minor -= 1) {
    if (takes(minor, currency)) return minor
  }
  return undefined
}

/** No provider's smallest step is more than so many minor units: MGA has no hundredths at Stripe. */
const FINEST_STEPS = 100
