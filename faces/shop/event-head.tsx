import type { TicketedEvent } from '@grandstand/sdk'
import { routes } from './config.ts'
import styles from './event-page.module.css'
import { useShop } from './shop.tsx'

/** What it is, when and where; in fewer words where a map wants the room. */
export function EventHead({ event, isShort = false }: { event: TicketedEvent; isShort?: boolean }) {
  const { words, date } = useShop()
  return (
    <header class={[styles.head, isShort ? styles.short : ''].join(' ')}>
      <p>
        <a href={routes.whatsOn}>{words.backToEvents}</a>
      </p>
      <h1 tabIndex={-1}>{event.title}</h1>
      <p class={styles.when}>
        {[
          date(event.event_start_unix, event.timezone, isShort ? 'moment' : 'full'),
          event.online_event ? words.online : event.venue_name,
          event.doors_open_unix !== null &&
            !isShort &&
            words.doors(date(event.doors_open_unix, event.timezone, 'time')),
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      {event.description && !isShort && <p class={styles.description}>{event.description}</p>}
    </header>
  )
}
