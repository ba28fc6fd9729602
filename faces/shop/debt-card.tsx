import type { ChangeOwnCard, OwnDebt, PlanCard } from '@grandstand/sdk'
import { useRef, useState } from 'preact/hooks'
import { Button } from '../kit/button.tsx'
import { spokenOf } from '../kit/languages.ts'
import { Notice } from '../kit/notice.tsx'
import { api, codeOf, serverNow } from './api.ts'
import styles from './debt-page.module.css'
import { Payment, useBank } from './more-payment.ts'
import { TroubleNotice } from './notice.tsx'
import { useShop } from './shop.tsx'
import { TillPlace } from './till-place.ts'
import { PageProblem, troubleOf } from './trouble.ts'
import { waysToPay } from './ways-to-pay.ts'
import type { DebtWords } from './words/debt-en.ts'
import { meansWords } from './words/means.ts'

type Props = {
  debtWords: DebtWords
  debt: OwnDebt
  card: PlanCard
  secret: string
  onChange(debt: OwnDebt): void
  onStale(): void
}

/** The card or account that the plan is charged to, and another in its place: nothing is paid here. */
export function DebtCard({ debtWords, debt, card, secret, onChange, onStale }: Props) {
  const { storefront, words, date, language } = useShop()
  const form = useRef<HTMLFormElement>(null)
  const [till] = useState(() => new TillPlace())
  const isSaving = useRef(false)
  const bank = useBank()
  const [isOpen, setOpen] = useState(false)
  const [isChanged, setChanged] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [trouble, setTrouble] = useState<unknown>()
  const ofAccount = meansWords[spokenOf(language) ?? 'en']
  const wanted = { storefront, total: 0, currency: debt.currency, isSetup: true, cardOnly: true, takesDebits: true }
  const canDebit = waysToPay(wanted, serverNow()).some(({ needs_mandate }) => needs_mandate)
  const change = canDebit ? ofAccount.change : debtWords.cardChange

  const ask = (request: ChangeOwnCard) => api.storefront.changeOwnCard(request, { debtSecret: secret })

  const save = async () => {
    if (!form.current) return
    const given = await till.method(form.current)
    if ('problem' in given) throw new PageProblem(given.problem)
    const {
      setup,
      next_action: action,
      ...asked
    } = await ask({
      payment_method: given.method,
      ...(given.mandate !== undefined && { mandate_version: given.mandate, language }),
    })
    const isAsked = action !== null && setup !== null
    if (isAsked && !(await bank.confirm(action))) return
    const answer = isAsked ? await ask({ setup }) : asked
    if (answer.state !== 'changed') return
    setOpen(false)
    setChanged(true)
    onChange(answer.debt)
  }

  const run = async () => {
    // A second press arrives before the page is drawn anew.
    if (isSaving.current) return
    isSaving.current = true
    setBusy(true)
    setTrouble(undefined)
    try {
      await save()
    } catch (error) {
      setTrouble(error)
      if (['state_conflict', 'link_expired', 'resource_missing'].includes(codeOf(error) ?? '')) onStale()
    }
    isSaving.current = false
    setBusy(false)
  }

  const expires =
    card.expires_on === null ? '' : ` ${debtWords.cardExpires(date(Date.parse(card.expires_on) / 1000, 'UTC', 'long'))}`
  return (
    <section class={styles.form} aria-label={change}>
      {isChanged ? (
        <Notice title={card.kind === 'debit' ? ofAccount.changed : debtWords.cardChanged} />
      ) : (
        <p class={styles.hint}>{saidOf(card, debtWords, ofAccount) + (card.state === 'active' ? expires : '')}</p>
      )}
      {!isOpen && <Button onClick={() => setOpen(true)}>{change}</Button>}
      {isOpen && (
        <form
          ref={form}
          noValidate
          class={styles.form}
          onSubmit={(event) => {
            event.preventDefault()
            void run()
          }}
        >
          <Payment {...wanted} setTill={till.set} />
          <p class={styles.hint}>{canDebit ? ofAccount.hint : debtWords.cardChangeHint}</p>
          {trouble !== undefined && (
            <TroubleNotice
              trouble={
                codeOf(trouble) === 'card_declined'
                  ? { title: words.declinedTitle, text: debtWords.declinedText }
                  : troubleOf(trouble, words)
              }
            />
          )}
          <Button type="submit" look="strong" wide busy={isBusy} disabled={!storefront.payments}>
            {isBusy ? debtWords.cardSaving : canDebit ? ofAccount.save : debtWords.cardSave}
          </Button>
        </form>
      )}
      {bank.question}
    </section>
  )
}

function saidOf({ kind, state, last4 }: PlanCard, words: DebtWords, ofAccount: (typeof meansWords)['en']): string {
  if (state === 'missing') return words.cardMissing
  if (kind === 'debit') {
    if (state === 'refused') return ofAccount.refused(last4 ?? '')
    return last4 === null ? ofAccount.any : ofAccount.charged(last4)
  }
  if (state === 'refused') return words.cardRefused(last4 ?? '')
  return last4 === null ? words.cardAny : words.cardCharged(last4)
}
