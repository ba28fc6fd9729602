import type { ManagedOrder, OrderMail } from '@grandstand/sdk'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog.tsx'
import { CheckField, Field } from '../../kit/field.tsx'
import { toast } from '../../kit/toast.tsx'
import { useLoad } from '../../kit/use-load.ts'
import { api, fieldErrors } from '../parts/api.ts'
import { useConsole } from '../parts/console.tsx'
import { Facts } from '../parts/facts.tsx'
import form from '../parts/form.module.css'
import { shortTime } from '../parts/format.ts'
import { mailTitle } from '../parts/mail-title.ts'
import { Tag } from '../parts/page.tsx'
import { routes } from '../parts/routes.ts'
import { TroubleNotice } from '../parts/trouble.tsx'
import { useSubmit } from '../parts/use-submit.ts'
import { common } from '../words/common.ts'
import { words } from '../words/week.ts'
import { mailState } from './mail-state.ts'

/** The newest; the story of the order has the others. */
const MAILS = 8

/** The tickets once more, to an address that staff see before it goes; with where mails went before and what became of them. */
export function MailDialog({ order, onClose, onDone }: { order: ManagedOrder; onClose(): void; onDone(): void }) {
  const { whyNot } = useConsole()
  const mails = useLoad(() => api.mails.listOrderMails(order.order_id, { limit: MAILS }).page(), [order.order_id])
  const mayChange = whyNot('codes:read', 'read') === undefined
  const { submit, isBusy, error } = useSubmit(async (filled) => {
    const email_address = filled.text('email_address')
    const isOther = email_address.toLowerCase() !== order.email_address?.toLowerCase()
    const change_buyer = isOther && filled.isTicked('change_buyer')
    await api.orders.resend(order.order_id, isOther ? { email_address, change_buyer } : {})
    toast(words.onTheirWayTo({ address: email_address }))
    onDone()
  })
  const problems = fieldErrors(error)
  return (
    <Dialog open title={words.mailTheTicketsAgain} onClose={onClose}>
      {mails.error !== undefined && <TroubleNotice error={mails.error} onRetry={mails.reload} />}
      {mails.data && <Before mails={mails.data.data} />}
      <form class={form.form} onSubmit={submit}>
        {error !== undefined && problems.email_address === undefined && <TroubleNotice error={error} />}
        <Field
          name="email_address"
          label={words.to}
          type="email"
          defaultValue={order.email_address ?? ''}
          required
          error={problems.email_address}
        />
        {mayChange && (
          <CheckField
            name="change_buyer"
            label={words.useItFromNowOn}
            hint={
              order.user_id === null
                ? undefined
                : words.customersOwnAddress({ page: <a href={routes.customer(order.user_id)}>{words.theirPage}</a> })
            }
          />
        )}
        <div class={form.actions}>
          <Button type="submit" look="strong" busy={isBusy}>
            {words.sendThem}
          </Button>
          <Button onClick={onClose}>{common.cancel}</Button>
        </div>
      </form>
    </Dialog>
  )
}

function Before({ mails }: { mails: OrderMail[] }) {
  if (mails.length === 0) return <p>{words.noMailInThirtyDays}</p>
  return (
    <section aria-label={words.mailsSoFar}>
      <h3>{words.soFar}</h3>
      <Facts>
        {mails.map((mail) => {
          const state = mailState(mail.mail_status, mail.error_code)
          return (
            <div key={mail.mail_id}>
              <dt>
                {mail.kind === null ? words.mail : mailTitle(mail.kind)} <Tag tone={state.tone}>{state.title}</Tag>
              </dt>
              <dd>{[mail.email_address, shortTime(mail.changed_unix), state.why].filter(Boolean).join(', ')}</dd>
            </div>
          )
        })}
      </Facts>
    </section>
  )
}
