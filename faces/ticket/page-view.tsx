import type { TicketPage } from '@grandstand/sdk'
import type { FunctionComponent } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { Button } from '../kit/button.tsx'
import { formatDate } from '../kit/dates.ts'
import { changePage, Refused } from './api.ts'
import { ForgetDevice } from './forget-device.tsx'
import { MovedClock } from './moved-clock.tsx'
import type { OnChanged } from './on-changed.ts'
import { RefundDialog } from './refund-dialog.tsx'
import styles from './ticket.module.css'
import { TicketRow } from './ticket-row.tsx'
import { language, words } from './words.ts'

const LIVE_CANCELLED = '3'

export function PageView({ page, asOf, onChanged }: { page: TicketPage; asOf: number | null; onChanged: OnChanged }) {
  const { event, organisation, tickets } = page
  const at = (unix: number, style: 'full' | 'time') => formatDate(unix, event.timezone, language, style)
  const doors = event.doors_open_unix === null ? null : words.doors(at(event.doors_open_unix, 'time'))
  return (
    <>
      <header class={styles.masthead}>{organisation.name}</header>
      <main class={styles.page}>
        <MovedClock zone={event.timezone} />
        <h1>{event.title}</h1>
        <p class={styles.when}>
          {at(event.event_start_unix, 'full')}
          <span class={styles.venue}>{[event.venue_name, doors].filter((part) => part !== null).join(' · ')}</span>
        </p>
        {asOf !== null && <p class={styles.offline}>{words.offline(at(Math.floor(asOf / 1000), 'time'))}</p>}
        {event.event_status_id === LIVE_CANCELLED && (
          <p class={styles.warning}>
            {words.cancelled}. {words.cancelledHint}
          </p>
        )}
        {tickets.length > 0 ? (
          <TicketRow page={page} onChanged={onChanged} />
        ) : (
          <p class={styles.empty}>
            {page.order_status === 'pending' ? words.pending : page.passed_on > 0 ? words.none : words.noTicket}
          </p>
        )}
        {page.passed_on > 0 && tickets.length > 0 && <p class={styles.small}>{words.passedOn(page.passed_on)}</p>}
        <p class={styles.small}>{words.show}</p>
        {page.mail_to !== null && tickets.length > 0 && <MailAgain to={page.mail_to} />}
        <Documents page={page} onChanged={onChanged} />
        <Refund page={page} onChanged={onChanged} until={(unix) => at(unix, 'full')} />
        <p class={styles.foot}>
          <span>{words.order(page.order_id)}</span>
          <ForgetDevice />
        </p>
      </main>
    </>
  )
}

type DocumentsProps = { page: TicketPage; onChanged: OnChanged }

/** What most pages do not have comes when it is there to be shown; without a network the codes matter alone. */
function Documents(props: DocumentsProps) {
  const [part, setPart] = useState<{ View: FunctionComponent<DocumentsProps> }>()
  // A page that was kept by an older program says nothing of documents.
  const { documents = [], document_recipient = null } = props.page
  const isNeeded = documents.length > 0 || document_recipient?.until_unix != null
  useEffect(() => {
    if (isNeeded)
      import('./page-documents.tsx').then(
        ({ PageDocuments }) => setPart({ View: PageDocuments }),
        () => undefined,
      )
  }, [isNeeded])
  return isNeeded && part ? <part.View {...props} /> : null
}

function Refund({ page, onChanged, until }: { page: TicketPage; onChanged: OnChanged; until(unix: number): string }) {
  const [open, setOpen] = useState(false)
  const { refund } = page
  if (!refund) return null
  const { request, until_unix } = refund
  const mayAsk = until_unix !== null && request?.refund_request_status !== 'open' && page.tickets.length > 0
  return (
    <section class={styles.refund}>
      {request && (
        <p>
          {words.refundStates[request.refund_request_status as keyof typeof words.refundStates]}
          {request.note && <q>{request.note}</q>}
        </p>
      )}
      {mayAsk && <Button onClick={() => setOpen(true)}>{words.refund}</Button>}
      {mayAsk && (
        <RefundDialog open={open} until={until(until_unix)} onClose={() => setOpen(false)} onChanged={onChanged} />
      )}
    </section>
  )
}

function MailAgain({ to }: { to: string }) {
  const [busy, setBusy] = useState(false)
  const [said, setSaid] = useState('')
  const attempt = useRef(crypto.randomUUID())
  const send = async () => {
    setBusy(true)
    const answered = (text: string) => {
      setSaid(text)
      // Only what had no answer is the same attempt when it is pressed again.
      attempt.current = crypto.randomUUID()
    }
    await changePage('POST', '/mail', {}, attempt.current).then(
      () => answered(words.mailed),
      (error: unknown) => (error instanceof Refused ? answered(error.message) : setSaid(words.noNetwork)),
    )
    setBusy(false)
  }
  return (
    <p class={styles.mail}>
      <Button busy={busy} onClick={send}>
        {words.mail(to)}
      </Button>
      <span role="status">{said}</span>
    </p>
  )
}
