import type { Storefront } from '@grandstand/sdk'
import type { Stripe, StripeElements } from '@stripe/stripe-js'
import { loadStripe } from '@stripe/stripe-js/pure/index.mjs'
import { useEffect, useRef, useState } from 'preact/hooks'
import { Notice } from '../kit/notice.tsx'
import { serverNow } from './api.ts'
import type { PaymentProps } from './payment-props.ts'
import { useShop } from './shop.tsx'
import { waysToPay } from './ways-to-pay.ts'

/** In the smallest unit of the currency, as Stripe counts. */
export const inMinor = (amount: number, currency: string) => {
  const digits =
    new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2
  return Math.round(amount * 10 ** digits)
}

export async function stripeOf({ payments }: Storefront): Promise<Stripe | null> {
  const { publishable_key: key = null, account = null } = payments ?? {}
  return key === null ? null : loadStripe(key, account === null ? {} : { stripeAccount: account })
}

/** What is to be charged again later, Stripe has to be told here as well as by the server: it refuses what differs. */
export const keepsFor = (isKept = false) => (isKept ? ('off_session' as const) : null)

/** Styles Stripe's form in the colours of the shop. */
export function lookOf() {
  const style = getComputedStyle(document.documentElement)
  const token = (name: string) => style.getPropertyValue(name).trim()
  return {
    variables: {
      colorPrimary: token('--accent'),
      colorText: token('--ink'),
      colorBackground: token('--sheet'),
      colorDanger: token('--flare'),
    },
  }
}

/** What is switched off is not shown, nor what stands above the form already. */
function walletsOf({ payments }: Storefront, isAbove = false) {
  const unlessOffered = (name: 'apple_pay' | 'google_pay') =>
    !isAbove && payments?.express.includes(name) ? ('auto' as const) : ('never' as const)
  return { applePay: unlessOffered('apple_pay'), googlePay: unlessOffered('google_pay') }
}

/** Refused or not, the bank has answered then: Stripe knows what, and is asked by the server. */
export async function confirmWithStripe(
  storefront: Storefront,
  { client_secret = '' }: Record<string, string>,
): Promise<boolean> {
  const stripe = await stripeOf(storefront)
  await stripe?.handleNextAction({ clientSecret: client_secret })
  return stripe !== null
}

/** Stripe's own form. The card goes to Stripe; we get a token that stands for it. */
export function StripePayment(props: PaymentProps) {
  const { total, isSetup, cardOnly, hasExpress, currency: charged, storefront, Mandate, setTill } = props
  const { words, language } = useShop()
  const place = useRef<HTMLDivElement>(null)
  const ways = waysToPay(props, serverNow())
  const names = ways.map(({ payment_method }) => payment_method)
  const opened = useRef<{ stripe: Stripe; elements: StripeElements } | undefined>(undefined)
  const [isBroken, setBroken] = useState(false)
  const [chosen, setChosen] = useState('')
  const mandate = useRef<number | undefined>(undefined)
  const isDebit = (type: string) => ways.some((way) => way.needs_mandate && way.payment_method === type)
  const { publishable_key: key = null, account = null } = storefront.payments ?? {}
  const currency = (charged ?? storefront.currency).toLowerCase()

  useEffect(() => {
    const open = async () => {
      const stripe = await stripeOf(storefront)
      if (!stripe || !place.current) return setBroken(true)
      const elements = stripe.elements({
        ...(isSetup
          ? ({ mode: 'setup', setupFutureUsage: 'off_session' } as const)
          : ({ mode: 'payment', amount: inMinor(total, currency), setupFutureUsage: keepsFor(cardOnly) } as const)),
        currency,
        allowedPaymentMethodTypes: names,
        locale: language.slice(0, 2) as 'en',
        appearance: lookOf(),
      })
      // Its mandates are ours to show, in words that are stored with them.
      const terms = { sepaDebit: 'never', auBecsDebit: 'never' } as const
      const element = elements.create('payment', { layout: 'tabs', terms, wallets: walletsOf(storefront, hasExpress) })
      element.on('change', ({ value }) => setChosen(value.type))
      element.mount(place.current)
      opened.current = { stripe, elements }
    }
    const opening = open().catch(() => setBroken(true))
    setTill({
      async method() {
        await opening
        if (!opened.current) return { problem: words.errors.unavailable ?? '' }
        const { stripe, elements } = opened.current
        const submitted = await elements.submit()
        if (submitted.error) return { problem: submitted.error.message ?? '' }
        const result = await stripe.createConfirmationToken({ elements })
        if (result.error) return { problem: result.error.message ?? '' }
        const { id, payment_method_preview: chosen } = result.confirmationToken
        const redirects = ways.some((way) => way.redirects && way.payment_method === chosen.type)
        if (!isDebit(chosen.type)) return { method: id, redirects }
        // It is agreed to once it can be read.
        if (mandate.current === undefined) return { problem: words.loading }
        return { method: id, redirects, mandate: mandate.current }
      },
    })
  }, [key, account])

  // A code may have changed what is to pay since the form was opened.
  useEffect(() => {
    if (total > 0)
      void opened.current?.elements.update({
        amount: inMinor(total, currency),
        allowedPaymentMethodTypes: names,
        setupFutureUsage: keepsFor(cardOnly),
      })
  }, [total, currency, names.join(), cardOnly])

  if (isBroken) return <Notice title={words.errors.unavailable ?? ''} />
  return (
    <>
      <div ref={place} />
      {Mandate && isDebit(chosen) && (
        <Mandate
          currency={currency.toUpperCase()}
          isSetup={isSetup}
          charges={props.charges}
          onRead={(version) => {
            mandate.current = version
          }}
        />
      )}
    </>
  )
}
