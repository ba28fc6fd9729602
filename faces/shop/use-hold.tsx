import type { Basket, TicketedEvent } from '@grandstand/sdk'
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { Button, ButtonLink } from '../kit/button.tsx'
import { Dialog } from '../kit/dialog.tsx'
import { useAction } from '../kit/use-action.ts'
import { useLoad } from '../kit/use-load.ts'
import { api } from './api.ts'
import { routes } from './config.ts'
import styles from './event-page.module.css'
import { holdPlaces } from './hold.ts'
import type { ChosenSeats, Wishes } from './prices.ts'
import { useShop } from './shop.tsx'

type Holding = {
  /** False where it did not work: `error` says why. */
  hold(wishes: Wishes, chosen?: ChosenSeats): Promise<boolean>
  isHolding: boolean
  error: unknown
  /** To be put on the page. */
  question: ComponentChildren
}

/** One press holds the places and goes to the basket. Whoever holds tickets of another event is asked first: an order is for one. */
export function useHold(event: TicketedEvent, basket: Basket | undefined): Holding {
  const { route } = useLocation()
  const { run, isBusy, error } = useAction()
  const [wanted, setWanted] = useState<() => Promise<boolean>>()
  const other = basket && basket.items.length > 0 && basket.event_id !== event.event_id ? basket : undefined
  const hold = async (wishes: Wishes, chosen?: ChosenSeats) => {
    const go = (into: Basket | undefined) =>
      run(async () => {
        await holdPlaces(into, wishes, event.reserved_seating, chosen)
        route(routes.basket)
      })
    if (!other) return go(basket)
    setWanted(() => async () => {
      setWanted(undefined)
      await api.baskets.abandon(other.id).catch(() => {})
      return go(undefined)
    })
    return true
  }
  return {
    hold,
    isHolding: isBusy,
    error,
    question: other && wanted && (
      <OtherBasket basket={other} onClose={() => setWanted(undefined)} onLetGo={() => void wanted()} />
    ),
  }
}

function OtherBasket({ basket, onClose, onLetGo }: { basket: Basket; onClose(): void; onLetGo(): void }) {
  const { words } = useShop()
  const { data: event } = useLoad(() => api.events.retrieve(basket.event_id ?? ''), [basket.event_id])
  return (
    <Dialog open title={words.otherBasketTitle} onClose={onClose}>
      <p>{words.otherBasket(event?.title ?? '…')}</p>
      <div class={styles.choices}>
        <ButtonLink look="strong" wide href={routes.basket}>
          {words.goToBasket}
        </ButtonLink>
        <Button wide onClick={onLetGo}>
          {words.letGo}
        </Button>
      </div>
    </Dialog>
  )
}
