import type { ManagedOrder, Ticket } from '@grandstand/sdk'
import { useState } from 'preact/hooks'
import lazy, { ErrorBoundary } from 'preact-iso/lazy'
import { Button } from '../../kit/button.tsx'
import { download } from '../../kit/download.ts'
import { type Column, Table } from '../../kit/table.tsx'
import { useAction } from '../../kit/use-action.ts'
import { useLoad } from '../../kit/use-load.ts'
import { DebtsSheet } from '../debts/debts-sheet.tsx'
import { PlanSheet } from '../debts/plan-sheet.tsx'
import { api } from '../parts/api.ts'
import { ChargePlan } from '../parts/charge-plan.tsx'
import { useConsole, usePage } from '../parts/console.tsx'
import { channelTitle, count, eventTime, paymentMethod, shortTime } from '../parts/format.ts'
import { Figures, PageHead, Sheet, Tag } from '../parts/page.tsx'
import { routes } from '../parts/routes.ts'
import { stateTitle } from '../parts/state-title.ts'
import { Empty, TroubleNotice } from '../parts/trouble.tsx'
import { PageTags } from '../runs/page-tags.tsx'
import { common } from '../words/common.ts'
import { words as orderWords } from '../words/orders.ts'
import { words as taxWords } from '../words/tax.ts'
import { words } from '../words/week.ts'
import { FailedRefunds } from './failed-refunds.tsx'
import { MailDialog } from './mail-dialog.tsx'
import { OrderMemberships } from './order-memberships.tsx'
import styles from './order-page.module.css'
import { OrderSteps } from './order-steps.tsx'
import { buyerOf, orderTones, placeOf, ticketState, ticketTone } from './order-words.ts'
import { RefundDialog } from './refund-dialog.tsx'
import { RefundRequestSheet } from './refund-request-sheet.tsx'
import { TicketDialog } from './ticket-dialog.tsx'
import { Timeline } from './timeline.tsx'

/** It comes with the drawing of the ground, which few orders need. */
const ExchangeDialog = lazy(() => import('./exchange-dialog.tsx').then((file) => file.ExchangeDialog))

/** Only orders paid by transfer load this. */
const TransferSheet = lazy(() => import('./transfer-sheet.tsx').then((file) => file.TransferSheet))

/** Only clubs that issue documents load this. */
const OrderDocuments = lazy(() => import('../documents/order-documents.tsx').then((file) => file.OrderDocuments))

/** Only orders paid by direct debit load this. */
const MandatesSheet = lazy(() => import('../debts/mandates-sheet.tsx').then((file) => file.MandatesSheet))

/** One order: what was bought and paid, its story, and all that a desk does with it. */
export function OrderPage({ order_id: orderId = '' }: Record<string, string>) {
  const { data: order, error, reload } = useLoad(() => api.orders.retrieveManaged(orderId), [orderId])
  usePage(order ? orderWords.order({ orderId: order.order_id }) : undefined)
  const [turn, setTurn] = useState(0)
  if (error !== undefined) return <TroubleNotice error={error} onRetry={reload} />
  if (!order) return null
  const changed = () => {
    reload()
    setTurn(turn + 1)
  }
  return (
    <>
      <OrderHead order={order} onChanged={changed} />
      <RefundRequestSheet order={order} turn={turn} onChanged={changed} />
      <FailedRefunds order={order} turn={turn} onChanged={changed} />
      <OrderFigures order={order} />
      <DebtsSheet of={{ order_id: order.order_id }} turn={turn} />
      {order.charges.length > 0 && (
        <Sheet title={common.paymentPlan}>
          <ChargePlan charges={order.charges} currency={order.currency} isFirstToday={false} />
        </Sheet>
      )}
      {order.memberships.length > 0 && <PlanSheet orderId={order.order_id} turn={turn} onChanged={changed} />}
      <ErrorBoundary>
        <TransferSheet order={order} turn={turn} />
        <MandatesSheet of={{ order_id: order.order_id }} turn={turn} onChanged={changed} />
        <OrderDocuments order={order} turn={turn} />
      </ErrorBoundary>
      <div class={styles.columns}>
        <div class={styles.bought}>
          {order.memberships.length > 0 && <OrderMemberships order={order} />}
          {(order.tickets.length > 0 || order.memberships.length === 0) && (
            <Tickets order={order} onChanged={changed} />
          )}
        </div>
        <Timeline orderId={order.order_id} currency={order.currency} turn={turn} onNoted={changed} />
      </div>
    </>
  )
}

function OrderHead({ order, onChanged }: { order: ManagedOrder; onChanged(): void }) {
  const { whyNot } = useConsole()
  const [isRefunding, setRefunding] = useState(false)
  const [isMailing, setMailing] = useState(false)
  const action = useAction()
  const seesBuyer = whyNot('customers:read', 'read') === undefined
  const hasActive = order.tickets.some(({ ticket_status_id }) => ticket_status_id === 1)
  const whyNoMail = whyNot('orders:manage') ?? (hasActive ? undefined : orderWords.noTicketOfItIs)
  const whyNoPrint = whyNot('codes:read', 'read') ?? (hasActive ? undefined : orderWords.noTicketOfItIs)
  const whyNoRefund =
    whyNot('refunds:manage') ??
    (order.order_status === 'confirmed'
      ? undefined
      : orderWords.onlyConfirmed({ state: stateTitle(order.order_status) }))
  const print = () =>
    action.run(async () => {
      const pdf = await api.tickets.retrievePdf(order.order_id)
      download(orderWords.ticketsPdf({ orderId: order.order_id }), await pdf.blob())
    })
  return (
    <>
      <PageHead
        title={seesBuyer ? `#${order.order_id} ${buyerOf(order)}` : common.orderNumber({ orderId: order.order_id })}
        over={
          <>
            <Tag tone={orderTones[order.order_status]}>{stateTitle(order.order_status)}</Tag>
            <span>{shortTime(order.order_date)}</span>
            {order.event_title !== null && order.event_id !== null && (
              <a href={routes.event(order.event_id)}>
                {order.event_title}
                {order.event_start_unix !== null &&
                  `, ${eventTime(order.event_start_unix, order.event_timezone ?? 'UTC')}`}
              </a>
            )}
            {seesBuyer && order.user_id !== null && <a href={routes.customer(order.user_id)}>{orderWords.theBuyer}</a>}
            {order.email_address !== null && <span>{order.email_address}</span>}
            {order.mobile_number !== null && <span>{order.mobile_number}</span>}
            <PageTags objects="orders" id={order.order_id} tags={order.tags} onChanged={onChanged} />
          </>
        }
        actions={
          <>
            <Button why={whyNoPrint} busy={action.isBusy} onClick={print}>
              {orderWords.ticketsAsPdf}
            </Button>
            <Button why={whyNoMail} onClick={() => setMailing(true)}>
              {words.mailAgainAsk}
            </Button>
            <Button why={whyNoRefund} onClick={() => setRefunding(true)}>
              {words.refundAsk}
            </Button>
            <OrderSteps order={order} onChanged={onChanged} />
          </>
        }
      />
      {action.error !== undefined && <TroubleNotice error={action.error} />}
      {isMailing && (
        <MailDialog
          order={order}
          onClose={() => setMailing(false)}
          onDone={() => {
            setMailing(false)
            onChanged()
          }}
        />
      )}
      {isRefunding && (
        <RefundDialog
          order={order}
          onClose={() => setRefunding(false)}
          onDone={() => {
            setRefunding(false)
            onChanged()
          }}
        />
      )}
    </>
  )
}

/** `card, pi_3Q…`: the second is what the provider's own pages find it by. */
function paidBy({ payment_method, payments }: ManagedOrder): string {
  const reference = payments.find(
    ({ payment_status, provider }) => payment_status === 'succeeded' && provider !== 'manual',
  )?.provider_reference
  return [payment_method === null ? orderWords.notPaidYet : paymentMethod(payment_method), reference]
    .filter(Boolean)
    .join(', ')
}

function OrderFigures({ order }: { order: ManagedOrder }) {
  const { price } = useConsole()
  return (
    <Figures
      figures={[
        {
          title: common.total,
          value: price(order.total, order.currency),
          note: paidBy(order),
        },
        {
          title: orderWords.feesAndTax,
          value: price(order.service_fee + order.service_tax + order.transaction_fee + order.tax, order.currency),
          note:
            order.discount_amount > 0
              ? orderWords.discount({ discountAmount: price(order.discount_amount, order.currency) })
              : orderWords.noDiscount,
        },
        ...order.taxes.map(({ title, percentage, tax, gross }) => ({
          title: `${title} ${taxWords.percent({ value: count(percentage) })}`,
          value: price(tax, order.currency),
          note: taxWords.ofTotal({ gross: price(gross, order.currency) }),
        })),
        {
          title: orderWords.refunded,
          value: price(order.refunded_amount, order.currency),
          note: order.refunded_amount > 0 ? orderWords.ofWhatWasPaid : orderWords.nothingSoFar,
        },
        ...(order.owed_amount > 0
          ? [
              {
                title: orderWords.stillOwed,
                value: price(order.owed_amount, order.currency),
                note: orderWords.byTheBuyer,
              },
            ]
          : []),
        { title: common.tickets, value: String(order.tickets.length), note: channelTitle(order.sales_channel) },
      ]}
    />
  )
}

function Tickets({ order, onChanged }: { order: ManagedOrder; onChanged(): void }) {
  const { price, whyNot } = useConsole()
  const [chosen, setChosen] = useState<Ticket | undefined>()
  const [exchanged, setExchanged] = useState<Ticket | undefined>()
  const why = whyNot('orders:manage')
  const columns: Column<Ticket>[] = [
    { title: orderWords.holder, cell: (ticket) => ticket.ticket_name ?? orderWords.theBuyer },
    { title: orderWords.place, cell: placeOf },
    { title: common.price, cell: ({ price_title }) => price_title, isMinor: true },
    {
      title: common.state,
      cell: ({ ticket_status_id: state }) => <Tag tone={ticketTone(state)}>{ticketState(state)}</Tag>,
    },
    {
      title: common.paid,
      align: 'end',
      isMinor: true,
      cell: (ticket) => price(ticket.price - ticket.discount + ticket.fees, ticket.currency),
    },
    {
      title: common.change,
      align: 'end',
      cell: (ticket) => (
        <Button
          look="quiet"
          why={
            why ??
            (ticket.ticket_status_id === 1
              ? undefined
              : orderWords.itIs({ ticketStatusId: ticketState(ticket.ticket_status_id) }))
          }
          onClick={() => setChosen(ticket)}
        >
          {common.change}
          <span class="visually-hidden"> {orderWords.ticket({ ticketId: ticket.ticket_id })}</span>
        </Button>
      ),
    },
  ]
  return (
    <Sheet flush title={common.tickets}>
      {order.tickets.length === 0 ? (
        <Empty title={orderWords.noTickets}>{order.order_status === 'pending' && orderWords.theyAreMadeOnceIt}</Empty>
      ) : (
        <div class={styles.scroll}>
          <Table
            caption={orderWords.ticketsOfTheOrder}
            columns={columns}
            rows={order.tickets}
            keyOf={(ticket) => ticket.ticket_id}
          />
        </div>
      )}
      {exchanged && (
        <ErrorBoundary>
          <ExchangeDialog
            ticket={exchanged}
            onClose={() => setExchanged(undefined)}
            onDone={() => {
              setExchanged(undefined)
              onChanged()
            }}
          />
        </ErrorBoundary>
      )}
      {chosen && (
        <TicketDialog
          ticket={chosen}
          onExchange={() => {
            setChosen(undefined)
            setExchanged(chosen)
          }}
          onClose={() => setChosen(undefined)}
          onDone={() => {
            setChosen(undefined)
            onChanged()
          }}
        />
      )}
    </Sheet>
  )
}
