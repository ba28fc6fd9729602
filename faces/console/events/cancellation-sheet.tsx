import type { RefundRun, RefundRunOrder, TicketedEvent } from '@grandstand/sdk'
import { useEffect, useState } from 'preact/hooks'
import { Button, ButtonLink } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog.tsx'
import { Field } from '../../kit/field.tsx'
import { type Column, Table } from '../../kit/table.tsx'
import { toast } from '../../kit/toast.tsx'
import { useLoad } from '../../kit/use-load.ts'
import { api, codeOf } from '../parts/api.ts'
import { useConsole } from '../parts/console.tsx'
import form from '../parts/form.module.css'
import { shortTime } from '../parts/format.ts'
import { Figures, Sheet, Tag } from '../parts/page.tsx'
import { routes } from '../parts/routes.ts'
import { TroubleNotice } from '../parts/trouble.tsx'
import { useSubmit } from '../parts/use-submit.ts'
import { common } from '../words/common.ts'
import { words } from '../words/week.ts'
import { failureOf, outcomeOf, progressOf, wayOf } from './cancel-words.ts'
import { MoneyBack } from './concerned.tsx'
import styles from './event-page.module.css'

const AGAIN_MS = 2_000
/** Who is left is a page at most; the open items have all of them. */
const ROWS = 50

/** What becomes of the money of a cancelled event. The worker goes on by itself; here is how far it is. */
export function CancellationSheet({ event }: { event: TicketedEvent }) {
  const { event_id: eventId } = event
  const run = useLoad(
    () =>
      api.events.retrieveRefundRun(eventId).catch((error: unknown) => {
        if (codeOf(error) === 'resource_missing') return null
        throw error
      }),
    [eventId],
  )
  const isRunning = run.data?.refund_run_status === 'running'
  useEffect(() => {
    if (!isRunning || run.isLoading) return
    const timer = setTimeout(run.reload, AGAIN_MS)
    return () => clearTimeout(timer)
  }, [isRunning, run.isLoading])
  if (run.error !== undefined) return <TroubleNotice error={run.error} onRetry={run.reload} />
  if (run.data === undefined) return null
  return run.data === null ? (
    <NotRefunded event={event} onStarted={run.set} />
  ) : (
    <RunSheet eventId={eventId} run={run.data} />
  )
}

/** Cancelled, and the money is still here: everybody can be refunded later. */
function NotRefunded({ event, onStarted }: { event: TicketedEvent; onStarted(run: RefundRun): void }) {
  const { whyNot } = useConsole()
  const [isOpen, setOpen] = useState(false)
  const about = useLoad(() => api.events.retrieveCancellation(event.event_id), [event.event_id])
  const { submit, isBusy, error } = useSubmit(async (filled) => {
    onStarted(await api.events.startRefundRun(event.event_id, { reason: filled.optional('reason') }))
    toast(words.theOrdersAreBeingRefunded)
  })
  return (
    <Sheet title={words.cancelled}>
      {about.error !== undefined && <TroubleNotice error={about.error} onRetry={about.reload} />}
      {about.data?.orders === 0 && <p>{words.nothingIsSold}</p>}
      {about.data !== undefined && about.data.orders > 0 && (
        <>
          <p>{words.sellsNothing({ count: about.data.orders })}</p>
          <MoneyBack about={about.data} />
          <div class={form.actions}>
            <Button look="strong" why={whyNot('refunds:manage')} onClick={() => setOpen(true)}>
              {words.refundEverybodyAsk}
            </Button>
          </div>
        </>
      )}
      {isOpen && about.data && (
        <Dialog open title={words.refundEverybody} onClose={() => setOpen(false)}>
          <p>{words.everyOrderIsRefunded}</p>
          <MoneyBack about={about.data} />
          <form class={form.form} onSubmit={submit}>
            {error !== undefined && <TroubleNotice error={error} />}
            <Field name="reason" label={common.reason} optional={words.toldToEveryBuyer} maxLength={200} />
            <div class={form.actions}>
              <Button type="submit" look="strong" busy={isBusy}>
                {words.refundOrders({ count: about.data.orders })}
              </Button>
              <Button onClick={() => setOpen(false)}>{words.notNow}</Button>
            </div>
          </form>
        </Dialog>
      )}
    </Sheet>
  )
}

function RunSheet({ eventId, run }: { eventId: string; run: RefundRun }) {
  const { price, whyNot } = useConsole()
  const { done, all } = progressOf(run)
  const isRunning = run.refund_run_status === 'running'
  const { owed, failed, pending, waiting } = run.orders
  return (
    <Sheet
      title={words.moneyBack}
      about={
        whyNot('debts:manage', 'read') === undefined && (
          <ButtonLink href={routes.debts({ owed_by: 'club', event_id: eventId })}>
            {words.cashAndTransfersToPayOut}
          </ButtonLink>
        )
      }
    >
      <p role="status">
        {isRunning
          ? words.doneOf({ done, count: all })
          : run.finished_at === null
            ? words.allDone
            : words.allDoneAt({ when: shortTime(run.finished_at) })}
      </p>
      <progress class={styles.progress} aria-label={words.ordersThatAreDone} value={done} max={Math.max(all, 1)} />
      <Figures
        figures={[
          {
            title: words.paidBack,
            value: price(run.refunded_amount, run.currency),
            note: words.orders({ count: run.orders.refunded }),
          },
          { title: words.toPayOut, value: String(owed), note: words.inCashOrByTransfer },
          { title: words.couldNotBePaidBack, value: String(failed), note: failed > 0 ? words.listedBelow : words.none },
          { title: words.underWay, value: String(waiting + pending), note: words.byTheProviderOrNext },
        ]}
      />
      <LeftOver eventId={eventId} outcome="failed" turn={failed} title={words.couldNotBePaidBack} />
      <LeftOver eventId={eventId} outcome="owed" turn={owed} title={words.toBeHandedCash} />
    </Sheet>
  )
}

/** Orders that staff have to do something for, each with the way to where it is done. */
function LeftOver({
  eventId,
  outcome,
  turn,
  title,
}: {
  eventId: string
  outcome: 'failed' | 'owed'
  /** How many there are: another number reads them anew. */
  turn: number
  title: string
}) {
  const { price } = useConsole()
  const { data, error, reload } = useLoad(
    async () => (turn === 0 ? undefined : api.events.listRefundRunOrders(eventId, { outcome, limit: ROWS }).page()),
    [eventId, outcome, turn],
  )
  if (error !== undefined) return <TroubleNotice error={error} onRetry={reload} />
  if (!data?.data.length) return null
  const columns: Column<RefundRunOrder>[] = [
    { title: common.order, cell: ({ order_id }) => `#${order_id}` },
    { title: common.buyer, cell: ({ name }) => name ?? '' },
    {
      title: words.how,
      isMinor: true,
      cell: ({ way, failure_code: failure }) => (failure ? failureOf(failure) : way === null ? '' : wayOf(way).title),
    },
    {
      title: common.state,
      cell: (row) => <Tag tone={outcomeOf(row.outcome).tone}>{outcomeOf(row.outcome).title}</Tag>,
    },
    {
      title: common.amount,
      align: 'end',
      cell: ({ amount, currency }) => (amount === null ? '' : price(amount, currency)),
    },
  ]
  return (
    <div>
      <h3>{title}</h3>
      <div class={styles.scroll}>
        <Table
          caption={title}
          rows={data.data}
          columns={columns}
          keyOf={({ order_id }) => order_id}
          hrefOf={({ order_id, debt_id }) => (debt_id === null ? routes.order(order_id) : routes.debt(debt_id))}
        />
      </div>
      {data.has_more && <p>{words.theFirstAreShown({ rows: ROWS })}</p>}
    </div>
  )
}
