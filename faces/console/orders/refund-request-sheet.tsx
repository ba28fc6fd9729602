import type { ManagedOrder, ManagedRefundRequest } from '@grandstand/sdk'
import { useState } from 'preact/hooks'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog.tsx'
import { TextField } from '../../kit/field.tsx'
import { toast } from '../../kit/toast.tsx'
import { useLoad } from '../../kit/use-load.ts'
import { api } from '../parts/api.ts'
import { useConsole } from '../parts/console.tsx'
import form from '../parts/form.module.css'
import { shortTime } from '../parts/format.ts'
import { Sheet, Tag } from '../parts/page.tsx'
import { TroubleNotice } from '../parts/trouble.tsx'
import { useSubmit } from '../parts/use-submit.ts'
import { common } from '../words/common.ts'
import { words } from '../words/week.ts'
import { placeOf } from './order-words.ts'
import { RefundDialog } from './refund-dialog.tsx'
import { requestState } from './refund-words.ts'

/** What the buyer asked for, and the answer: the money, for all of it or a part, or words why not. */
export function RefundRequestSheet({
  order,
  turn,
  onChanged,
}: {
  order: ManagedOrder
  /** Another number: something was done, so read it again. */
  turn: number
  onChanged(): void
}) {
  const { whyNot } = useConsole()
  const why = whyNot('refunds:manage', 'read')
  const { data, error, reload } = useLoad(
    async () => (why === undefined ? api.orders.listRefundRequests({ order_id: order.order_id }).page() : undefined),
    [order.order_id, turn, why],
  )
  if (error !== undefined) return <TroubleNotice error={error} onRetry={reload} />
  const last = data?.data.at(-1)
  return last ? <Request {...{ order, onChanged }} asked={last} /> : null
}

function Request({ order, asked, onChanged }: { order: ManagedOrder; asked: ManagedRefundRequest; onChanged(): void }) {
  const { price, whyNot } = useConsole()
  const [dialog, setDialog] = useState<'refund' | 'decline' | undefined>()
  const isOpen = asked.refund_request_status === 'open'
  const why = whyNot('refunds:manage')
  const { tag, tone } = requestState(asked.refund_request_status)
  const places = order.tickets.filter(({ ticket_id }) => asked.ticket_ids.includes(ticket_id)).map(placeOf)
  const done = () => {
    setDialog(undefined)
    onChanged()
  }
  return (
    <Sheet title={words.refundAskedFor} about={<Tag tone={tone}>{tag}</Tag>}>
      <p>
        {words.askedAt({
          when: shortTime(asked.created),
          places: listOf(places),
          amount: price(asked.amount, asked.currency),
        })}
      </p>
      {asked.reason !== null && <blockquote>“{asked.reason}”</blockquote>}
      {asked.note !== null && <p>{words.answered({ note: asked.note })}</p>}
      {isOpen && (
        <div class={form.actions}>
          <Button look="strong" why={why} onClick={() => setDialog('refund')}>
            {words.refundAsk}
          </Button>
          <Button why={why} onClick={() => setDialog('decline')}>
            {words.declineAsk}
          </Button>
        </div>
      )}
      {dialog === 'refund' && (
        <RefundDialog order={order} asked={asked} onClose={() => setDialog(undefined)} onDone={done} />
      )}
      {dialog === 'decline' && <DeclineDialog asked={asked} onClose={() => setDialog(undefined)} onDone={done} />}
    </Sheet>
  )
}

/** `2 × Stand; North, row F, seat 12`: places that are alike are one. */
const listOf = (places: string[]): string =>
  [...Map.groupBy(places, (place) => place)]
    .map(([place, alike]) => (alike.length === 1 ? place : `${alike.length} × ${place}`))
    .join('; ')

function DeclineDialog({ asked, onClose, onDone }: { asked: ManagedRefundRequest; onClose(): void; onDone(): void }) {
  const { submit, isBusy, error } = useSubmit(async (filled) => {
    const { refund_request_id: id } = asked
    await api.orders.changeRefundRequest(id, { note: filled.text('note') })
    await api.orders.declineRefundRequest(id)
    toast(words.declinedBuyerReads)
    onDone()
  })
  return (
    <Dialog open title={words.declineTheRefund} onClose={onClose}>
      <p>{words.theTicketsStayValid}</p>
      <form class={form.form} onSubmit={submit}>
        {error !== undefined && <TroubleNotice error={error} />}
        <TextField name="note" label={words.whyInWords} required maxLength={1000} />
        <div class={form.actions}>
          <Button type="submit" look="strong" busy={isBusy}>
            {words.declineIt}
          </Button>
          <Button onClick={onClose}>{common.cancel}</Button>
        </div>
      </form>
    </Dialog>
  )
}
