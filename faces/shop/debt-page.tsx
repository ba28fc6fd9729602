import type { OwnDebt } from '@grandstand/sdk'
import { useEffect, useState } from 'preact/hooks'
import { ButtonLink } from '../kit/button.tsx'
import { type Language, spokenOf } from '../kit/languages.ts'
import { useLoad } from '../kit/use-load.ts'
import { api, codeOf } from './api.ts'
import { ChargePlan } from './charge-plan.tsx'
import { routes } from './config.ts'
import { DebtAccount } from './debt-account.tsx'
import { DebtCard } from './debt-card.tsx'
import styles from './debt-page.module.css'
import { DebtPayment } from './debt-payment.tsx'
import { DebtReturned } from './debt-returned.tsx'
import { LoadTrouble, Message } from './notice.tsx'
import { usePage, useShop } from './shop.tsx'
import { shopStorage } from './shop-storage.ts'
import { TransferDetails, TransferPage } from './transfer-page.tsx'
import type { Trouble } from './trouble.ts'
import { da } from './words/debt-da.ts'
import { de } from './words/debt-de.ts'
import { type DebtWords, en } from './words/debt-en.ts'
import { es } from './words/debt-es.ts'
import { fr } from './words/debt-fr.ts'
import { nl } from './words/debt-nl.ts'
import { transferWords } from './words/transfer.ts'

const POLL_MS = 3000

const dictionaries: Record<Language, DebtWords> = { en, de, es, fr, nl, da }

/** What the link of a debt opens: a debt to pay by card, or money that the club owes and wants an account for; and what that of an awaited transfer does. */
export function DebtPage() {
  const { language } = useShop()
  const [token] = useState(new URLSearchParams(location.search).get('payment_return'))
  const secret = shopStorage.debt()
  const debtWords = dictionaries[spokenOf(language) ?? 'en']
  if (token !== null)
    return (
      <DebtReturned token={token} secret={secret} debtWords={debtWords}>
        {(why) => <OwedPage secret={secret} debtWords={debtWords} token={token} why={why} />}
      </DebtReturned>
    )
  if (secret?.startsWith('ors_')) return <TransferPage secret={secret} />
  return <OwedPage secret={secret} debtWords={debtWords} />
}

type OwedProps = { secret: string | undefined; debtWords: DebtWords; token?: string; why?: Trouble | undefined }

function OwedPage({ secret, debtWords, token, why }: OwedProps) {
  const { words, price, storefront, language } = useShop()
  const { data, error, reload, set } = useLoad<OwnDebt | null>(async () => {
    if (secret === undefined) return null
    // Asking by the way back asks the bank.
    if (token) await api.storefront.settlePaymentReturn({ payment_return: token }).catch(() => {})
    return api.storefront.retrieveOwnDebt({ debtSecret: secret })
  }, [secret])
  // A fan who waits for their bank sees by itself what came of it; one that asks them in this page is not taken away meanwhile.
  const isWaiting = data?.state === 'paying' && (data.next_action === null || data.next_action.type === 'redirect')
  useEffect(() => {
    if (!isWaiting) return
    const timer = setInterval(reload, POLL_MS)
    return () => clearInterval(timer)
  }, [isWaiting, reload])
  const refusal = codeOf(error)
  const isGone = data === null || refusal === 'resource_missing'
  const said = data && sayingOf(data, debtWords, price)
  usePage(
    isGone ? debtWords.goneTitle : refusal === 'link_expired' ? debtWords.expiredTitle : said?.title,
    data?.state ?? isGone,
  )

  if (isGone) return <Message title={debtWords.goneTitle} text={debtWords.goneText} />
  if (refusal === 'link_expired')
    return <Message title={debtWords.expiredTitle} text={debtWords.expiredText(storefront.name)} />
  if (error !== undefined) return <LoadTrouble error={error} onRetry={reload} />
  if (!data || !said || secret === undefined) return <p aria-busy="true">{words.loading}</p>
  return (
    <div class={styles.page}>
      <h1 tabIndex={-1}>{said.title}</h1>
      <What debt={data} debtWords={debtWords} />
      {said.text && <p>{said.text}</p>}
      {(data.state === 'to_pay' || data.state === 'paying') && (
        <DebtPayment debtWords={debtWords} debt={data} secret={secret} why={why} onChange={set} onStale={reload} />
      )}
      {data.transfer && (
        <details>
          <summary>{transferWords[spokenOf(language) ?? 'en'].byTransfer}</summary>
          <div class={styles.form}>
            <TransferDetails how={data.transfer} />
          </div>
        </details>
      )}
      {data.card && data.state !== 'paying' && (
        <DebtCard debtWords={debtWords} debt={data} card={data.card} secret={secret} onChange={set} onStale={reload} />
      )}
      {data.state === 'account_wanted' && (
        <DebtAccount debtWords={debtWords} secret={secret} onChange={set} onStale={reload} />
      )}
      {data.state === 'account_given' && <p class={styles.hint}>{debtWords.givenWrong(storefront.name)}</p>}
      {['paid', 'paid_back', 'nothing'].includes(data.state) && (
        <p>
          <ButtonLink href={routes.whatsOn}>{words.backToEvents}</ButtonLink>
        </p>
      )}
    </div>
  )
}

/** What the money is for, and until when. */
function What({ debt, debtWords }: { debt: OwnDebt; debtWords: DebtWords }) {
  const { words, price, date, storefront } = useShop()
  const { title, order_id: orderId, instalment_number: instalment } = debt
  const isToPay = debt.state === 'to_pay' || debt.state === 'paying'
  const day = date(debt.due_at, storefront.timezone, 'long')
  return (
    <div class={styles.what}>
      {orderId !== null && <b>{title === null ? words.order(orderId) : debtWords.whatFor(title, orderId)}</b>}
      {instalment !== null && <span>{debtWords.instalment(instalment)}</span>}
      <ChargePlan charges={debt.plan} currency={debt.currency} isFirstToday={false} />
      {isToPay && debt.open < debt.amount && <span>{debtWords.ofAmount(price(debt.amount, debt.currency))}</span>}
      {isToPay && (
        <span class={debt.overdue ? styles.late : undefined}>
          {debt.overdue ? debtWords.overdue(day) : debtWords.due(day)}
        </span>
      )}
    </div>
  )
}

/** At a page of the bank, asked by it in this one, or waiting for it. */
const payingText = ({ next_action: action }: OwnDebt, words: DebtWords): string =>
  action === null ? words.payingText : action.redirect_url ? words.unfinishedText : words.confirmText

type Price = ReturnType<typeof useShop>['price']

type Saying = { title: string; text: string | null }

/** What the page says of each state; of one that a later version has, no more than the amount. */
function sayingOf(debt: OwnDebt, words: DebtWords, price: Price): Saying {
  const amount = price(debt.amount, debt.currency)
  const open = price(debt.open, debt.currency)
  const sayings: Record<string, Saying> = {
    to_pay: { title: words.toPayTitle(open), text: null },
    paying: { title: words.payingTitle, text: payingText(debt, words) },
    paid: { title: words.paidTitle, text: words.paidText(amount) },
    account_wanted: { title: words.wantedTitle(open), text: words.wantedText },
    account_given: { title: words.givenTitle, text: words.givenText(open, (debt.account ?? '').replace(/^\*+/, '')) },
    cash_waiting: { title: words.cashTitle(open), text: words.cashText },
    paid_back: { title: words.backTitle, text: words.backText(amount) },
    nothing: { title: words.nothingTitle, text: words.nothingText },
  }
  return sayings[debt.state] ?? { title: amount, text: null }
}
