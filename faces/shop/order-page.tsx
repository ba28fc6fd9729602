import type { OrderWithTickets, Ticket, TicketedEvent } from '@grandstand/sdk'
import { useEffect, useState } from 'preact/hooks'
import { Button, ButtonLink } from '../kit/button.tsx'
import { useLoad } from '../kit/use-load.ts'
import { api, codeOf } from './api.ts'
import { config, routes } from './config.ts'
import { isEmbedded } from './embedded.ts'
import { LoadTrouble, Message, TroubleNotice } from './notice.tsx'
import styles from './order-page.module.css'
import { part } from './part.tsx'
import { saveFile } from './save-file.ts'
import { usePage, useShop } from './shop.tsx'
import { shopStorage } from './shop-storage.ts'
import { troubleOf } from './trouble.ts'

/** Comes with the tickets: a buyer who waits for a payment has no code to show. */
const Wallets = part(() => import('./more-pages.tsx').then(({ morePages }) => morePages.Wallets))
const TransferPage = part(() => import('./more-pages.tsx').then(({ morePages }) => morePages.TransferPage))
const OrderMemberships = part(() => import('./more-pages.tsx').then(({ morePages }) => morePages.OrderMemberships))
/** Of a direct debit, which is money days later. */
const DebitNote = part(() => import('./more-pages.tsx').then(({ morePages }) => morePages.DebitNote))
const Qr = part(() => import('../kit/qr.tsx').then((module) => module.Qr))

const POLL_MS = 3000
const ACTIVE = 1

type Bought = { order: OrderWithTickets; event: TicketedEvent | undefined }

const secretOf = (orderId: string | number) =>
  shopStorage.orders().find((each) => String(each.order_id) === String(orderId))?.secret

/** The secret goes in a header, so a plain link would not do. */
async function savePdf(orderId: number): Promise<void> {
  const orderSecret = secretOf(orderId) ?? ''
  const response = await api.storefront.retrieveOwnTicketsPdf({ paper: 'a4' }, { orderSecret })
  saveFile(await response.blob(), `tickets-${orderId}.pdf`)
}

async function loadOrder(orderId: string): Promise<Bought | null> {
  const secret = secretOf(orderId)
  if (secret === undefined) return null
  const order = await api.storefront.retrieveOwnOrder({ orderSecret: secret })
  const event = order.event_id === null ? undefined : await api.events.retrieve(order.event_id).catch(() => undefined)
  return { order, event }
}

/** What was bought here: every ticket with the code that opens the gate. */
export function OrderPage({ order_id }: { order_id: string }) {
  const { words } = useShop()
  const { data, error, reload } = useLoad(() => loadOrder(order_id), [order_id])
  const isPending = data?.order.order_status === 'pending'
  usePage(data === undefined ? undefined : words.yourTickets)
  useEffect(() => {
    if (!isPending) return
    const timer = setInterval(reload, POLL_MS)
    return () => clearInterval(timer)
  }, [isPending, reload])

  if (data === null || codeOf(error) === 'resource_missing')
    return (
      <Message title={words.orderGoneTitle} text={words.orderGoneText}>
        <ButtonLink href={routes.whatsOn}>{words.backToEvents}</ButtonLink>
      </Message>
    )
  if (error !== undefined) return <LoadTrouble error={error} onRetry={reload} />
  if (!data) return <p aria-busy="true">{words.loading}</p>
  if (isPending || data.order.order_status === 'expired')
    return <TransferPage secret={secretOf(order_id) ?? ''} isOver={!isPending} />
  const tickets = data.order.tickets.filter(({ ticket_status_id }) => ticket_status_id === ACTIVE)
  const { memberships } = data.order
  const note = data.order.payment_method === 'direct_debit' && data.order.owed_amount > 0 && <DebitNote />
  if (tickets.length === 0 && memberships.length > 0)
    return (
      <>
        <OrderMemberships order={data.order} />
        {note}
      </>
    )
  if (tickets.length === 0)
    return (
      <Message title={words.orderCancelledTitle}>
        <ButtonLink href={routes.whatsOn}>{words.backToEvents}</ButtonLink>
      </Message>
    )
  return (
    <>
      <Tickets order={data.order} event={data.event} tickets={tickets} />
      {note}
      {memberships.length > 0 && <OrderMemberships order={data.order} />}
    </>
  )
}

function Tickets({ order, event, tickets }: Bought & { tickets: Ticket[] }) {
  const { words, price, date, place } = useShop()
  const [isSaving, setSaving] = useState(false)
  const [error, setError] = useState<unknown>()
  const save = async () => {
    setSaving(true)
    setError(undefined)
    await savePdf(order.order_id).catch(setError)
    setSaving(false)
  }
  return (
    <>
      <header class={styles.head}>
        <h1 tabIndex={-1}>{words.seeYou}</h1>
        <p>
          {words.orderLine(order.order_id, price(order.total, order.currency))}{' '}
          {order.email_address && words.sentTo(order.email_address)}
        </p>
        <div class={styles.actions}>
          {config.tickets && (
            <ButtonLink
              look="strong"
              href={config.tickets + secretOf(order.order_id)}
              // No site may frame that page.
              target={isEmbedded ? '_blank' : undefined}
            >
              {words.ticketPage}
            </ButtonLink>
          )}
          <Button busy={isSaving} onClick={save}>
            {words.pdf}
          </Button>
        </div>
      </header>
      {error !== undefined && <TroubleNotice trouble={troubleOf(error, words)} />}
      <ol class={styles.tickets}>
        {tickets.map((ticket) => (
          <li key={ticket.ticket_id} class={styles.ticket}>
            <div class={styles.stub}>
              {event && (
                <p class={styles.event}>
                  <b>{event.title}</b>
                  <span>
                    {date(event.event_start_unix, event.timezone, 'full')}
                    {event.venue_name && ` · ${event.venue_name}`}
                  </span>
                </p>
              )}
              <h2>{ticket.price_title}</h2>
              <p>{place(ticket)}</p>
              <p class={styles.holder}>{ticket.ticket_name}</p>
              <Wallets ticket={ticket} secret={secretOf(order.order_id) ?? ''} onTrouble={setError} />
              <p class={styles.number}>{words.ticket(ticket.ticket_id)}</p>
            </div>
            {event?.rotating_barcodes && <p class={styles.rotating}>{words.rotating}</p>}
            {ticket.barcode && !event?.rotating_barcodes && (
              <div class={styles.code}>
                <Qr text={ticket.barcode} label={`${words.ticket(ticket.ticket_id)}. ${words.showAtGate}`} />
              </div>
            )}
          </li>
        ))}
      </ol>
    </>
  )
}
