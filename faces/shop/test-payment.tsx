import { useEffect, useRef, useState } from 'preact/hooks'
import { Button } from '../kit/button.tsx'
import { Dialog } from '../kit/dialog.tsx'
import { SelectField } from '../kit/field.tsx'
import { spokenOf } from '../kit/languages.ts'
import { serverNow } from './api.ts'
import styles from './basket-page.module.css'
import type { PaymentProps } from './payment-props.ts'
import { useShop } from './shop.tsx'
import { waysToPay } from './ways-to-pay.ts'
import { testDebits } from './words/test-debits.ts'

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
const DEBIT = 'pm_test_debit_'

/** A sandbox pays by pretence: one card for everything that can happen, and the ways to pay that lead to its bank; bank accounts to debit likewise. */
export function TestPayment(props: PaymentProps) {
  const { words, language } = useShop()
  const { Mandate } = props
  const [chosen, setChosen] = useState('')
  const mandate = useRef<number | undefined>(undefined)
  useEffect(() => {
    props.setTill({
      method: async (form) => {
        const method = String(new FormData(form).get('payment_method'))
        const redirects = method.startsWith(REDIRECT)
        if (!method.startsWith(DEBIT)) return { method, redirects }
        // It is agreed to once it can be read.
        if (mandate.current === undefined) return { problem: words.loading }
        return { method, redirects, mandate: mandate.current }
      },
    })
  }, [])
  const ways = waysToPay(props, serverNow())
  const cards = ways.some(({ payment_method }) => payment_method === 'card') ? Object.entries(words.testCards) : []
  const banks = ways
    .filter(({ redirects }) => redirects)
    .map(({ payment_method: name }) => [REDIRECT + name, NAMES[name] ?? name])
  const accounts = ways.some(({ needs_mandate }) => needs_mandate)
    ? Object.entries(testDebits[spokenOf(language) ?? 'en'])
    : []
  const options = [...cards, ...banks, ...accounts].map(([value = '', label = '']) => ({ value, label }))
  const current = options.some(({ value }) => value === chosen) ? chosen : (options[0]?.value ?? '')
  return (
    <>
      <SelectField
        name="payment_method"
        label={words.testCard}
        hint={words.sandbox}
        onChange={({ currentTarget }) => setChosen(currentTarget.value)}
        options={options}
      />
      {Mandate && current.startsWith(DEBIT) && (
        <Mandate
          currency={props.currency ?? props.storefront.currency}
          isSetup={props.isSetup}
          charges={props.charges}
          onRead={(version) => {
            mandate.current = version
          }}
        />
      )}
    </>
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
