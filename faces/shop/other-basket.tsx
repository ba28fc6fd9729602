import type { Basket } from '@grandstand/sdk'
import { Button } from '../kit/button.tsx'
import { Dialog } from '../kit/dialog.tsx'
import { useLoad } from '../kit/use-load.ts'
import { api } from './api.ts'
import styles from './other-basket.module.css'
import { useShop } from './shop.tsx'

/** Keep what is in the basket, or let it go for something else. */
export function OtherBasket({
  basket,
  onClose,
  onKeep,
  onLetGo,
}: {
  basket: Basket
  onClose(): void
  onKeep(): void
  onLetGo(): void
}) {
  const { words } = useShop()
  const { data: event } = useLoad(() => api.events.retrieve(basket.event_id ?? ''), [basket.event_id])
  return (
    <Dialog open title={words.otherBasketTitle} onClose={onClose}>
      <p>{words.otherBasket(event?.title ?? '…')}</p>
      <div class={styles.choices}>
        <Button look="strong" wide onClick={onKeep}>
          {words.goToBasket}
        </Button>
        <Button wide onClick={onLetGo}>
          {words.letGo}
        </Button>
      </div>
    </Dialog>
  )
}
