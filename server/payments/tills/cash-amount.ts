import { Type } from 'typebox'
import { invalidParameters } from '../../platform/http/errors.ts'
import { toMinor } from '../../platform/values/money.ts'

export const CashAmount = (description: string, minimum = 0) =>
  Type.Number({ minimum, maximum: 1_000_000_000, description })

export function minorOf(param: 'float' | 'amount' | 'counted', amount: number, currency: string): number {
  const minor = toMinor(amount, currency)
  if (minor !== undefined) return minor
  throw invalidParameters([{ param, code: 'parameter_invalid', message: `${param} is finer than ${currency} allows.` }])
}
