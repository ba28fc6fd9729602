import type { Basket } from '@grandstand/sdk'
import { useEffect, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso/router'
import { Button, ButtonLink } from '../kit/button.tsx'
import { spokenOf } from '../kit/languages.ts'
import { Notice } from '../kit/notice.tsx'
import { useAction } from '../kit/use-action.ts'
import { api, codeOf } from './api.ts'
import type { Confirm } from './check-out.ts'
import { routes } from './config.ts'
import { useBank } from './more-payment.ts'
import { Message } from './notice.tsx'
import { useShop } from './shop.tsx'
import { keepOrder } from './shop-storage.ts'
import type { Trouble } from './trouble.ts'
import { returnedWords } from './words/returned.ts'

const POLL_MS = 2000

/** What stands in the place of a basket that was checked out: bought, or being paid. */
export function Bought({ basket, title }: { basket: Basket; title: string }) {
  const { words } = useShop()
  const { order } = basket
  useEffect(() => {
    if (order?.order_secret) keepOrder(basket.id, { order_id: order.order_id, secret: order.order_secret, title })
  }, [order, title])
  return (
    <Message title={words.boughtTitle} text={words.boughtText}>
      {order && (
        <ButtonLink look="strong" href={routes.order(order.order_id)}>
          {words.showTickets}
        </ButtonLink>
      )}
    </Message>
  )
}

/** The bank has not answered. Asked again until it has, by us and by the server; it may be waiting for the buyer, whose page was reloaded. */
export function Pending({
  basket,
  title,
  again,
  onSettled,
}: {
  basket: Basket
  title: string
  /** Asks for the same once more. */
  again(confirm: Confirm): Promise<unknown> | undefined
  /** With what to say of it, where the buyer has called the payment off. */
  onSettled(basket: Basket, why?: Trouble): void
}) {
  const { words, language } = useShop()
  const said = returnedWords[spokenOf(language) ?? 'en']
  const [isTooLate, setTooLate] = useState(false)
  const { route } = useLocation()
  const { confirm, question } = useBank()
  const { run, isBusy } = useAction()
  const settle = (now: Basket, why?: Trouble) => {
    if (now.status === 'paying') return
    const { order } = now
    if (now.status !== 'checked_out' || !order?.order_secret) return onSettled(now, why)
    keepOrder(basket.id, { order_id: order.order_id, secret: order.order_secret, title })
    route(routes.order(order.order_id), true)
  }
  const look = async () => settle(await api.baskets.retrieve(basket.id))
  useEffect(() => {
    const timer = setInterval(() => look().catch(() => {}), POLL_MS)
    return () => clearInterval(timer)
  }, [basket.id, title])
  const tryAgain = async () => {
    // What came of it is in the basket, also where it was refused.
    await again(confirm)?.catch(() => {})
    await look()
  }
  const callOff = async () => {
    try {
      settle(await api.baskets.cancelPayment(basket.id), { title: said.calledOffTitle, text: said.payAgain })
    } catch (error) {
      if (codeOf(error) !== 'state_conflict') throw error
      setTooLate(true)
    }
  }
  return (
    <Message title={words.pendingTitle} text={words.pendingText}>
      <Button busy={isBusy} onClick={() => run(tryAgain)}>
        {words.tryAgain}
      </Button>
      {isTooLate ? (
        <Notice title={said.tooLateTitle}>{said.tooLate}</Notice>
      ) : (
        <Button busy={isBusy} onClick={() => run(callOff)}>
          {said.another}
        </Button>
      )}
      {question}
    </Message>
  )
}
