import type { Storefront } from '@grandstand/sdk'
import { serverNow } from './api.ts'
import type { PaymentProps } from './payment-props.ts'

export type WayToPay = NonNullable<Storefront['payments']>['methods'][number]

const DAY_S = 86_400

/** What is taken for this, as the server decides it: in the currency, of the amount, and with days enough until the event. */
export function waysToPay({
  storefront,
  total,
  currency,
  startsAt,
  cardOnly,
  takesDebits = false,
}: Omit<PaymentProps, 'setTill'>): WayToPay[] {
  const charged = currency ?? storefront.currency
  const daysLeft = startsAt == null ? Number.POSITIVE_INFINITY : (startsAt - serverNow() / 1000) / DAY_S
  return (storefront.payments?.methods ?? []).filter(
    ({ payment_method, needs_mandate, currencies, limits, days_before_event }) => {
      const limit = limits.find((each) => each.currency === charged)
      return (
        (!needs_mandate || takesDebits) &&
        (!cardOnly || payment_method === 'card' || needs_mandate) &&
        (currencies?.includes(charged) ?? true) &&
        total >= (limit?.amount_min ?? 0) &&
        total <= (limit?.amount_max ?? Number.POSITIVE_INFINITY) &&
        (days_before_event === 0 || daysLeft > days_before_event)
      )
    },
  )
}
