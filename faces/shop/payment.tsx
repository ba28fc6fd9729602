import type { ComponentChildren, FunctionComponent } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import lazy from 'preact-iso/lazy'
import styles from './basket-page.module.css'
import type { Confirm } from './check-out.ts'
import { LostPart, part } from './part.tsx'
import type { ExpressProps, PaymentProps } from './payment-props.ts'
import { useShop } from './shop.tsx'
import type { TransferChoiceProps } from './transfer-choice.tsx'

const stripe = () => import('./stripe-parts.ts').then(({ stripeParts }) => stripeParts)
const StripePayment = way(() => stripe().then((parts) => parts.StripePayment))
const StripeExpress = lazy(() => stripe().then((parts) => parts.StripeExpress, none))

/** Without the buttons of wallets there is the form. */
const none = () => () => null

/** A way to pay; one that does not come is said in its place, and to a fan who presses the button. */
function way<P extends Pick<PaymentProps, 'setTill'>>(load: () => Promise<FunctionComponent<P>>): FunctionComponent<P> {
  const Lost = ({ setTill }: P) => {
    const { words } = useShop()
    useEffect(() => setTill({ method: async () => ({ problem: words.errors.unavailable ?? '' }) }), [])
    return <LostPart />
  }
  return lazy(() => load().catch((): FunctionComponent<P> => Lost))
}

/** What a sandbox pays with, and the way to a bank's page. */
export type PaymentParts = {
  TestPayment: FunctionComponent<PaymentProps>
  TestExpress: FunctionComponent<ExpressProps>
  TransferChoice: FunctionComponent<TransferChoiceProps>
  DebitMandate: NonNullable<PaymentProps['Mandate']>
  BankQuestion: FunctionComponent<{ onAnswer(isConfirmed: boolean): void }>
  leaveFor(url: string): boolean
}

/** How one pays, on a page that has these parts at hand or loads them when they are needed. */
export function paymentWith(load: () => Promise<PaymentParts>) {
  const TestPayment = way(() => load().then((parts) => parts.TestPayment))
  const TestExpress = lazy(() => load().then((parts) => parts.TestExpress, none))
  const TransferChoice = way(() => load().then((parts) => parts.TransferChoice))
  const Mandate = part(() => load().then((parts) => parts.DebitMandate))
  const BankQuestion = part(() => load().then((parts) => parts.BankQuestion))

  function Payment(props: PaymentProps) {
    const { words } = useShop()
    const { payments } = props.storefront
    if (props.total === 0 && !props.isSetup) return <p class={styles.hint}>{words.freeOrder}</p>
    const Online = payments ? (payments.provider === 'stripe' ? StripePayment : TestPayment) : undefined
    const isOneWay = props.isSetup || props.cardOnly || props.withoutTransfer || !props.storefront.bank_transfer
    return Online && isOneWay ? (
      <Online {...props} Mandate={Mandate} />
    ) : (
      <TransferChoice {...props} Mandate={Mandate} Online={Online} />
    )
  }

  const Express = (props: ExpressProps) =>
    props.storefront.payments?.provider === 'stripe' ? <StripeExpress {...props} /> : <TestExpress {...props} />

  /**
   * Where the bank wants something of the buyer, such as 3-D Secure or a visit to its page, which leaves this one: true once it has its answer,
   * whichever that is, and can be asked what came of it. The question is to be put on the page.
   */
  function useBank(): { confirm: Confirm; question: ComponentChildren } {
    const { storefront } = useShop()
    const [answer, setAnswer] = useState<((isConfirmed: boolean) => void) | undefined>()
    const confirm: Confirm = async (action) => {
      if (action.redirect_url) return (await load()).leaveFor(action.redirect_url)
      if (storefront.payments?.provider === 'stripe') return (await stripe()).confirmWithStripe(storefront, action)
      return new Promise((resolve) => {
        setAnswer(() => (isConfirmed: boolean) => {
          setAnswer(undefined)
          resolve(isConfirmed)
        })
      })
    }
    return { confirm, question: answer && <BankQuestion onAnswer={answer} /> }
  }

  return { Payment, Express, useBank }
}
