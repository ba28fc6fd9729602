import type { Basket } from '@grandstand/sdk'
import { useEffect, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { Button, ButtonLink } from '../kit/button.tsx'
import type { Asked } from '../kit/holders.ts'
import { useAction } from '../kit/use-action.ts'
import { useLoad } from '../kit/use-load.ts'
import { api } from './api.ts'
import { BasketItems } from './basket-items.tsx'
import styles from './basket-page.module.css'
import { keepOrder, pay, undecided } from './check-out.ts'
import { CheckoutForm } from './checkout-form.tsx'
import { routes } from './config.ts'
import { HeldUntil } from './held-until.tsx'
import { kept, watchBasket } from './kept.ts'
import { LoadTrouble, Message } from './notice.tsx'
import { useBank } from './payment.tsx'
import { usePage, useShop } from './shop.tsx'
import { troubleOf } from './trouble.ts'

const POLL_MS = 2000

/** The basket as it is now, whatever became of it meanwhile, here or in another tab. */
export function BasketPage() {
  const { words } = useShop()
  const [id, setId] = useState(kept.basket())
  const loaded = useLoad<Basket | null>(async () => (id === undefined ? null : await api.baskets.retrieve(id)), [id])
  const [trouble, setTrouble] = useState<unknown>()
  // One that is over is looked at once more, and says what became of it.
  useEffect(() => {
    return watchBasket(() => {
      const next = kept.basket()
      if (next === undefined) loaded.reload()
      else setId(next)
    })
  }, [loaded.reload])
  // Another tab may have changed it while this one was not looked at.
  useEffect(() => {
    const look = () => document.visibilityState === 'visible' && loaded.reload()
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [loaded.reload])
  const eventId = loaded.data?.event_id ?? null
  // What is asked at the checkout is the event's to say. Without it nothing is asked here, and the API says what is missing.
  const { data: asked } = useLoad<Asked>(
    async () => (eventId === null ? NOTHING : await api.events.retrieve(eventId).catch(() => NOTHING)),
    [eventId],
  )
  usePage(words.checkout)

  if (loaded.error !== undefined) return <LoadTrouble error={loaded.error} onRetry={loaded.reload} />
  if (loaded.data === undefined) return <p aria-busy="true">{words.loading}</p>
  const basket = loaded.data
  if (basket === null || (basket.status === 'open' && basket.items.length === 0)) return <Empty />
  if (basket.status === 'paying')
    return (
      <Pending
        basket={basket}
        onSettled={(settled) => {
          // It is open again: the bank has said no after all.
          if (settled.status === 'open') setTrouble(declined)
          loaded.set(settled)
        }}
      />
    )
  if (basket.status === 'checked_out') return <Bought basket={basket} />
  if (basket.status !== 'open') return <Expired basket={basket} />
  const shown = trouble === declined ? { title: words.declinedTitle, text: words.declinedText } : undefined
  return (
    <>
      <header class={styles.head}>
        <h1 tabIndex={-1}>{words.checkout}</h1>
        <p>
          <a href={routes.event(basket.event_id ?? '')}>{words.changeTickets}</a>
        </p>
      </header>
      <HeldUntil basket={basket} onChange={loaded.set} onExpired={loaded.reload} />
      <div class={styles.columns}>
        <BasketItems
          basket={basket}
          onChange={loaded.set}
          onTrouble={(error) => {
            setTrouble(error)
            loaded.reload()
          }}
        />
        {asked && (
          <CheckoutForm
            basket={basket}
            asked={asked}
            trouble={trouble === undefined ? undefined : (shown ?? troubleOf(trouble, words))}
            onTrouble={setTrouble}
            onChange={loaded.reload}
          />
        )}
      </div>
    </>
  )
}

const declined = Symbol('declined')
const NOTHING: Asked = { holder_names: 'none', questions: [] }

function Empty() {
  const { words } = useShop()
  const [order] = kept.orders()
  return (
    <Message title={words.emptyBasket}>
      <ButtonLink look="strong" href={routes.whatsOn}>
        {words.backToEvents}
      </ButtonLink>
      {order && <ButtonLink href={routes.order(order.order_id)}>{words.yourTickets}</ButtonLink>}
    </Message>
  )
}

function Expired({ basket }: { basket: Basket }) {
  const { words } = useShop()
  useEffect(() => kept.setBasket(undefined), [])
  return (
    <Message title={words.expiredTitle} text={words.expiredText}>
      <ButtonLink look="strong" href={basket.event_id === null ? routes.whatsOn : routes.event(basket.event_id)}>
        {words.chooseAgain}
      </ButtonLink>
    </Message>
  )
}

function Bought({ basket }: { basket: Basket }) {
  const { words } = useShop()
  const { order } = basket
  useEffect(() => {
    if (order?.order_secret)
      keepOrder({ order_id: order.order_id, secret: order.order_secret, title: basket.items[0]?.title ?? '' })
  }, [order])
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
function Pending({ basket, onSettled }: { basket: Basket; onSettled(basket: Basket): void }) {
  const { words } = useShop()
  const { route } = useLocation()
  const { confirm, question } = useBank()
  const { run, isBusy } = useAction()
  const look = async () => {
    const now = await api.baskets.retrieve(basket.id)
    if (now.status === 'paying') return
    const { order } = now
    if (now.status !== 'checked_out' || !order?.order_secret) return onSettled(now)
    keepOrder({ order_id: order.order_id, secret: order.order_secret, title: now.items[0]?.title ?? '' })
    route(routes.order(order.order_id), true)
  }
  useEffect(() => {
    const timer = setInterval(() => look().catch(() => {}), POLL_MS)
    return () => clearInterval(timer)
  }, [basket.id])
  const tryAgain = async () => {
    const request = undecided(basket)
    // What came of it is in the basket, also where it was refused.
    if (request) await pay(basket, request, confirm).catch(() => {})
    await look()
  }
  return (
    <Message title={words.pendingTitle} text={words.pendingText}>
      <Button busy={isBusy} onClick={() => run(tryAgain)}>
        {words.tryAgain}
      </Button>
      {question}
    </Message>
  )
}
