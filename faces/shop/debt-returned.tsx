import type { PaymentReturn } from '@grandstand/sdk'
import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import { ButtonLink } from '../kit/button.tsx'
import { spokenOf } from '../kit/languages.ts'
import { useLoad } from '../kit/use-load.ts'
import { api, codeOf } from './api.ts'
import { routes } from './config.ts'
import { LoadTrouble, Message } from './notice.tsx'
import { usePage, useShop } from './shop.tsx'
import type { Trouble } from './trouble.ts'
import type { DebtWords } from './words/debt-en.ts'
import { returnedWords } from './words/returned.ts'

const POLL_MS = 3000

type Props = {
  token: string
  secret: string | undefined
  debtWords: DebtWords
  /** The page of the debt itself, and what to say on it. */
  children(why: Trouble | undefined): ComponentChildren
}

type Asked = { back: PaymentReturn; isHere: boolean }

/** How the payment ended, and whether this browser has the link that was paid: on another device it has not. */
async function ask(token: string, secret: string | undefined): Promise<Asked | null> {
  try {
    const back = await api.storefront.settlePaymentReturn({ payment_return: token })
    const debt =
      secret === undefined
        ? undefined
        : await api.storefront.retrieveOwnDebt({ debtSecret: secret }).catch(() => undefined)
    return { back, isHere: debt !== undefined && debt.debt_id === back.debt_id }
  } catch (error) {
    if (codeOf(error) === 'resource_missing') return null
    throw error
  }
}

/** Where a fan who pays by a link comes back to from their bank. The browser with the link goes on there; any other is told how it ended. */
export function DebtReturned({ token, secret, debtWords, children }: Props) {
  const { words, price, date, storefront, language } = useShop()
  const said = returnedWords[spokenOf(language) ?? 'en']
  const { data, error, reload } = useLoad(() => ask(token, secret), [token, secret])
  const isHere = data?.isHere ?? false
  const status = data?.back.status
  const isWaiting = !isHere && (status === 'requires_action' || status === 'pending')
  useEffect(() => {
    if (!isWaiting) return
    const timer = setInterval(reload, POLL_MS)
    return () => clearInterval(timer)
  }, [isWaiting, reload])
  // The debt's page is this one without the token, also after a reload.
  useEffect(() => {
    if (isHere) history.replaceState(null, '', routes.owed)
  }, [isHere])
  const page = data && !isHere ? sayingOf(data.back) : undefined
  usePage(page?.title ?? (data === null ? words.notFoundTitle : undefined), !isHere && (status ?? data === null))
  if (data === null)
    return (
      <Message title={words.notFoundTitle}>
        <ButtonLink href={routes.whatsOn}>{words.backToEvents}</ButtonLink>
      </Message>
    )
  if (!data)
    return error === undefined ? (
      <p aria-busy="true">{words.loading}</p>
    ) : (
      <LoadTrouble error={error} onRetry={reload} />
    )
  if (!page) return <>{children(reasonOf(data.back))}</>
  const { redirect_url: bank } = data.back
  return (
    <Message title={page.title} text={page.text}>
      {bank && (
        <ButtonLink look="strong" href={bank}>
          {said.goOn}
        </ButtonLink>
      )}
    </Message>
  )

  /** What a fan who has the link would otherwise not understand of its page. */
  function reasonOf({ status, decline_code, total, currency }: PaymentReturn): Trouble | undefined {
    if (status === 'refunded')
      return { title: debtWords.refundedTitle, text: debtWords.refundedText(price(total, currency)) }
    if (status !== 'declined') return undefined
    return {
      title: decline_code === 'cancelled' ? said.cancelledTitle : said.failedTitle,
      text: debtWords.payAnotherWay,
    }
  }

  function sayingOf(back: PaymentReturn): Trouble {
    const until = back.held_until === null ? '' : date(back.held_until, storefront.timezone, 'time')
    const sayings: Record<string, Trouble> = {
      paid: { title: debtWords.paidTitle, text: debtWords.paidText(price(back.total, back.currency)) },
      pending: { title: said.laterTitle, text: debtWords.laterText },
      requires_action: { title: said.unfinishedTitle, text: debtWords.unfinishedUntil(until) },
      declined: { title: reasonOf(back)?.title ?? said.failedTitle, text: debtWords.openLink },
    }
    return sayings[back.status] ?? reasonOf(back) ?? { title: words.pendingTitle, text: words.pendingText }
  }
}
