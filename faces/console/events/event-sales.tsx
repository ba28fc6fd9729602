import type { PriceCategory, SalesBucket, TicketedEvent } from '@grandstand/sdk'
import { useEffect } from 'preact/hooks'
import { type Column, Table } from '../../kit/table.tsx'
import { useLoad } from '../../kit/use-load.ts'
import { api, serverNow } from '../parts/api.ts'
import { Chart } from '../parts/chart.tsx'
import { useConsole } from '../parts/console.tsx'
import { SelectFilter } from '../parts/filters.tsx'
import { channelTitle, count, dayOf, roughMoney } from '../parts/format.ts'
import { Figures, Sheet } from '../parts/page.tsx'
import { TroubleNotice } from '../parts/trouble.tsx'
import { useQuery } from '../parts/use-query.ts'
import { common } from '../words/common.ts'
import { words as eventWords } from '../words/events.ts'
import styles from './event-page.module.css'
import { type Interval, salesBars } from './sales-bars.ts'

const BARS: Record<Interval, number> = { day: 60, hour: 72 }
const SECONDS: Record<Interval, number> = { day: 86_400, hour: 3600 }
const AGAIN_MS = 15_000
const EARLIER_EVENTS = 20

/** What it has sold by day or hour, beside an earlier event, and by price and channel; anew while the page is looked at. */
export function EventSales({ event, pools }: { event: TicketedEvent; pools: PriceCategory[] }) {
  const { price } = useConsole()
  const { query } = useQuery()
  const interval: Interval = query.interval === 'hour' ? 'hour' : 'day'
  const compareWith = Number(query.compare) || undefined
  const now = Math.floor(serverNow() / 1000)
  const unit = interval === 'day' ? eventWords.interval.day : eventWords.interval.hour
  const unix_start = now - BARS[interval] * SECONDS[interval]
  const { data, error, reload } = useLoad(
    () => api.figures.retrieveEventSales(event.event_id, { interval, unix_start, compare_with: compareWith }).page(),
    [event.event_id, interval, compareWith],
  )
  useEffect(() => {
    const timer = setInterval(() => document.hidden || reload(), AGAIN_MS)
    return () => clearInterval(timer)
  }, [reload])
  if (error !== undefined && !data) return <TroubleNotice error={error} onRetry={reload} />
  if (!data) return null
  const bars = salesBars(data, { interval, bars: BARS[interval], eventStart: event.event_start_unix, now })
  const places = (field: 'sold' | 'available') => pools.reduce((total, pool) => total + pool[field], 0)
  const paid = bars.reduce((total, { value }) => total + value, 0)
  return (
    <>
      <Figures
        figures={[
          { title: common.sold, value: count(places('sold')), note: eventWords.figures.placesNote },
          { title: eventWords.figures.left, value: count(places('available')), note: eventWords.figures.leftNote },
          {
            title: eventWords.chart.paidIn({
              bars: BARS[interval],
              interval: interval === 'day' ? eventWords.interval.days : eventWords.interval.hours,
            }),
            value: price(paid, event.currency),
          },
        ]}
      />
      <Sheet title={eventWords.chart.sales({ interval: unit })} about={<SalesFilters event={event} />}>
        <Chart
          title={eventWords.chart.salesOf({ title: event.title, interval: unit })}
          valueTitle={common.paid}
          labelTitle={interval === 'day' ? common.day : eventWords.hour}
          comparedTitle={data.compared && eventWords.chart.before({ title: data.compared.title })}
          bars={bars.map((bar) => ({ ...bar, label: labelOf(bar.label) }))}
          format={(value) => price(value, event.currency)}
          formatRough={(value) => roughMoney(value, event.currency)}
        />
      </Sheet>
      <div class={styles.pair}>
        <Group event={event} by="price" title={eventWords.chart.byPrice} />
        <Group event={event} by="channel" title={eventWords.chart.byChannel} />
      </div>
    </>
  )
}

/** `19 Oct`, or `19 Oct 14:00`. */
function labelOf(label: string): string {
  const [date = '', hour] = label.split(' ')
  return [dayOf(date), ...(hour === undefined ? [] : [hour])].join(' ')
}

function SalesFilters({ event }: { event: TicketedEvent }) {
  const { data } = useLoad(
    () => api.events.list({ upcoming: false, event_status_id: 'all', limit: EARLIER_EVENTS }).page(),
    [event.event_id],
  )
  const earlier = (data?.data ?? []).filter(({ event_id }) => event_id !== event.event_id)
  return (
    <>
      <SelectFilter
        name="interval"
        label={eventWords.chart.interval}
        options={[
          { value: '', label: eventWords.chart.byDay },
          { value: 'hour', label: eventWords.chart.byHour },
        ]}
      />
      <SelectFilter
        name="compare"
        label={eventWords.chart.beside}
        options={[
          { value: '', label: eventWords.chart.compare },
          ...earlier.map(({ event_id, title }) => ({ value: event_id, label: title })),
        ]}
      />
    </>
  )
}

type Sum = { group: string; title: string; tickets: number; net: number }

function Group({ event, by, title }: { event: TicketedEvent; by: 'price' | 'channel'; title: string }) {
  const { price } = useConsole()
  const { data, error, reload } = useLoad(
    () => api.figures.retrieveEventSales(event.event_id, { interval: 'day', group_by: by }).page(),
    [event.event_id, by],
  )
  // Two stands may both have an Adult.
  const categories = useLoad(
    async () => (by === 'price' ? categoriesOf(event.event_id) : undefined),
    [event.event_id, by],
  )
  const columns: Column<Sum>[] = [
    {
      title: by === 'price' ? common.price : eventWords.channel,
      cell: ({ group, title }) => [categories.data?.get(group), title].filter((part) => part !== undefined).join(', '),
    },
    { title: common.tickets, align: 'end', cell: ({ tickets }) => count(tickets) },
    { title: eventWords.yours, align: 'end', cell: ({ net }) => price(net, event.currency) },
  ]
  const sums = sumGroups(data?.data ?? [])
  return (
    <Sheet flush title={title} about={eventWords.yoursNote}>
      {error !== undefined && <TroubleNotice error={error} onRetry={reload} />}
      {data && sums.length === 0 && <p class={styles.none}>{eventWords.noSales}</p>}
      {sums.length > 0 && (
        <div class={styles.scroll}>
          <Table caption={title} columns={columns} rows={sums} keyOf={({ group }) => group} />
        </div>
      )}
    </Sheet>
  )
}

/** The title of the category that each price sells places of, by the id of the price. */
async function categoriesOf(eventId: string): Promise<Map<string, string>> {
  const [pools, prices] = await Promise.all([
    api.prices.listCategories(eventId).all(),
    api.prices.listManaged(eventId).all(),
  ])
  const titles = new Map(pools.map(({ price_category_id, title }) => [price_category_id, title]))
  return new Map(
    prices.map(({ price_id, price_category_id }) => [String(price_id), titles.get(price_category_id) ?? '']),
  )
}

function sumGroups(buckets: SalesBucket[]): Sum[] {
  const sums = new Map<string, Sum>()
  for (const { group, group_title, tickets, net_sales } of buckets) {
    const key = group ?? ''
    const sum = sums.get(key) ?? { group: key, title: channelTitle(group_title ?? key), tickets: 0, net: 0 }
    sums.set(key, { ...sum, tickets: sum.tickets + tickets, net: Math.round((sum.net + net_sales) * 1000) / 1000 })
  }
  return [...sums.values()].sort((one, other) => other.tickets - one.tickets)
}
