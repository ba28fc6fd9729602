import type { Basket } from '@grandstand/sdk'
import type {
  Stripe,
  StripeElements,
  StripeExpressCheckoutElementClickEvent,
  StripeExpressCheckoutElementConfirmEvent,
} from '@stripe/stripe-js'
import { useEffect, useRef, useState } from 'preact/hooks'
import { serverNow } from './api.ts'
import { ExpressBlock } from './express-block.tsx'
import type { ExpressProps } from './payment-props.ts'
import { useShop } from './shop.tsx'
import { inMinor, keepsFor, lookOf, stripeOf } from './stripe-payment.tsx'
import { useExpress } from './use-express.ts'
import { walletsFor } from './ways-to-pay.ts'

/** The buttons of Apple Pay, Google Pay and Link, which Stripe draws where the browser has them. */
export function StripeExpress(props: ExpressProps) {
  const { total, cardOnly = false, storefront, basket } = props
  const { words, language } = useShop()
  const express = useExpress(props)
  const mount = useRef<HTMLDivElement>(null)
  const opened = useRef<{ stripe: Stripe; elements: StripeElements } | undefined>(undefined)
  const [isShown, setShown] = useState<boolean>()
  const currency = (props.currency ?? storefront.currency).toLowerCase()
  const wallets = walletsFor(props, serverNow())
  const amount = inMinor(total, currency)
  const hasLink = wallets.includes('link')
  const types = hasLink ? ['card', 'link'] : ['card']

  const click = ({ resolve, reject }: StripeExpressCheckoutElementClickEvent) => {
    if (!express.open()) return reject()
    const lineItems = linesOf(basket, words.orderFee).map(([name, price]) => ({
      name,
      amount: inMinor(price, currency),
    }))
    // Stripe refuses lines that come to another amount, as where credit or a plan pays a part.
    const isWhole = lineItems.reduce((sum, line) => sum + line.amount, 0) === amount
    resolve(isWhole ? { lineItems } : {})
  }

  const confirm = (event: StripeExpressCheckoutElementConfirmEvent) =>
    express.payWith({
      owner: event.billingDetails ?? {},
      fail: (message) => event.paymentFailed({ reason: 'fail', message }),
      async method() {
        if (!opened.current) return { problem: words.errors.unavailable ?? '' }
        const { stripe, elements } = opened.current
        const submitted = await elements.submit()
        if (submitted.error) return { problem: submitted.error.message ?? '' }
        const answer = await stripe.createConfirmationToken({ elements })
        if (answer.error) return { problem: answer.error.message ?? '' }
        return { method: answer.confirmationToken.id, redirects: false }
      },
    })

  // Its events come while the page has been drawn anew many times.
  const now = useRef({ click, confirm })
  now.current = { click, confirm }

  useEffect(() => {
    const open = async () => {
      const stripe = await stripeOf(storefront)
      if (!stripe || !mount.current) return setShown(false)
      const elements = stripe.elements({
        mode: 'payment',
        amount,
        currency,
        setupFutureUsage: keepsFor(cardOnly),
        allowedPaymentMethodTypes: types,
        locale: language.slice(0, 2) as 'en',
        appearance: lookOf(),
      })
      const element = elements.create('expressCheckout', {
        business: { name: storefront.name },
        emailRequired: true,
        // A wallet gives the buyer's name only with a billing address.
        billingAddressRequired: true,
        phoneNumberRequired: false,
        buttonHeight: 48,
        layout: { maxColumns: 2, maxRows: 3, overflow: 'never' },
        paymentMethodOrder: ['apple_pay', 'google_pay', 'link'],
        paymentMethods: {
          applePay: wallets.includes('apple_pay') ? 'auto' : 'never',
          googlePay: wallets.includes('google_pay') ? 'auto' : 'never',
          link: hasLink ? 'auto' : 'never',
          amazonPay: 'never',
          klarna: 'never',
          paypal: 'never',
        },
      })
      element.on('ready', ({ availablePaymentMethods: found }) =>
        setShown(Object.values(found ?? {}).some((isAvailable) => isAvailable)),
      )
      element.on('loaderror', () => setShown(false))
      element.on('click', (event) => now.current.click(event))
      element.on('confirm', (event) => now.current.confirm(event))
      element.mount(mount.current)
      opened.current = { stripe, elements }
    }
    // There is the form.
    open().catch(() => setShown(false))
  }, [])

  useEffect(() => {
    void opened.current?.elements.update({
      amount,
      currency,
      allowedPaymentMethodTypes: types,
      setupFutureUsage: keepsFor(cardOnly),
    })
  }, [amount, currency, types.join(), cardOnly])

  return (
    <ExpressBlock express={express} isShown={isShown}>
      <div ref={mount} />
    </ExpressBlock>
  )
}

/** What the wallet lists, with fees and discount in each line as in the basket. */
const linesOf = ({ items, memberships, transaction_fee }: Basket, orderFee: string): [string, number][] => [
  ...items.map(({ quantity, title, total }): [string, number] => [`${quantity} × ${title}`, total]),
  ...memberships.map(({ type_title, due_now }): [string, number] => [type_title, due_now]),
  ...(transaction_fee > 0 ? [[orderFee, transaction_fee] as [string, number]] : []),
]
