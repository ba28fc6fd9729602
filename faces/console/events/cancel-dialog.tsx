import type { TicketedEvent } from '@grandstand/sdk'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog.tsx'
import { CheckField, Field } from '../../kit/field.tsx'
import { toast } from '../../kit/toast.tsx'
import { api } from '../parts/api.ts'
import { useConsole } from '../parts/console.tsx'
import form from '../parts/form.module.css'
import { TroubleNotice } from '../parts/trouble.tsx'
import { useSubmit } from '../parts/use-submit.ts'

/** There is no way back, so the title has to be typed. */
export function CancelDialog({ event, onClose, onDone }: { event: TicketedEvent; onClose(): void; onDone(): void }) {
  const { whyNot } = useConsole()
  const mayRefund = whyNot('refunds:manage') === undefined
  const { submit, isBusy, error } = useSubmit(async (filled) => {
    if (filled.text('title') !== event.title) throw new Error('That is not the title of the event: nothing was done.')
    const isRefunding = filled.isTicked('refund')
    const { orders } = await api.events.cancel(event.event_id, {
      refund: isRefunding ? 'all' : 'none',
      reason: filled.optional('reason'),
    })
    toast(isRefunding ? `Cancelled; ${orders.confirmed} orders are being refunded` : 'Cancelled')
    onDone()
  })
  return (
    <Dialog open title="Cancel the event" onClose={onClose}>
      <p>
        Sales stop at once, for good. Cards are refunded by themselves. Cash and transfers to give back become open
        items, until somebody says that they were handed over, and what buyers still owe is no longer asked for.
      </p>
      <form class={form.form} onSubmit={submit}>
        {error !== undefined && <TroubleNotice error={error} />}
        {mayRefund && <CheckField name="refund" label="Refund every order, and mail every buyer" defaultChecked />}
        <Field name="reason" label="Reason" optional="told to every buyer" maxLength={200} />
        <Field name="title" label={`Type “${event.title}”`} required />
        <div class={form.actions}>
          <Button type="submit" look="strong" busy={isBusy}>
            Cancel the event
          </Button>
          <Button onClick={onClose}>Leave it</Button>
        </div>
      </form>
    </Dialog>
  )
}
