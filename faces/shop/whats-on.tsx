import type { TicketedEvent } from '@grandstand/sdk'
import { Button } from '../kit/button.tsx'
import { useAction } from '../kit/use-action.ts'
import { useLoad } from '../kit/use-load.ts'
import { api } from './api.ts'
import { routes } from './config.ts'
import { LoadTrouble, Message, TroubleNotice } from './notice.tsx'
import { usePage, useShop } from './shop.tsx'
import { troubleOf } from './trouble.ts'
import styles from './whats-on.module.css'

const PAGE = 20

/** A programme of what is coming, soonest first. */
export function WhatsOn() {
  const { words } = useShop()
  const { data, error, reload, set } = useLoad(() => api.events.list({ limit: PAGE, upcoming: true }).page(), [])
  const { run, isBusy, error: moreError } = useAction()
  usePage(words.whatsOn)
  if (error !== undefined) return <LoadTrouble error={error} onRetry={reload} />
  if (!data) return <p aria-busy="true">{words.loading}</p>
  if (data.data.length === 0) return <Message title={words.nothingOn} text={words.nothingOnHint} />
  const more = async (cursor: string) => {
    const next = await api.events.list({ limit: PAGE, upcoming: true, cursor }).page()
    set({ ...next, data: [...data.data, ...next.data] })
  }
  const { next_cursor: cursor } = data
  return (
    <>
      <h1 tabIndex={-1}>{words.whatsOn}</h1>
      <ul class={styles.programme}>
        {data.data.map((event) => (
          <Fixture key={event.event_id} event={event} />
        ))}
      </ul>
      {moreError !== undefined && <TroubleNotice trouble={troubleOf(moreError, words)} />}
      {data.has_more && cursor && (
        <Button busy={isBusy} onClick={() => run(() => more(cursor))}>
          {words.moreEvents}
        </Button>
      )}
    </>
  )
}

function Fixture({ event }: { event: TicketedEvent }) {
  const { words, date } = useShop()
  const { event_start_unix: start, timezone: zone } = event
  const state = event.event_status_id === '3' ? words.cancelled : event.sold_out ? words.soldOut : undefined
  return (
    <li>
      <a class={styles.fixture} href={routes.event(event.event_id)}>
        <span class={styles.date} aria-hidden="true">
          <span>{date(start, zone, 'weekday')}</span>
          <b>{date(start, zone, 'date')}</b>
          <span>{date(start, zone, 'month')}</span>
        </span>
        <span class={styles.what}>
          <span class={styles.title}>{event.title}</span>
          <span class={styles.where}>
            <span class="visually-hidden">{date(start, zone, 'day')}, </span>
            {[date(start, zone, 'time'), event.online_event ? words.online : event.venue_name]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </span>
        <span class={state ? styles.state : styles.go}>{state ?? words.getTickets}</span>
      </a>
    </li>
  )
}
