import type { TicketedEvent } from '@grandstand/sdk'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog.tsx'
import { CheckField, Field } from '../../kit/field.tsx'
import { toast } from '../../kit/toast.tsx'
import { useLoad } from '../../kit/use-load.ts'
import { api } from '../parts/api.ts'
import { useConsole } from '../parts/console.tsx'
import form from '../parts/form.module.css'
import { TroubleNotice } from '../parts/trouble.tsx'
import { useSubmit } from '../parts/use-submit.ts'
import { common } from '../words/common.ts'
import { words } from '../words/week.ts'
import { Concerned, MoneyBack } from './concerned.tsx'

/** Shows first whom it concerns and how the money goes back. There is no way back, so the title has to be typed. */
export function CancelDialog({ event, onClose, onDone }: { event: TicketedEvent; onClose(): void; onDone(): void }) {
  const { whyNot } = useConsole()
  const mayRefund = whyNot('refunds:manage') === undefined
  const about = useLoad(() => api.events.retrieveCancellation(event.event_id), [event.event_id])
  const { submit, isBusy, error } = useSubmit(async (filled) => {
    if (filled.text('title') !== event.title) throw new Error(words.thatIsNotTheTitle)
    const isRefunding = filled.isTicked('refund')
    await api.events.cancel(event.event_id, {
      refund: isRefunding ? 'all' : 'none',
      reason: filled.optional('reason'),
    })
    toast(isRefunding ? words.cancelledBeingRefunded : words.cancelled)
    onDone()
  })
  return (
    <Dialog open title={words.cancelTheEvent} onClose={onClose}>
      <p>{words.salesStopAtOnce}</p>
      {about.error !== undefined && <TroubleNotice error={about.error} onRetry={about.reload} />}
      {about.data && <Concerned about={about.data} />}
      {about.data && mayRefund && <MoneyBack about={about.data} />}
      <form class={form.form} onSubmit={submit}>
        {error !== undefined && <TroubleNotice error={error} />}
        {mayRefund && (
          <CheckField
            name="refund"
            label={words.refundEveryOrderNow}
            hint={words.withoutItTicketsStay}
            defaultChecked
          />
        )}
        <Field name="reason" label={common.reason} optional={words.toldToEveryBuyer} maxLength={200} />
        <Field name="title" label={words.typeTitle({ title: event.title })} required />
        <div class={form.actions}>
          <Button type="submit" look="danger" busy={isBusy} why={about.data ? undefined : words.oneMoment}>
            {words.cancelTheEvent}
          </Button>
          <Button onClick={onClose}>{common.goBack}</Button>
        </div>
      </form>
    </Dialog>
  )
}
