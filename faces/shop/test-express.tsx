import { useRef, useState } from 'preact/hooks'
import { Button } from '../kit/button.tsx'
import { Dialog } from '../kit/dialog.tsx'
import { Field, SelectField } from '../kit/field.tsx'
import { serverNow } from './api.ts'
import styles from './express.module.css'
import { ExpressBlock } from './express-block.tsx'
import type { ExpressProps } from './payment-props.ts'
import { useShop } from './shop.tsx'
import { useExpress } from './use-express.ts'
import { walletsFor } from './ways-to-pay.ts'

/** As they call themselves, in every language. */
const NAMES = { apple_pay: 'Apple Pay', google_pay: 'Google Pay', link: 'Link' } as const

/** The test cards by the suffix of the test provider's names. */
const CARDS = { '': 'pm_test_ok', _declined: 'pm_test_declined', _requires_action: 'pm_test_requires_action' } as const

/** A sandbox has wallets of its own, with a window in which their owner can be written down. */
export function TestExpress(props: ExpressProps) {
  const { words, price } = useShop()
  const express = useExpress(props)
  const { said } = express
  const sheet = useRef<HTMLFormElement>(null)
  const [wallet, setWallet] = useState<keyof typeof NAMES>()
  const offered = walletsFor(props, serverNow())
  const wallets = (Object.keys(NAMES) as (keyof typeof NAMES)[]).filter((name) => offered.includes(name))

  const approve = () => {
    if (!sheet.current) return
    const filled = new FormData(sheet.current)
    const text = (name: string) => String(filled.get(name) ?? '')
    const owner = {
      name: text('wallet_name'),
      email: text('wallet_email'),
      address: { line1: '1 Sample Street', city: 'Sampleton', postal_code: text('wallet_postcode') },
    }
    const method = `pm_test_wallet_${wallet}${text('wallet_card')}`
    setWallet(undefined)
    void express.payWith({ owner, fail() {}, method: async () => ({ method, redirects: false }) })
  }

  return (
    <ExpressBlock express={express} isShown={wallets.length > 0}>
      <div class={styles.buttons}>
        {wallets.map((name) => (
          <Button key={name} look="strong" wide onClick={() => express.open() && setWallet(name)}>
            {NAMES[name]}
          </Button>
        ))}
      </div>
      <Dialog
        open={wallet !== undefined}
        title={wallet ? said.sandbox(NAMES[wallet]) : ''}
        onClose={() => setWallet(undefined)}
      >
        {/* In a form of its own, so that the checkout neither remembers nor sends what is in the wallet. */}
        <form
          ref={sheet}
          class={styles.sheet}
          onSubmit={(event) => {
            event.preventDefault()
            event.stopPropagation()
            approve()
          }}
        >
          <p>{words.sandbox}</p>
          <Field name="wallet_name" label={said.name} maxLength={200} defaultValue="Wanda de Wit" />
          <Field
            name="wallet_email"
            type="email"
            label={words.email}
            maxLength={254}
            defaultValue="wanda@example.org"
          />
          <Field name="wallet_postcode" label={said.postcode} maxLength={20} defaultValue="3000" />
          <SelectField
            name="wallet_card"
            label={words.testCard}
            options={Object.entries(CARDS).map(([value, card]) => ({ value, label: words.testCards[card] ?? card }))}
          />
          <p class={styles.amount}>
            <span>{props.storefront.name}</span>
            <b>{price(props.total, props.currency ?? props.storefront.currency)}</b>
          </p>
          <Button type="submit" look="strong" wide>
            {said.approve}
          </Button>
          <Button wide onClick={() => setWallet(undefined)}>
            {words.giveUp}
          </Button>
        </form>
      </Dialog>
    </ExpressBlock>
  )
}
