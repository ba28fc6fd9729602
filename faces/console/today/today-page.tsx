import type { TicketedEvent } from '@grandstand/sdk'
import { BarChart } from '../../kit/chart.tsx'
import { Dots } from '../../kit/dots.tsx'
import { useLoad } from '../../kit/use-load.ts'
import { api } from '../parts/api.ts'
import { useConsole, usePage } from '../parts/console.tsx'
import { byDay, daysAgo } from '../parts/days.ts'
import { count, dayOf, eventTime, roughMoney } from '../parts/format.ts'
import { Figures, PageHead, Sheet } from '../parts/page.tsx'
import { routes } from '../parts/routes.ts'
import { Empty, TroubleNotice } from '../parts/trouble.tsx'
import { Attention } from './attention.tsx'
import styles from './today-page.module.css'

const DAYS = 30
const EVENTS = 4

/** What needs attention, then what sells. */
export function TodayPage() {
  usePage('Today')
  const { organisation, whyNot } = useConsole()
  const mayReadFigures = whyNot('figures:manage', 'read') === undefined
  const now = Math.floor(Date.now() / 1000)
  const day = new Intl.DateTimeFormat(navigator.language, { dateStyle: 'full', timeZone: organisation.timezone })
  return (
    <>
      <PageHead title="Today" over={day.format(now * 1000)} />
      <Attention />
      {mayReadFigures && <Sales />}
      <Upcoming />
    </>
  )
}

function Sales() {
  const { organisation, price } = useConsole()
  const unixStart = daysAgo(DAYS, Math.floor(Date.now() / 1000))
  const { data, error, reload } = useLoad(
    () => api.figures.retrieveOrganisationSales({ interval: 'day', unix_start: unixStart }).page(),
    [],
  )
  if (error !== undefined) return <TroubleNotice error={error} onRetry={reload} />
  if (!data) return null
  const { currency } = organisation
  const days = byDay(
    data.data.filter((bucket) => bucket.currency === currency),
    data.timezone,
    DAYS,
    Date.now() / 1000,
  )
  const sum = (some: typeof days, field: 'gross' | 'tickets' | 'orders') =>
    some.reduce((total, each) => total + each[field], 0)
  const today = days.slice(-1)
  const week = days.slice(-7)
  return (
    <>
      <Figures
        figures={[
          { title: 'Today', value: price(sum(today, 'gross')), note: `${count(sum(today, 'tickets'))} tickets` },
          { title: 'Seven days', value: price(sum(week, 'gross')), note: `${count(sum(week, 'tickets'))} tickets` },
          { title: `${DAYS} days`, value: price(sum(days, 'gross')), note: `${count(sum(days, 'orders'))} orders` },
        ]}
      />
      <Sheet title="Sales by day" about={`last ${DAYS} days, what fans paid`}>
        <BarChart
          title={`Sales by day over the last ${DAYS} days`}
          valueTitle="Paid"
          bars={days.map(({ date, gross }) => ({ key: date, label: dayOf(date), value: gross }))}
          format={(value) => price(value)}
          formatRough={(value) => roughMoney(value, currency)}
        />
      </Sheet>
    </>
  )
}

function Upcoming() {
  const { data, error, reload } = useLoad(() => api.events.list({ upcoming: true, limit: EVENTS }).page(), [])
  return (
    <Sheet title="Coming up">
      {error !== undefined && <TroubleNotice error={error} onRetry={reload} />}
      {data?.data.length === 0 && (
        <Empty title="Nothing is planned">
          <p>An event is a date with places and prices. It is on sale once it is published.</p>
        </Empty>
      )}
      <ul class={styles.events}>
        {data?.data.map((event) => (
          <li key={event.event_id}>
            <UpcomingEvent event={event} />
          </li>
        ))}
      </ul>
    </Sheet>
  )
}

function UpcomingEvent({ event }: { event: TicketedEvent }) {
  const { data } = useLoad(() => api.prices.listCategories(event.event_id).page(), [event.event_id])
  return (
    <>
      <p class={styles.event}>
        <a href={routes.event(event.event_id)}>{event.title}</a>
        <span>{eventTime(event.event_start_unix, event.timezone)}</span>
      </p>
      {data?.data
        .filter(({ price_category_status }) => price_category_status !== 'archived')
        .map(({ price_category_id, title, sold, held, capacity }) => (
          <Dots key={price_category_id} title={title} taken={sold} held={held} of={capacity} />
        ))}
    </>
  )
}
