import type { OwnDebt } from '@grandstand/sdk'
import { useEffect, useRef, useState } from 'preact/hooks'
import { Button } from '../kit/button.tsx'
import { Field } from '../kit/field.tsx'
import { api, codeOf } from './api.ts'
import styles from './debt-page.module.css'
import { TroubleNotice } from './notice.tsx'
import { useShop } from './shop.tsx'
import { fieldErrors, troubleOf } from './trouble.ts'
import type { DebtWords } from './words/debt-en.ts'

type Props = { debtWords: DebtWords; secret: string; onChange(debt: OwnDebt): void; onStale(): void }

/** Where the club is to transfer what it owes. What is typed stays in the page: it is kept nowhere on this device. */
export function DebtAccount({ debtWords, secret, onChange, onStale }: Props) {
  const { words } = useShop()
  const form = useRef<HTMLFormElement>(null)
  const [isBusy, setBusy] = useState(false)
  const [problems, setProblems] = useState<Record<string, string>>({})
  const [trouble, setTrouble] = useState<unknown>()

  const send = async () => {
    if (!form.current || isBusy) return
    const data = new FormData(form.current)
    const text = (name: string) => String(data.get(name) ?? '').trim()
    const account = { account_holder: text('account_holder'), account: text('account') }
    const missing = Object.entries(account).filter(([, value]) => value === '')
    setProblems(Object.fromEntries(missing.map(([name]) => [name, words.required])))
    setTrouble(undefined)
    if (missing.length > 0) return
    setBusy(true)
    try {
      onChange(await api.storefront.giveOwnAccount(account, { debtSecret: secret }))
    } catch (error) {
      const { account: wrong, ...others } = fieldErrors(error, words)
      const fields = wrong === undefined ? others : { ...others, account: debtWords.accountWrong }
      setProblems(fields)
      if (Object.keys(fields).length === 0) setTrouble(error)
      if (['state_conflict', 'link_expired', 'resource_missing'].includes(codeOf(error) ?? '')) onStale()
    }
    setBusy(false)
  }

  // Moves the focus to the first field with a problem.
  useEffect(() => {
    if (Object.keys(problems).length > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [problems])

  return (
    <form
      ref={form}
      noValidate
      class={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <Field
        name="account_holder"
        label={debtWords.holder}
        autocomplete="name"
        maxLength={100}
        required
        error={problems.account_holder}
      />
      <Field
        name="account"
        label={debtWords.account}
        hint={debtWords.accountHint}
        autocomplete="off"
        spellcheck={false}
        maxLength={100}
        required
        error={problems.account}
      />
      {trouble !== undefined && <TroubleNotice trouble={troubleOf(trouble, words)} />}
      <Button type="submit" look="strong" wide busy={isBusy}>
        {isBusy ? debtWords.sending : debtWords.send}
      </Button>
    </form>
  )
}
