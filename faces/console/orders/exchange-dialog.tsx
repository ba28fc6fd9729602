import type { Ticket } from '@grandstand/sdk'
import { useState } from 'preact/hooks'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog.tsx'
import { useEventSeats } from '../../kit/seat-map/use-event-seats.ts'
import { toast } from '../../kit/toast.tsx'
import { useAction } from '../../kit/use-action.ts'
import { api } from '../parts/api.ts'
import { useConsole } from '../parts/console.tsx'
import form from '../parts/form.module.css'
import { SeatMap } from '../parts/seat-map.tsx'
import { TroubleNotice } from '../parts/trouble.tsx'
import { common } from '../words/common.ts'
import { words as orderWords } from '../words/orders.ts'
import { placeOf } from './order-words.ts'

/** Another seat of the same category, chosen on the map. The ticket gets a new barcode and is mailed. */
export function ExchangeDialog({ ticket, onClose, onDone }: { ticket: Ticket; onClose(): void; onDone(): void }) {
  const { price } = useConsole()
  const { seats, error } = useEventSeats(api.events, ticket.event_id)
  const [chosen, setChosen] = useState<number[]>([])
  const [stand, setStand] = useState<string | undefined>(ticket.section_label ?? undefined)
  const action = useAction()
  const [seatId] = chosen
  const exchange = async () => {
    if (seatId === undefined) return
    const isDone = await action.run(() => api.tickets.exchangeSeat(ticket.ticket_id, { seat_id: seatId }))
    if (!isDone) return
    toast(orderWords.exchangedTheNewTicketIs)
    onDone()
  }
  const total = ticket.price - ticket.discount + ticket.fees
  return (
    <Dialog open title={orderWords.anotherSeat} onClose={onClose}>
      <p>{orderWords.nowAFreeSeatOf({ ticket: placeOf(ticket), categoryTitle: ticket.category_title })}</p>
      {error !== undefined && <TroubleNotice error={error} />}
      {action.error !== undefined && <TroubleNotice error={action.error} />}
      {seats && (
        <SeatMap
          drawing={seats.drawing}
          states={seats.states.bytes}
          prices={[{ categoryId: ticket.price_category_id, title: ticket.category_title, total }]}
          money={(amount) => price(amount, ticket.currency)}
          wanted={1}
          chosen={chosen}
          onChoose={setChosen}
          stand={stand}
          onStand={setStand}
        />
      )}
      <div class={form.actions}>
        <Button
          look="strong"
          busy={action.isBusy}
          why={seatId === undefined ? orderWords.chooseASeatFirst : undefined}
          onClick={exchange}
        >
          {orderWords.exchange}
        </Button>
        <Button onClick={onClose}>{common.goBack}</Button>
      </div>
    </Dialog>
  )
}
