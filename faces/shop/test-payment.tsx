import { useEffect } from 'preact/hooks'
import { Button } from '../kit/button.tsx'
import { Dialog } from '../kit/dialog.tsx'
import { SelectField } from '../kit/field.tsx'
import styles from './basket-page.module.css'
import type { PaymentProps } from './payment-props.ts'
import { useShop } from './shop.tsx'
import { waysToPay } from './ways-to-pay.ts'

/** As they call themselves, in every language. */
const NAMES: Record<string, string> = {
  ideal: 'iDEAL',
  bancontact: 'Bancontact',
  eps: 'EPS',
  p24: 'Przelewy24',
  klarna: 'Klarna',
  paypal: 'PayPal',
  mobilepay: 'MobilePay',
  twint: 'TWINT',
  swish: 'Swish',
  revolut_pay: 'Revolut Pay',
}

const REDIRECT = 'pm_test_redirect_'

/** A sandbox pays by pretence: one card for everything that can happen, and the ways to pay that lead to its bank. */
export function TestPayment(props: PaymentProps) {
  const { words } = useShop()
  useEffect(() => {
    props.setTill({
      method: async (form) => {
        const method = String(new FormData(form).get('payment_method'))
        return { method, redirects: method.startsWith(REDIRECT) }
      },
    })
  }, [])
  const ways = waysToPay(props)
  const cards = ways.some(({ payment_method }) => payment_method === 'card') ? Object.entries(words.testCards) : []
  const banks = ways
    .filter(({ redirects }) => redirects)
    .map(({ payment_method: name }) => [REDIRECT + name, NAMES[name] ?? name])
  return (
    <SelectField
      name="payment_method"
      label={words.testCard}
      hint={words.sandbox}
      options={[...cards, ...banks].map(([value = '', label = '']) => ({ value, label }))}
    />
  )
}

/** What the bank of a test card asks, in the place of 3-D Secure. */
export function BankQuestion({ onAnswer }: { onAnswer(isConfirmed: boolean): void }) {
  const { words } = useShop()
  return (
    <Dialog open title={words.confirmTitle} onClose={() => onAnswer(false)}>
      <p>{words.confirmText}</p>
      <div class={styles.choices}>
        <Button look="strong" wide onClick={() => onAnswer(true)}>
          {words.confirm}
        </Button>
        <Button wide onClick={() => onAnswer(false)}>
          {words.giveUp}
        </Button>
      </div>
    </Dialog>
  )
}
