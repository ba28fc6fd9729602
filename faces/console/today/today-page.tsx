import type { TicketedEvent } from '@grandstand/sdk'
import lazy, { ErrorBoundary } from 'preact-iso/lazy'
import { useLoad } from '../../kit/use-load.ts'
import { locale } from '../language/language.ts'
import { api, serverNow } from '../parts/api.ts'
import { Chart, Places } from '../parts/chart.tsx'
import { useConsole, usePage } from '../parts/console.tsx'
import { byDay, daysAgo } from '../parts/days.ts'
import { dayOf, eventTime, roughMoney } from '../parts/format.ts'
import { Figures, PageHead, Sheet } from '../parts/page.tsx'
import { routes } from '../parts/routes.ts'
import { Empty, TroubleNotice } from '../parts/trouble.tsx'
import { common } from '../words/common.ts'
import { loadWords } from '../words/load.ts'
import { words as setupWords } from '../words/setup.ts'
import { words } from '../words/today.ts'
import { Attention } from './attention.tsx'
import styles from './today-page.module.css'

// Of a club that runs, nothing is left to do.
const SetupList = lazy(async () => {
  await loadWords('setup')
  return (await import('./setup-list.tsx')).SetupList
})

const DAYS = 30
const EVENTS = 4

/** What a new organisation has left to do; what needs attention, then what sells. */
export function TodayPage() {
  usePage(words.today)
  const { organisation, whyNot } = useConsole()
  const mayReadFigures = whyNot('figures:manage', 'read') === undefined
  const now = Math.floor(serverNow() / 1000)
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeZone: organisation.timezone })
  const setup = useLoad(() => api.organisation.retrieveSetup(), [])
  // What is drawn first must not move away from under the reader's finger.
  if (!setup.data && setup.error === undefined) return null
  const mayBegin = whyNot('programme:manage') === undefined
  const left = mayBegin && setup.data && !setup.data.complete ? setup.data : undefined
  const isSelling = left?.steps.every(({ step, done }) => done || step !== 'event') ?? true
  const open = left?.steps.filter(({ done }) => !done).length ?? 0
  return (
    <>
      <PageHead title={isSelling ? words.today : setupWords.welcome({ count: open })} over={day.format(now * 1000)} />
      {left && isSelling && <h2>{setupWords.stepsLeft({ count: open })}</h2>}
      <ErrorBoundary>{left && <SetupList setup={left} />}</ErrorBoundary>
      {isSelling && (
        <>
          <Attention />
          {mayReadFigures && <Sales />}
          <Upcoming />
        </>
      )}
    </>
  )
}

function Sales() {
  const { organisation, price } = useConsole()
  const unixStart = daysAgo(DAYS, Math.floor(serverNow() / 1000))
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
    serverNow() / 1000,
  )
  const sum = (some: typeof days, field: 'gross' | 'tickets' | 'orders') =>
    some.reduce((total, each) => total + each[field], 0)
  const today = days.slice(-1)
  const week = days.slice(-7)
  return (
    <>
      <Figures
        figures={[
          {
            title: words.today,
            value: price(sum(today, 'gross')),
            note: words.tickets({ count: sum(today, 'tickets') }),
          },
          {
            title: words.week,
            value: price(sum(week, 'gross')),
            note: words.tickets({ count: sum(week, 'tickets') }),
          },
          {
            title: words.days({ days: DAYS }),
            value: price(sum(days, 'gross')),
            note: words.orders({ count: sum(days, 'orders') }),
          },
        ]}
      />
      <Sheet title={words.sales} about={words.salesNote({ days: DAYS })}>
        <Chart
          title={words.salesCaption({ days: DAYS })}
          valueTitle={common.paid}
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
    <Sheet title={words.comingUp}>
      {error !== undefined && <TroubleNotice error={error} onRetry={reload} />}
      {data?.data.length === 0 && (
        <Empty title={words.noEvents}>
          <p>{words.noEventsText}</p>
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
          <Places key={price_category_id} title={title} taken={sold} held={held} of={capacity} />
        ))}
    </>
  )
}
