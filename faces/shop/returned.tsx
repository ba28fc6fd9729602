import type { Basket, PaymentReturn } from '@grandstand/sdk'
import { useEffect } from 'preact/hooks'
import { useLocation } from 'preact-iso/router'
import { Button, ButtonLink } from '../kit/button.tsx'
import { spokenOf } from '../kit/languages.ts'
import { useAction } from '../kit/use-action.ts'
import { useLoad } from '../kit/use-load.ts'
import { api, codeOf } from './api.ts'
import { routes } from './config.ts'
import { keptBasket } from './hold.ts'
import { LoadTrouble, Message } from './notice.tsx'
import { usePage, useShop } from './shop.tsx'
import { keepOrder, shopStorage } from './shop-storage.ts'
import type { Trouble } from './trouble.ts'
import { returnedWords } from './words/returned.ts'

const POLL_MS = 3000

type Asked = { back: PaymentReturn; basket: Basket | undefined }

/** How the payment ended, and the basket where this browser has it: on another device, or the second time, it is not here. */
async function ask(token: string): Promise<Asked | null> {
  try {
    const back = await api.storefront.settlePaymentReturn({ payment_return: token })
    // By the link of a mail, where this browser has another basket.
    const basket = await keptBasket(shopStorage.linked())
    return { back, basket: basket?.order?.order_id === back.order_id ? basket : undefined }
  } catch (error) {
    if (codeOf(error) === 'resource_missing') return null
    throw error
  }
}

/** The page that a buyer comes back to from their bank. What became of the payment is for the provider to say, never for the address. */
export function Returned({ token, onOpen }: { token: string; onOpen(why: Trouble): void }) {
  const { words, price, date, storefront, language } = useShop()
  const { route } = useLocation()
  const said = returnedWords[spokenOf(language) ?? 'en']
  const { data, error, reload } = useLoad(() => ask(token), [token])
  const { run, isBusy } = useAction()
  const status = data?.back.status
  const isWaiting = status === 'requires_action' || status === 'pending'
  useEffect(() => {
    if (!isWaiting) return
    const timer = setInterval(reload, POLL_MS)
    return () => clearInterval(timer)
  }, [isWaiting, reload])

  useEffect(() => {
    if (!data) return
    const { back, basket } = data
    const { order } = basket ?? {}
    // Paid, or on its way for days: either way this browser is done with the basket, and has the order.
    if (basket && order?.order_secret && (back.status === 'paid' || back.status === 'pending')) {
      const title = basket.items[0]?.title ?? basket.memberships[0]?.type_title ?? ''
      keepOrder(basket.id, { order_id: order.order_id, secret: order.order_secret, title })
      shopStorage.setLinked(undefined)
    }
    const isHere = shopStorage.orders().some(({ order_id }) => order_id === back.order_id)
    if (back.status === 'paid' && isHere) route(routes.order(back.order_id), true)
    if (basket?.status === 'open' && back.status === 'declined')
      onOpen({ title: back.decline_code === 'cancelled' ? said.cancelledTitle : said.failedTitle, text: said.payAgain })
  }, [data])

  const page = data && sayingOf(data.back)
  usePage(page?.title ?? (data === null ? words.notFoundTitle : undefined), status ?? data === null)
  if (data === null)
    return (
      <Message title={words.notFoundTitle}>
        <ButtonLink href={routes.whatsOn}>{words.backToEvents}</ButtonLink>
      </Message>
    )
  if (!page)
    return error === undefined ? (
      <p aria-busy="true">{words.loading}</p>
    ) : (
      <LoadTrouble error={error} onRetry={reload} />
    )
  const { back, basket } = data
  const { redirect_url: bank } = back
  const callOff = async () => {
    if (!basket) return
    try {
      const { status } = await api.baskets.cancelPayment(basket.id)
      if (status === 'open') onOpen({ title: said.calledOffTitle, text: said.payAgain })
    } catch (error) {
      if (codeOf(error) !== 'state_conflict') throw error
    }
    // Where it was too late for that, the page says what it has come to.
    reload()
  }
  return (
    <Message title={page.title} text={page.text}>
      {bank && (
        <ButtonLink look="strong" href={bank}>
          {said.goOn}
        </ButtonLink>
      )}
      {basket && back.status === 'requires_action' && (
        <Button busy={isBusy} onClick={() => run(callOff)}>
          {said.another}
        </Button>
      )}
      <ButtonLink href={routes.whatsOn}>{words.backToEvents}</ButtonLink>
    </Message>
  )

  function sayingOf(back: PaymentReturn): Trouble {
    const amount = price(back.total, back.currency)
    const until = (style: 'time' | 'long') =>
      back.held_until === null ? '' : date(back.held_until, storefront.timezone, style)
    const sayings: Record<string, Trouble> = {
      paid: { title: said.paidTitle, text: said.paidText(back.order_id, amount) },
      pending: { title: said.laterTitle, text: said.laterText(until('long')) },
      requires_action: { title: said.unfinishedTitle, text: said.unfinishedText(until('time')) },
      declined: {
        title: back.decline_code === 'cancelled' ? said.cancelledTitle : said.failedTitle,
        text: said.elsewhere(until('time')),
      },
      expired: { title: said.expiredTitle, text: said.expiredText },
      refunded: { title: said.refundedTitle, text: said.refundedText(amount) },
    }
    return sayings[back.status] ?? { title: words.pendingTitle, text: words.pendingText }
  }
}
