import type { ManagedOrder, ManagedRefundRequest, Ticket } from '@grandstand/sdk'
import { useState } from 'preact/hooks'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog.tsx'
import { CheckField, Field } from '../../kit/field.tsx'
import { toast } from '../../kit/toast.tsx'
import { useAction } from '../../kit/use-action.ts'
import { useLoad } from '../../kit/use-load.ts'
import { api, fieldErrors } from '../parts/api.ts'
import { useConsole } from '../parts/console.tsx'
import form from '../parts/form.module.css'
import { TroubleNotice } from '../parts/trouble.tsx'
import { common } from '../words/common.ts'
import { words } from '../words/week.ts'
import styles from './order-page.module.css'
import { paidFor, placeOf } from './order-words.ts'
import { moneyGoes, refundTold } from './refund-words.ts'

/**
 * Money back, by ticket or by amount; nothing is chosen before staff choose it. Tickets that are ticked are not valid from that moment,
 * and their places are for sale again. With `asked` it answers a buyer's request, of which a part may be ticked.
 */
export function RefundDialog({
  order,
  asked,
  onClose,
  onDone,
}: {
  order: ManagedOrder
  asked?: ManagedRefundRequest
  onClose(): void
  onDone(): void
}) {
  const { price } = useConsole()
  const active = order.tickets.filter(({ ticket_status_id }) => ticket_status_id === 1)
  const wanted = active.filter(({ ticket_id }) => asked?.ticket_ids.includes(ticket_id)).map((each) => each.ticket_id)
  const [isByAmount, setByAmount] = useState(active.length === 0)
  const [ids, setIds] = useState<number[]>(wanted)
  const [amount, setAmount] = useState('')
  const till = useTill(order)
  // Of this wish: however often it is sent, a proof in between included, the money goes back once.
  const [idempotencyKey] = useState(() => crypto.randomUUID())
  const action = useAction()
  const ticked = active.filter(({ ticket_id }) => ids.includes(ticket_id))
  const sum = isByAmount ? Number(amount) : ticked.reduce((total, ticket) => total + paidFor(ticket), 0)
  const refund = (event: SubmitEvent) => {
    event.preventDefault()
    const filled = new FormData(event.currentTarget as HTMLFormElement)
    const reason = String(filled.get('reason') ?? '').trim()
    const from = till && filled.has('from_till') ? { till_id: till.till_id } : {}
    const what = isByAmount ? { amount: sum, keep_tickets: true } : { ticket_ids: ids }
    void action.run(async () => {
      const body = {
        ...what,
        ...from,
        ...(reason === '' ? {} : { reason }),
        ...(asked ? { refund_request_id: asked.refund_request_id } : {}),
      }
      const key = `${idempotencyKey}-${JSON.stringify(what).length}-${from.till_id ?? 0}-${isByAmount ? amount : ids.join('-')}`
      const given = await api.orders.refund(order.order_id, body, { idempotencyKey: key.slice(0, 255) })
      toast(refundTold(given, price))
      onDone()
    })
  }
  const problems = fieldErrors(action.error)
  return (
    <Dialog open title={asked ? words.refundWhatWasAskedFor : words.refund} onClose={onClose}>
      <form class={form.form} onSubmit={refund}>
        {action.error !== undefined && problems.amount === undefined && <TroubleNotice error={action.error} />}
        {active.length > 0 && (
          <fieldset class={form.group}>
            <legend>{words.giveBack}</legend>
            <CheckField
              type="radio"
              name="by"
              label={words.byTicket}
              defaultChecked
              onChange={() => setByAmount(false)}
            />
            <CheckField type="radio" name="by" label={words.byAmount} onChange={() => setByAmount(true)} />
          </fieldset>
        )}
        {isByAmount ? (
          <AmountField currency={order.currency} error={problems.amount} onChange={setAmount} />
        ) : (
          <TicketChoice {...{ active, ids, setIds }} />
        )}
        <p>{moneyGoes(order)}</p>
        {order.owed_amount > 0 && <p>{words.stillOwed({ amount: price(order.owed_amount, order.currency) })}</p>}
        {till && <CheckField name="from_till" defaultChecked label={words.cashOutOfDrawer({ drawer: till.name })} />}
        <Field name="reason" label={common.reason} optional={words.forTheRecord} maxLength={200} />
        <div class={form.actions}>
          <Button type="submit" look="strong" busy={action.isBusy} why={whyNotYet(isByAmount, sum, ids)}>
            {sum > 0 ? words.refundAmount({ amount: price(sum, order.currency) }) : words.refund}
          </Button>
          <Button onClick={onClose}>{common.cancel}</Button>
        </div>
      </form>
    </Dialog>
  )
}

function whyNotYet(isByAmount: boolean, sum: number, ids: number[]): string | undefined {
  if (isByAmount) return sum > 0 ? undefined : words.typeAnAmountFirst
  return ids.length > 0 ? undefined : words.tickATicketFirst
}

/** One's own open drawer, where the order was paid in cash. */
function useTill(order: ManagedOrder) {
  const { whyNot } = useConsole()
  const isCash = order.payment_method === 'cash' && whyNot('box_office:manage') === undefined
  const tills = useLoad(
    async () => (isCash ? (await api.boxOffice.listTills({ status: 'open', mine: true, limit: 1 }).page()).data : []),
    [isCash],
  )
  return tills.data?.[0]
}

function TicketChoice({ active, ids, setIds }: { active: Ticket[]; ids: number[]; setIds(ids: number[]): void }) {
  const { price } = useConsole()
  return (
    <fieldset class={styles.choice}>
      <legend>{words.ticketsGivenBack}</legend>
      {active.map((ticket) => (
        <CheckField
          key={ticket.ticket_id}
          name="ticket"
          defaultChecked={ids.includes(ticket.ticket_id)}
          label={`${ticket.ticket_name ?? words.theBuyer}, ${placeOf(ticket)}, ${ticket.price_title}: ${price(paidFor(ticket), ticket.currency)}`}
          onChange={(isTicked) =>
            setIds(isTicked ? [...ids, ticket.ticket_id] : ids.filter((id) => id !== ticket.ticket_id))
          }
        />
      ))}
    </fieldset>
  )
}

const AmountField = ({
  currency,
  error,
  onChange,
}: {
  currency: string
  error: string | undefined
  onChange(amount: string): void
}) => (
  <div onInput={({ target }) => onChange((target as HTMLInputElement).value)}>
    <Field
      name="amount"
      label={words.amountIn({ currency })}
      type="number"
      min="0.01"
      step="0.01"
      required
      error={error}
    />
  </div>
)
