import type { Storefront } from '@grandstand/sdk'
import type { PaymentProps } from './payment-props.ts'

export type WayToPay = NonNullable<Storefront['payments']>['methods'][number]

const DAY_S = 86_400

/**
 * The wallets that may stand above the form: those of cards where a card is taken for this. The provider refuses less than the least that it
 * charges, and no card of Apple's or Google's is charged less than any other.
 */
export function walletsFor(payment: Omit<PaymentProps, 'setTill'>, now: number): string[] {
  const ways = new Set(waysToPay(payment, now).map(({ payment_method }) => payment_method))
  return (payment.storefront.payments?.express ?? []).filter((name) => ways.has(name === 'link' ? 'link' : 'card'))
}

/** What is taken for this at a time of the server’s, as it decides it: in the currency, of the amount, and with days enough until the event. */
export function waysToPay(
  { storefront, total, currency, startsAt, cardOnly, takesDebits = false }: Omit<PaymentProps, 'setTill'>,
  now: number,
): WayToPay[] {
  const charged = currency ?? storefront.currency
  const daysLeft = startsAt == null ? Number.POSITIVE_INFINITY : (startsAt - now / 1000) / DAY_S
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
