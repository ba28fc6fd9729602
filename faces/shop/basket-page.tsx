import type { Basket, Price, TicketedEvent } from '@grandstand/sdk'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { Asked } from '../kit/holders.ts'
import { useLoad } from '../kit/use-load.ts'
import { api } from './api.ts'
import { BasketItems } from './basket-items.tsx'
import styles from './basket-page.module.css'
import { Empty, Expired } from './basket-states.tsx'
import { pay, undecided } from './check-out.ts'
import { routes } from './config.ts'
import { HeldUntil } from './held-until.tsx'
import { keptBasket } from './hold.ts'
import { LoadTrouble } from './notice.tsx'
import { part } from './part.tsx'
import { usePage, useShop } from './shop.tsx'
import { shopStorage, watchBasket } from './shop-storage.ts'
import { type Trouble, troubleOf } from './trouble.ts'
import { OtherBasket } from './use-hold.tsx'
import type { Words } from './words/en.ts'

const form = () => import('./checkout-form.tsx')
const CheckoutForm = part(() => form().then(({ CheckoutForm }) => CheckoutForm))
const Bought = part(() => import('./more-pages.tsx').then(({ morePages }) => morePages.Bought))
const Pending = part(() => import('./more-pages.tsx').then(({ morePages }) => morePages.Pending))
/** Back from the bank. */
const Returned = part(() => import('./more-pages.tsx').then(({ morePages }) => morePages.Returned))

/** The basket as it is now, whatever became of it meanwhile, here or in another tab. */
export function BasketPage() {
  const { words, date } = useShop()
  const [id, setId] = useState(shopStorage.basket())
  const loaded = useLoad<Basket | null>(async () => (await keptBasket(id)) ?? null, [id])
  const [linked, setLinked] = useState(shopStorage.linked())
  const [trouble, setTrouble] = useState<unknown>()
  const [token, setToken] = useState(new URLSearchParams(location.search).get('payment_return'))
  const isPaying = useRef(false)
  // Along with the basket: who has one will want to pay.
  useEffect(() => {
    if (id !== undefined) void form().catch(() => {})
  }, [id])
  // One that is over is looked at once more, and says what became of it.
  useEffect(() => {
    return watchBasket(() => {
      const next = shopStorage.basket()
      if (next === undefined) loaded.reload()
      else setId(next)
    })
  }, [loaded.reload])
  // Another tab may have changed it while this one was not looked at. A buyer who is paying has been to their bank.
  useEffect(() => {
    const look = () => document.visibilityState === 'visible' && !isPaying.current && loaded.reload()
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [loaded.reload])
  const eventId = loaded.data?.event_id ?? null
  // What is asked at the checkout is the event's to say. Without it nothing is asked here, and the API says what is missing.
  const { data: about } = useLoad<About>(async () => {
    if (eventId === null) return { event: null, prices: [] }
    const [event, prices] = await Promise.all([
      api.events.retrieve(eventId).catch(() => null),
      api.prices
        .list(eventId)
        .all()
        .catch(() => []),
    ])
    return { event, prices }
  }, [eventId])
  const event = about?.event
  const state = stateOf(loaded.data)
  usePage(token === null && state ? titleOf(state, words) : undefined, token === null && (state ?? false))
  const keepOwn = () => {
    shopStorage.setLinked(undefined)
    setLinked(undefined)
  }
  const take = (id: string) => {
    keepOwn()
    shopStorage.setBasket(id)
  }
  // A link to pay by is followed, unless the fan holds other tickets: those are asked about.
  useEffect(() => {
    if (linked !== undefined && state !== undefined && state !== 'open' && state !== 'paying') take(linked)
  }, [linked, state])

  if (token !== null)
    return (
      <Returned
        token={token}
        onOpen={(why) => {
          history.replaceState(null, '', routes.basket)
          setTrouble({ said: why })
          setToken(null)
          loaded.reload()
        }}
      />
    )
  if (loaded.data === undefined)
    return loaded.error === undefined ? (
      <p aria-busy="true">{words.loading}</p>
    ) : (
      <LoadTrouble error={loaded.error} onRetry={loaded.reload} />
    )
  const basket = loaded.data
  if (basket === null || state === 'empty') return <Empty />
  const title = event?.title ?? basket.items[0]?.title ?? basket.memberships[0]?.type_title ?? ''
  if (basket.status === 'paying')
    return (
      <Pending
        basket={basket}
        title={title}
        again={(confirm) => {
          const request = undecided(basket)
          return request && pay(basket, request, confirm)
        }}
        onSettled={(settled, why) => {
          // It is open again: the bank has said no after all, or the buyer wants to pay another way.
          if (settled.status === 'open') setTrouble(why ? { said: why } : declined)
          loaded.set(settled)
        }}
      />
    )
  if (basket.status === 'checked_out') return <Bought basket={basket} title={title} />
  if (basket.status !== 'open') return <Expired basket={basket} />
  const refusal = trouble === declined ? { title: words.declinedTitle, text: words.declinedText } : saidIn(trouble)
  return (
    <>
      <header class={styles.head}>
        <h1 tabIndex={-1}>{words.checkout}</h1>
        {basket.event_id !== null && (
          <p>
            <a href={routes.event(basket.event_id)}>{words.changeTickets}</a>
          </p>
        )}
        {event && (
          <p class={styles.what}>
            <b>{event.title}</b> {date(event.event_start_unix, event.timezone, 'full')}
          </p>
        )}
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
        {event !== undefined && (
          <CheckoutForm
            basket={basket}
            title={title}
            asked={event ?? NOTHING}
            startsAt={event?.event_start_unix}
            // A membership in the same basket counts: whether it is enough, the API says.
            isForMembers={
              basket.memberships.length === 0 &&
              basket.items.some((item) =>
                about?.prices.some((offer) => offer.price_id === item.price_id && offer.membership_type_id !== null),
              )
            }
            isPaying={isPaying}
            trouble={trouble === undefined ? undefined : (refusal ?? troubleOf(trouble, words))}
            onTrouble={setTrouble}
            onChange={loaded.reload}
          />
        )}
      </div>
      {linked && (
        <OtherBasket
          basket={basket}
          onClose={keepOwn}
          onKeep={keepOwn}
          onLetGo={() => {
            void api.baskets.abandon(basket.id).catch(() => {})
            take(linked)
          }}
        />
      )}
    </>
  )
}

type About = { event: TicketedEvent | null; prices: Price[] }

type State = 'open' | 'empty' | 'paying' | 'bought' | 'expired'

function stateOf(basket: Basket | null | undefined): State | undefined {
  if (basket === undefined) return undefined
  if (basket === null) return 'empty'
  if (basket.status === 'open') return basket.items.length + basket.memberships.length === 0 ? 'empty' : 'open'
  if (basket.status === 'paying') return 'paying'
  return basket.status === 'checked_out' ? 'bought' : 'expired'
}

const titleOf = (state: State, words: Words): string =>
  ({
    open: words.checkout,
    empty: words.emptyBasket,
    paying: words.pendingTitle,
    bought: words.boughtTitle,
    expired: words.expiredTitle,
  })[state]

const declined = Symbol('declined')
const saidIn = (trouble: unknown) => (trouble as { said?: Trouble } | undefined)?.said
const NOTHING: Asked = { holder_names: 'none', questions: [] }
