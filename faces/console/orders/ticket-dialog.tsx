import type { Ticket } from '@grandstand/sdk'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog.tsx'
import { Field } from '../../kit/field.tsx'
import { toast } from '../../kit/toast.tsx'
import { useAction } from '../../kit/use-action.ts'
import { api, fieldErrors } from '../parts/api.ts'
import form from '../parts/form.module.css'
import { TroubleNotice } from '../parts/trouble.tsx'
import { words as orderWords } from '../words/orders.ts'
import { placeOf } from './order-words.ts'

/** Another name on the same ticket, another holder with a ticket of their own, or a new barcode for the same one. */
export function TicketDialog({
  ticket,
  onExchange,
  onClose,
  onDone,
}: {
  ticket: Ticket
  onExchange(): void
  onClose(): void
  onDone(): void
}) {
  const action = useAction()
  const problems = fieldErrors(action.error)
  const act = async (done: string, send: () => Promise<unknown>) => {
    const isDone = await action.run(send)
    if (!isDone) return
    toast(done)
    onDone()
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const data = new FormData(event.currentTarget as HTMLFormElement)
    const [ticket_name, email_address] = [String(data.get('ticket_name')), String(data.get('email_address'))]
    const isTransfer = (event.submitter as HTMLButtonElement | null)?.id === 'transfer'
    if (isTransfer)
      void act(orderWords.transferred, () => api.tickets.transfer(ticket.ticket_id, { ticket_name, email_address }))
    else
      void act(orderWords.renamed, () =>
        api.tickets.change(ticket.ticket_id, { ticket_name, email_address: email_address || null }),
      )
  }
  return (
    <Dialog open title={orderWords.changeTheTicket} onClose={onClose}>
      <p>{placeOf(ticket)}</p>
      <form class={form.form} onSubmit={submit}>
        {action.error !== undefined && Object.keys(problems).length === 0 && <TroubleNotice error={action.error} />}
        <Field
          name="ticket_name"
          label={orderWords.holder}
          defaultValue={ticket.ticket_name ?? ''}
          required
          error={problems.ticket_name}
        />
        <Field
          name="email_address"
          label={orderWords.theirEMail}
          type="email"
          defaultValue={ticket.email_address ?? ''}
          hint={orderWords.aTransferMailsThemA}
          error={problems.email_address}
        />
        <div class={form.actions}>
          <Button type="submit" look="strong" busy={action.isBusy}>
            {orderWords.rename}
          </Button>
          <Button type="submit" id="transfer" busy={action.isBusy}>
            {orderWords.transfer}
          </Button>
          <Button
            busy={action.isBusy}
            onClick={() => act(orderWords.thereIsANewBarcode, () => api.tickets.reissue(ticket.ticket_id))}
          >
            {orderWords.newBarcode}
          </Button>
          {ticket.seat_id !== null && (
            <Button busy={action.isBusy} onClick={onExchange}>
              {orderWords.anotherSeat2}
            </Button>
          )}
        </div>
      </form>
    </Dialog>
  )
}
