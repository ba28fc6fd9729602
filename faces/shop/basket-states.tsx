import type { Basket } from '@grandstand/sdk'
import { useEffect } from 'preact/hooks'
import { ButtonLink } from '../kit/button.tsx'
import { routes } from './config.ts'
import { Message } from './notice.tsx'
import { useShop } from './shop.tsx'
import { shopStorage } from './shop-storage.ts'

/** What stands in the place of a basket that is not open: nothing in it, or over. */
export function Empty() {
  const { words } = useShop()
  return (
    <Message title={words.emptyBasket}>
      <ButtonLink look="strong" href={routes.whatsOn}>
        {words.backToEvents}
      </ButtonLink>
      {shopStorage.orders().length > 0 && <ButtonLink href={routes.orders}>{words.yourTickets}</ButtonLink>}
    </Message>
  )
}

export function Expired({ basket }: { basket: Basket }) {
  const { words } = useShop()
  useEffect(() => shopStorage.setBasket(undefined), [])
  return (
    <Message title={words.expiredTitle} text={words.expiredText}>
      <ButtonLink look="strong" href={basket.event_id === null ? routes.whatsOn : routes.event(basket.event_id)}>
        {words.chooseAgain}
      </ButtonLink>
    </Message>
  )
}
