import type { Basket, TicketedEvent } from '@grandstand/sdk'
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso/router'
import { useAction } from '../kit/use-action.ts'
import { api } from './api.ts'
import { routes } from './config.ts'
import { holdPlaces, keptBasket } from './hold.ts'
import { part } from './part.tsx'
import type { ChosenSeats, Wishes } from './prices.ts'

/** Few hold tickets of another event. */
export const OtherBasket = part(() => import('./more-pages.tsx').then(({ morePages }) => morePages.OtherBasket))

type Holding = {
  /** False where it did not work: `error` says why. */
  hold(wishes: Wishes, chosen?: ChosenSeats): Promise<boolean>
  isHolding: boolean
  /** The seats that the last successful press has held. The map hears of them before the next page is loaded. */
  heldSeatIds: number[]
  error: unknown
  /** The page renders this dialog. */
  question: ComponentChildren
}

/**
 * One press holds the places and goes to the basket, as it is by then: another tab may have made one, or be paying. A buyer who holds tickets of
 * another event is asked first, since an order is for one; and while a payment is under way nothing else is bought by mistake.
 */
export function useHold(event: TicketedEvent): Holding {
  const { route } = useLocation()
  const { run, isBusy, error } = useAction()
  const [heldSeatIds, setHeldSeatIds] = useState<number[]>([])
  const [asked, setAsked] = useState<{ other: Basket; letGo(): void }>()
  const hold = (wishes: Wishes, chosen?: ChosenSeats) =>
    run(async () => {
      const basket = await keptBasket()
      const go = async (into: Basket | undefined) => {
        const { items } = await holdPlaces(into, wishes, event.reserved_seating, chosen)
        setHeldSeatIds(items.flatMap(({ seats }) => seats.map(({ seat_id }) => seat_id)))
        route(routes.basket)
      }
      if (basket?.status === 'paying') return route(routes.basket)
      if (basket?.status !== 'open') return go(undefined)
      if (basket.items.length === 0 || basket.event_id === event.event_id) return go(basket)
      const letGo = () => {
        setAsked(undefined)
        void run(async () => {
          await api.baskets.abandon(basket.id).catch(() => {})
          await go(undefined)
        })
      }
      setAsked({ other: basket, letGo })
    })
  return {
    hold,
    isHolding: isBusy,
    heldSeatIds,
    error,
    question: asked && (
      <OtherBasket
        basket={asked.other}
        onClose={() => setAsked(undefined)}
        onKeep={() => route(routes.basket)}
        onLetGo={asked.letGo}
      />
    ),
  }
}
