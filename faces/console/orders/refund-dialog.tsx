import type { ManagedOrder } from '@grandstand/sdk'
import { useState } from 'preact/hooks'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog.tsx'
import { CheckField, Field } from '../../kit/field.tsx'
import { toast } from '../../kit/toast.tsx'
import { useAction } from '../../kit/use-action.ts'
import { useLoad } from '../../kit/use-load.ts'
import { api } from '../parts/api.ts'
import { useConsole } from '../parts/console.tsx'
import form from '../parts/form.module.css'
import { TroubleNotice } from '../parts/trouble.tsx'
import styles from './order-page.module.css'
import { placeOf } from './order-words.ts'

/** Money back for the tickets that are ticked. They are not valid from that moment, and their places are for sale again. */
export function RefundDialog({ order, onClose, onDone }: { order: ManagedOrder; onClose(): void; onDone(): void }) {
  const { price, whyNot } = useConsole()
  const isCash = order.payment_method === 'cash' && whyNot('box_office:manage') === undefined
  const tills = useLoad(
    async () => (isCash ? (await api.boxOffice.listTills({ status: 'open', mine: true, limit: 1 }).page()).data : []),
    [isCash],
  )
  const till = tills.data?.[0]
  const active = order.tickets.filter(({ ticket_status_id }) => ticket_status_id === 1)
  const [ids, setIds] = useState<number[]>(active.map(({ ticket_id }) => ticket_id))
  // Of this wish: however often it is sent, a proof in between included, the money goes back once.
  const [idempotencyKey] = useState(() => crypto.randomUUID())
  const action = useAction()
  const sum = active
    .filter(({ ticket_id }) => ids.includes(ticket_id))
    .reduce((total, ticket) => total + ticket.price - ticket.discount + ticket.fees, 0)
  const refund = (event: SubmitEvent) => {
    event.preventDefault()
    const filled = new FormData(event.currentTarget as HTMLFormElement)
    const reason = String(filled.get('reason') ?? '')
    const from = till && filled.has('from_till') ? { till_id: till.till_id } : {}
    void action.run(async () => {
      const given = { ticket_ids: ids, ...from, ...(reason === '' ? {} : { reason }) }
      const key = `${idempotencyKey}-${from.till_id ?? 0}-${ids.join('-')}`.slice(0, 255)
      const { refund_status, amount, currency, debt_id } = await api.orders.refund(order.order_id, given, {
        idempotencyKey: key,
      })
      toast(`${price(amount, currency)} ${whatBecameOf(refund_status, debt_id)}`)
      onDone()
    })
  }
  return (
    <Dialog open title="Refund" onClose={onClose}>
      <form class={form.form} onSubmit={refund}>
        {action.error !== undefined && <TroubleNotice error={action.error} />}
        <fieldset class={styles.choice}>
          <legend>Tickets that are given back</legend>
          {active.map((ticket) => (
            <CheckField
              key={ticket.ticket_id}
              name="ticket"
              defaultChecked
              label={`${ticket.ticket_name ?? 'The buyer'}, ${placeOf(ticket)}: ${price(ticket.price - ticket.discount + ticket.fees, ticket.currency)}`}
              onChange={(isTicked) =>
                setIds(isTicked ? [...ids, ticket.ticket_id] : ids.filter((id) => id !== ticket.ticket_id))
              }
            />
          ))}
        </fieldset>
        {order.owed_amount > 0 && (
          <p>
            {price(order.owed_amount, order.currency)} of the order are still owed: that is taken off first, and only
            the rest goes back.
          </p>
        )}
        {till && (
          <CheckField
            name="from_till"
            defaultChecked
            label={`Cash back over the counter, out of drawer ${till.name}`}
          />
        )}
        <Field name="reason" label="Reason" optional="for the record" maxLength={200} />
        <div class={form.actions}>
          <Button
            type="submit"
            look="strong"
            busy={action.isBusy}
            why={ids.length === 0 ? 'Tick a ticket first' : undefined}
          >
            Refund {price(sum, order.currency)}
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </div>
      </form>
    </Dialog>
  )
}

/** Cash and transfers wait for staff; what goes through the provider does not. */
function whatBecameOf(status: string, debtId: number | null): string {
  if (status !== 'pending') return 'refunded'
  return debtId === null ? 'are on their way back' : 'to hand back: see the open items of this order'
}
