import type { Basket, CheckoutBasket } from '@grandstand/sdk'
import { useEffect, useRef, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso/router'
import { Button } from '../kit/button.tsx'
import { CheckField, Field } from '../kit/field.tsx'
import { type Asked, answerProblems, answersOf, asksOfTickets, placesOf } from '../kit/holders.ts'
import { codeOf, serverNow } from './api.ts'
import styles from './basket-page.module.css'
import { Express, Payment, useBank } from './basket-payment.ts'
import { buyerProblems, customerOf } from './buyer.ts'
import { pay } from './check-out.ts'
import { routes } from './config.ts'
import { TermsAtPay } from './legal.tsx'
import { isProven, MemberProof } from './member-ask.tsx'
import { TroubleNotice } from './notice.tsx'
import { part } from './part.tsx'
import type { Chosen, WalletMethod } from './payment-props.ts'
import { useShop } from './shop.tsx'
import { keepOrder, shopStorage } from './shop-storage.ts'
import { TillPlace } from './till-place.ts'
import { fieldErrors, PageProblem, type Trouble } from './trouble.ts'
import { useCredit } from './use-credit.ts'
import { walletsFor } from './ways-to-pay.ts'

const more = () => import('./more-pages.tsx').then(({ morePages }) => morePages)
/** Most events ask nothing, and not every club sends invoices. */
const HoldersForm = part(() => more().then(({ HoldersForm }) => HoldersForm))
const InvoiceForm = part(() => more().then(({ InvoiceForm }) => InvoiceForm))

type Props = {
  basket: Basket
  /** What the order will be called in this browser's list. */
  title: string
  asked: Asked
  /** Of the event, in Unix seconds. */
  startsAt: number | undefined
  /** Something in the basket is. */
  isForMembers: boolean
  /** While it is, the page leaves the form as it is. */
  isPaying: { current: boolean }
  trouble: Trouble | undefined
  onTrouble(error: unknown): void
  onChange(): void
}

/** Who buys, and how they pay: one form, one press. What was typed survives a reload and a declined card. */
export function CheckoutForm({
  basket,
  title,
  asked,
  startsAt,
  isForMembers,
  isPaying,
  trouble,
  onTrouble,
  onChange,
}: Props) {
  const { storefront, words, language, price } = useShop()
  const { route } = useLocation()
  const form = useRef<HTMLFormElement>(null)
  const [till] = useState(() => new TillPlace())
  const bank = useBank()
  const [isBusy, setBusy] = useState(false)
  const [problems, setProblems] = useState<Record<string, string>>({})
  const [isProofAsked, setProofAsked] = useState(false)
  const needsProof = isProofAsked || (isForMembers && !isProven(basket.id))
  const typed = shopStorage.typed()
  const places = placesOf(basket.items)
  const credit = useCredit(basket)
  const charged = basket.due_now - credit.used

  const remember = () => {
    if (!form.current) return
    const entries = [...new FormData(form.current)].filter(
      ([name]) => !['payment_method', 'use_credit', 'terms'].includes(name),
    )
    shopStorage.setTyped(Object.fromEntries(entries.map(([name, text]) => [name, String(text)])))
  }

  const payNow = async (express?: WalletMethod) => {
    if (!form.current) return
    const filled = new FormData(form.current)
    const customer = customerOf(filled)
    const answers = answersOf(filled, asked, places)
    const { terms_version } = storefront
    const hasAgreed = terms_version === null || filled.has('terms')
    const invoice = filled.has('to_invoice') ? (await more()).invoiceOf(filled, customer, language) : undefined
    const wrong = {
      ...buyerProblems(customer, words),
      ...answerProblems(answers, asked, words.required),
      ...invoice?.problems,
      ...(!hasAgreed && { terms: words.agreeFirst }),
    }
    setProblems(wrong)
    onTrouble(undefined)
    if (Object.keys(wrong).length > 0) return
    const paid: Partial<Chosen> | { problem: string } | undefined =
      charged === 0 ? {} : await (express ?? till.method)(form.current)
    if (!paid) return
    if ('problem' in paid) return onTrouble(new PageProblem(paid.problem))
    const request: CheckoutBasket = {
      customer: { ...customer, ...paid.customer },
      // Mails, files and passes speak as the shop did.
      language,
      ...(terms_version !== null && { terms_version }),
      ...answers,
      ...invoice?.fields,
      ...(paid.method !== undefined && { payment_method: paid.method }),
      ...(paid.mandate && { mandate_version: paid.mandate }),
      ...(paid.redirects && { return_url: location.origin + routes.basket }),
      ...(credit.used > 0 && { credit: credit.used }),
    }
    const checkout = await pay(basket, request, bank.confirm)
    // A transfer takes days: the order is this browser's, and the basket over.
    if (checkout.status !== 'confirmed' && paid.method !== 'bank_transfer') return onChange()
    keepOrder(basket.id, { order_id: checkout.order_id, secret: checkout.order_secret, title })
    route(routes.order(checkout.order_id), true)
  }

  const submit = async (express?: WalletMethod) => {
    // A second press arrives before the page is drawn anew.
    if (isPaying.current) return
    isPaying.current = true
    setBusy(true)
    try {
      await payNow(express)
    } catch (error) {
      const fields = fieldErrors(error, words)
      setProblems(fields)
      if (Object.keys(fields).length === 0) onTrouble(error)
      if (codeOf(error) === 'member_proof_required') setProofAsked(true)
      // Spent elsewhere meanwhile, perhaps.
      if (credit.used > 0) credit.reload()
      if (['basket_expired', 'basket_already_checked_out'].includes(codeOf(error) ?? '')) onChange()
    }
    isPaying.current = false
    setBusy(false)
  }

  // Moves the focus to the first field with a problem.
  useEffect(() => {
    if (Object.keys(problems).length > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [problems])

  const payment = {
    total: charged,
    currency: basket.currency,
    storefront,
    startsAt,
    takesDebits: true,
    charges: { all: basket.charges, isFirstToday: basket.due_now > 0 },
    cardOnly: basket.memberships.some(({ collection, auto_renew }) => collection === 'automatic' || auto_renew),
  }
  const hasExpress = charged > 0 && !needsProof && walletsFor(payment, serverNow()).length > 0
  const asks = (asksOfTickets(asked) || asked.questions.length > 0) && (
    <HoldersForm asked={asked} places={places} typed={typed} problems={problems} />
  )

  return (
    <div class={styles.checkout}>
      {needsProof && (
        <MemberProof
          basket={basket}
          onProven={() => {
            setProofAsked(true)
            onTrouble(undefined)
          }}
        />
      )}
      <form
        ref={form}
        noValidate
        onInput={remember}
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        {hasExpress && (
          <>
            {asks}
            <Express
              {...payment}
              basket={basket}
              missing={(filled) => answerProblems(answersOf(filled, asked, places), asked, words.required)}
              onMissing={setProblems}
              pay={submit}
              onTrouble={onTrouble}
              onChange={onChange}
            />
          </>
        )}
        <fieldset class={styles.fields}>
          <legend>{basket.items.length > 0 ? words.aboutYou : words.aboutMembers}</legend>
          <Field
            name="email"
            type="email"
            label={words.email}
            hint={basket.items.length > 0 && words.emailHint}
            autocomplete="email"
            maxLength={254}
            required
            defaultValue={typed.email ?? ''}
            error={problems.email}
          />
          <div class={styles.pair}>
            <Field
              name="first_name"
              label={words.firstName}
              autocomplete="given-name"
              maxLength={100}
              required
              defaultValue={typed.first_name ?? ''}
              error={problems.first_name}
            />
            <Field
              name="last_name"
              label={words.lastName}
              autocomplete="family-name"
              maxLength={100}
              required
              defaultValue={typed.last_name ?? ''}
              error={problems.last_name}
            />
          </div>
          <Field
            name="mobile_number"
            type="tel"
            label={words.mobile}
            optional={words.optional}
            autocomplete="tel"
            maxLength={32}
            defaultValue={typed.mobile_number ?? ''}
            error={problems.mobile_number}
          />
          <CheckField
            name="marketing_emails"
            label={words.news(storefront.name)}
            defaultChecked={typed.marketing_emails !== undefined}
          />
        </fieldset>
        {!hasExpress && asks}
        {storefront.sends_invoices && charged > 0 && <InvoiceForm typed={typed} problems={problems} />}
        <fieldset class={styles.fields}>
          <legend>{words.payment}</legend>
          {credit.available > 0 && (
            <CheckField
              name="use_credit"
              label={words.useCredit(price(credit.available, basket.currency))}
              hint={credit.used > 0 && charged > 0 ? words.restByCard(price(charged, basket.currency)) : undefined}
              onChange={credit.setWanted}
            />
          )}
          <Payment {...payment} hasExpress={hasExpress} setTill={till.set} />
        </fieldset>
        <TermsAtPay error={problems.terms} />
        {trouble && <TroubleNotice trouble={trouble} />}
        <Button
          type="submit"
          look="strong"
          wide
          busy={isBusy}
          disabled={charged > 0 && !storefront.payments && !storefront.bank_transfer}
        >
          {isBusy ? words.paying : charged === 0 ? words.getFree : words.pay(price(charged, basket.currency))}
        </Button>
      </form>
      {bank.question}
    </div>
  )
}
