import type { TicketedEvent } from '@grandstand/sdk'
import type { ComponentChildren, RefObject } from 'preact'
import { words } from '../words/frame.ts'
import styles from './event-choice.module.css'
import { eventTime } from './format.ts'
import { useQuery } from './use-query.ts'

/** The event that a page is about, in its address. */
export function EventChoice({
  events,
  event,
  select,
  children,
}: {
  events: TicketedEvent[]
  event: TicketedEvent
  select?: RefObject<HTMLSelectElement | null>
  /** Beside it: the key that leads there. */
  children?: ComponentChildren
}) {
  const { change } = useQuery()
  return (
    <label class={styles.choice}>
      {children}
      <span class="visually-hidden">{words.event}</span>
      <select
        ref={select ?? null}
        value={event.event_id}
        onChange={({ currentTarget }) => {
          change({ event_id: currentTarget.value })
          currentTarget.blur()
        }}
      >
        {events.map(({ event_id, title, event_start_unix, timezone }) => (
          <option key={event_id} value={event_id}>
            {title}, {eventTime(event_start_unix, timezone)}
          </option>
        ))}
      </select>
    </label>
  )
}
