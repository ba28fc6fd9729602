import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import lazy from 'preact-iso/lazy'
import { Button } from '../kit/button.tsx'
import { Dialog } from '../kit/dialog.tsx'
import { SelectField } from '../kit/field.tsx'
import { Notice } from '../kit/notice.tsx'
import styles from './basket-page.module.css'
import type { Confirm } from './check-out.ts'
import type { PaymentProps } from './payment-props.ts'
import { useShop } from './shop.tsx'

const StripePayment = lazy(() => import('./stripe-payment.tsx').then((module) => module.StripePayment))

export function Payment(props: PaymentProps) {
  const { words } = useShop()
  const { payments } = props.storefront
  if (props.total === 0 && !props.isSetup) return <p class={styles.hint}>{words.freeOrder}</p>
  if (!payments) return <Notice title={words.noPayments} />
  return payments.provider === 'stripe' ? <StripePayment {...props} /> : <TestPayment {...props} />
}

/** A sandbox pays by pretence: one card for everything that can happen. */
function TestPayment({ setTill }: PaymentProps) {
  const { words } = useShop()
  useEffect(() => {
    setTill({ method: async (form) => ({ method: String(new FormData(form).get('payment_method')) }) })
  }, [])
  return (
    <SelectField
      name="payment_method"
      label={words.testCard}
      hint={words.sandbox}
      options={Object.entries(words.testCards).map(([value, label]) => ({ value, label }))}
    />
  )
}

/**
 * Where the bank wants something of the buyer, such as 3-D Secure: true once it has its answer, whichever that is, and can be asked what came
 * of it. The question is to be put on the page.
 */
export function useBank(): { confirm: Confirm; question: ComponentChildren } {
  const { storefront, words } = useShop()
  const [answer, setAnswer] = useState<((isConfirmed: boolean) => void) | undefined>()
  const confirm: Confirm = async (action) => {
    if (storefront.payments?.provider === 'stripe')
      return (await import('./stripe-payment.tsx')).confirmWithStripe(storefront, action)
    return new Promise((resolve) => {
      setAnswer(() => (isConfirmed: boolean) => {
        setAnswer(undefined)
        resolve(isConfirmed)
      })
    })
  }
  const question = (
    <Dialog open={answer !== undefined} title={words.confirmTitle} onClose={() => answer?.(false)}>
      <p>{words.confirmText}</p>
      <div class={styles.choices}>
        <Button look="strong" wide onClick={() => answer?.(true)}>
          {words.confirm}
        </Button>
        <Button wide onClick={() => answer?.(false)}>
          {words.giveUp}
        </Button>
      </div>
    </Dialog>
  )
  return { confirm, question }
}
