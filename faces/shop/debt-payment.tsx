import type { OwnDebt, PayOwnDebt } from '@grandstand/sdk'
import { useRef, useState } from 'preact/hooks'
import { Button } from '../kit/button.tsx'
import { CheckField } from '../kit/field.tsx'
import { spokenOf } from '../kit/languages.ts'
import { api, codeOf } from './api.ts'
import { routes } from './config.ts'
import styles from './debt-page.module.css'
import { Payment, useBank } from './more-payment.ts'
import { TroubleNotice } from './notice.tsx'
import { useShop } from './shop.tsx'
import { TillPlace } from './till-place.ts'
import { PageProblem, type Trouble, troubleOf } from './trouble.ts'
import type { DebtWords } from './words/debt-en.ts'
import { returnedWords } from './words/returned.ts'

type Props = {
  debtWords: DebtWords
  debt: OwnDebt
  secret: string
  /** What a payment came to that the fan comes back from. */
  why: Trouble | undefined
  onChange(debt: OwnDebt): void
  onStale(): void
}

/** All that is open; through the bank, where it asks or where one pays there. Whether it was paid is for the provider to say. */
export function DebtPayment({ debtWords, debt, secret, why, onChange, onStale }: Props) {
  const { storefront, words, price, language } = useShop()
  const form = useRef<HTMLFormElement>(null)
  const [till] = useState(() => new TillPlace())
  const isPaying = useRef(false)
  const bank = useBank()
  const [isBusy, setBusy] = useState(false)
  const [trouble, setTrouble] = useState<unknown>()
  const [isWhole, setWhole] = useState(false)
  const [isKept, setKept] = useState(debt.card !== null && debt.card.state !== 'active')
  const total = isWhole ? (debt.plan_open ?? debt.open) : debt.open
  const canKeep = debt.card !== null && !isWhole && (debt.plan_open ?? 0) > debt.open
  const said = returnedWords[spokenOf(language) ?? 'en']

  const ask = (request: PayOwnDebt) => api.storefront.payOwnDebt(request, { debtSecret: secret })

  /** The payment that is under way is asked for by the debt alone. */
  const confirm = async (asked: OwnDebt): Promise<OwnDebt> =>
    asked.next_action && (await bank.confirm(asked.next_action)) ? ask({}) : asked

  const pay = async () => {
    if (!form.current) return
    const paid = await till.method(form.current)
    if ('problem' in paid) throw new PageProblem(paid.problem)
    onChange(
      await confirm(
        await ask({
          payment_method: paid.method,
          ...(isWhole && { whole_plan: true }),
          ...(paid.redirects && { return_url: location.origin + routes.owed }),
          ...(debt.card && { keep_card: canKeep && isKept }),
        }),
      ),
    )
  }

  /** The fan wants to pay another way. */
  const callOff = async () => onChange(await api.storefront.cancelOwnDebtPayment({ debtSecret: secret }))

  const run = async (step: () => Promise<void>) => {
    // A second press arrives before the page is drawn anew.
    if (isPaying.current) return
    isPaying.current = true
    setBusy(true)
    setTrouble(undefined)
    try {
      await step()
    } catch (error) {
      setTrouble(error)
      if (['state_conflict', 'link_expired', 'resource_missing'].includes(codeOf(error) ?? '')) onStale()
    }
    isPaying.current = false
    setBusy(false)
  }

  const isTooLate = debt.state === 'paying' && codeOf(trouble) === 'state_conflict'
  const notice =
    trouble === undefined ? (
      why && !isBusy && <TroubleNotice trouble={why} />
    ) : (
      <TroubleNotice
        trouble={
          codeOf(trouble) === 'card_declined'
            ? { title: words.declinedTitle, text: debtWords.declinedText }
            : isTooLate
              ? { title: said.tooLateTitle, text: said.tooLate }
              : troubleOf(trouble, words)
        }
      />
    )
  if (debt.state === 'paying')
    return (
      <>
        {notice}
        {debt.next_action && (
          <Button look="strong" wide busy={isBusy} onClick={() => run(async () => onChange(await confirm(debt)))}>
            {debt.next_action.redirect_url ? said.goOn : words.confirm}
          </Button>
        )}
        {debt.next_action && (
          <Button wide busy={isBusy} onClick={() => run(callOff)}>
            {said.another}
          </Button>
        )}
        {bank.question}
      </>
    )
  return (
    <form
      ref={form}
      noValidate
      class={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        void run(pay)
      }}
    >
      {debt.plan_open !== null && debt.plan_open > debt.open && (
        <fieldset class={styles.choice}>
          <legend>{debtWords.howMuch}</legend>
          {[false, true].map((whole) => (
            <CheckField
              key={String(whole)}
              type="radio"
              name="how_much"
              defaultChecked={isWhole === whole}
              onChange={() => setWhole(whole)}
              label={
                whole
                  ? debtWords.wholePlan(price(debt.plan_open ?? debt.open, debt.currency))
                  : debtWords.thisPart(price(debt.open, debt.currency))
              }
            />
          ))}
        </fieldset>
      )}
      <Payment
        total={total}
        currency={debt.currency}
        storefront={storefront}
        cardOnly={canKeep && isKept}
        withoutTransfer
        setTill={till.set}
      />
      {canKeep && <CheckField name="keep_card" label={debtWords.cardKeep} defaultChecked={isKept} onChange={setKept} />}
      {notice}
      <Button type="submit" look="strong" wide busy={isBusy} disabled={!storefront.payments}>
        {isBusy ? words.paying : words.pay(price(total, debt.currency))}
      </Button>
      {bank.question}
    </form>
  )
}
