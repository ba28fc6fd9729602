import type { ManagedPrice, PriceCategory, TicketedEvent } from '@grandstand/sdk'
import { useState } from 'preact/hooks'
import { Button, ButtonLink } from '../../kit/button.tsx'
import { BarChart } from '../../kit/chart.tsx'
import { Dots } from '../../kit/dots.tsx'
import { type Column, Table } from '../../kit/table.tsx'
import { toast } from '../../kit/toast.tsx'
import { useAction } from '../../kit/use-action.ts'
import { useLoad } from '../../kit/use-load.ts'
import { api } from '../api.ts'
import { useConsole, usePage } from '../console.tsx'
import { count, dayOf, roughMoney, shortTime } from '../format.ts'
import { Figures, PageHead, Sheet, Tag } from '../page.tsx'
import { routes } from '../routes.ts'
import { byDay, daysAgo } from '../today/days.ts'
import { Empty, TroubleNotice } from '../trouble.tsx'
import { CancelDialog } from './cancel-dialog.tsx'
import styles from './event-page.module.css'
import { eventState } from './event-words.ts'

const DAYS = 60

/** One event: what it has sold, what is left, at which prices, and the steps of its life. */
export function EventPage({ event_id: eventId = '' }: Record<string, string>) {
  const { whyNot } = useConsole()
  const event = useLoad(() => api.events.retrieveManaged(eventId), [eventId])
  const categories = useLoad(() => api.prices.listCategories(eventId).page(), [eventId])
  const prices = useLoad(() => api.prices.listManaged(eventId).page(), [eventId])
  usePage(event.data?.title)
  if (event.error !== undefined) return <TroubleNotice error={event.error} onRetry={event.reload} />
  if (!event.data) return null
  const pools = (categories.data?.data ?? []).filter(
    ({ price_category_status }) => price_category_status !== 'archived',
  )
  return (
    <>
      <EventHead event={event.data} onChanged={event.reload} />
      {whyNot('figures:manage', 'read') === undefined && <EventSales event={event.data} pools={pools} />}
      <Sheet title="Places" about={<a href={routes.orders({ event_id: eventId })}>Orders of this event</a>}>
        {pools.map(({ price_category_id, title, sold, held, capacity }) => (
          <Dots key={price_category_id} title={title} taken={sold} held={held} of={capacity} />
        ))}
        {categories.data && pools.length === 0 && (
          <Empty title="No places yet">
            <p>A price category has so many places, and prices sell them.</p>
          </Empty>
        )}
      </Sheet>
      <Prices event={event.data} prices={prices.data?.data ?? []} />
    </>
  )
}

function EventHead({ event, onChanged }: { event: TicketedEvent; onChanged(): void }) {
  const { whyNot } = useConsole()
  const [isCancelling, setCancelling] = useState(false)
  const action = useAction()
  const state = eventState(event.event_status_id)
  const why = whyNot('programme:manage')
  const isLive = event.event_status_id === '1'
  const publish = () =>
    action.run(async () => {
      const { warnings = [] } = await api.events.publish(event.event_id)
      toast(
        warnings.length === 0 ? 'It is on sale' : `Published, but: ${warnings.map(({ message }) => message).join(' ')}`,
      )
      onChanged()
    })
  return (
    <>
      <PageHead
        title={event.title}
        over={
          <>
            <Tag tone={state.tone}>{state.title}</Tag>
            <span>{event.formatted_full_event_start_date}</span>
            <span>{event.venue_name ?? 'Online'}</span>
          </>
        }
        actions={
          <>
            {isLive && event.public_event && (
              <ButtonLink href={`/shop/events/${event.event_id}`}>In the shop</ButtonLink>
            )}
            {why === undefined && <ButtonLink href={routes.newEvent({ copy: event.event_id })}>Copy</ButtonLink>}
            {isLive && (
              <Button why={why} onClick={() => setCancelling(true)}>
                Cancel …
              </Button>
            )}
            {event.event_status_id === '0' && (
              <Button look="strong" why={why} busy={action.isBusy} onClick={publish}>
                Publish
              </Button>
            )}
          </>
        }
      />
      {action.error !== undefined && <TroubleNotice error={action.error} />}
      {isCancelling && (
        <CancelDialog
          event={event}
          onClose={() => setCancelling(false)}
          onDone={() => {
            setCancelling(false)
            onChanged()
          }}
        />
      )}
    </>
  )
}

function EventSales({ event, pools }: { event: TicketedEvent; pools: PriceCategory[] }) {
  const { price } = useConsole()
  const { data, error, reload } = useLoad(
    () =>
      api.figures
        .retrieveEventSales(event.event_id, { interval: 'day', unix_start: daysAgo(DAYS, Date.now() / 1000) })
        .page(),
    [event.event_id],
  )
  if (error !== undefined) return <TroubleNotice error={error} onRetry={reload} />
  if (!data) return null
  const days = byDay(data.data, data.timezone, DAYS, Date.now() / 1000)
  const sum = (field: 'gross' | 'tickets') => days.reduce((total, day) => total + day[field], 0)
  const places = (field: 'sold' | 'available') => pools.reduce((total, pool) => total + pool[field], 0)
  return (
    <>
      <Figures
        figures={[
          { title: 'Sold', value: count(places('sold')), note: 'places, all categories' },
          { title: 'Left', value: count(places('available')), note: 'that can be had now' },
          {
            title: `Paid in ${DAYS} days`,
            value: price(sum('gross'), event.currency),
            note: `${count(sum('tickets'))} tickets`,
          },
        ]}
      />
      <Sheet title="Sales by day" about={`last ${DAYS} days`}>
        <BarChart
          title={`Sales of ${event.title} by day`}
          valueTitle="Paid"
          bars={days.map(({ date, gross }) => ({ key: date, label: dayOf(date), value: gross }))}
          format={(value) => price(value, event.currency)}
          formatRough={(value) => roughMoney(value, event.currency)}
        />
      </Sheet>
    </>
  )
}

function Prices({ event, prices }: { event: TicketedEvent; prices: ManagedPrice[] }) {
  const { price } = useConsole()
  const time = (unix: number | null) => (unix === null ? '' : shortTime(unix, event.timezone))
  const columns: Column<ManagedPrice>[] = [
    { title: 'Price', cell: ({ title }) => title },
    { title: 'Category', cell: (row) => row.price_category_title, isMinor: true },
    {
      title: 'On sale',
      isMinor: true,
      cell: ({ available_from_unix: from, available_until_unix: until }) =>
        from === null && until === null ? 'always' : `${time(from)} to ${until === null ? 'the end' : time(until)}`,
    },
    {
      title: 'State',
      cell: ({ status }) => <Tag tone={status === 'active' ? 'good' : 'quiet'}>{status.replace('_', ' ')}</Tag>,
    },
    { title: 'Fan pays', align: 'end', cell: ({ total, currency }) => price(total, currency) },
  ]
  return (
    <Sheet flush title="Prices" about="times of the venue">
      {prices.length === 0 ? (
        <Empty title="No prices yet">
          <p>Copy an event that has some: its categories and prices come along.</p>
        </Empty>
      ) : (
        <div class={styles.scroll}>
          <Table caption="Prices" columns={columns} rows={prices} keyOf={({ price_id }) => price_id} />
        </div>
      )}
    </Sheet>
  )
}
