import type { TicketedEvent } from '@grandstand/sdk'
import type { ComponentChildren, RefObject } from 'preact'
import { common } from '../words/common.ts'
import styles from './event-choice.module.css'
import { SearchFilter } from './filters.tsx'
import { eventTime } from './format.ts'
import { useQuery } from './use-query.ts'

/** The event that a page is about, in its address. */
export function EventChoice({
  events,
  event,
  select,
  search,
  children,
}: {
  events: TicketedEvent[]
  /** It can be chosen even if the list does not have it. */
  event: TicketedEvent | undefined
  select?: RefObject<HTMLSelectElement | null>
  /** The label of a field that searches the events, where there are more than the list has. */
  search?: string | undefined
  /** Beside it: the key that leads there. */
  children?: ComponentChildren
}) {
  const { change } = useQuery()
  const isListed = event === undefined || events.some(({ event_id }) => event_id === event.event_id)
  const offered = isListed ? events : [event, ...events]
  return (
    <div class={styles.choice}>
      <label>
        {children}
        <span class="visually-hidden">{common.event}</span>
        <select
          ref={select ?? null}
          value={event?.event_id ?? ''}
          onChange={({ currentTarget }) => {
            change({ event_id: currentTarget.value })
            currentTarget.blur()
          }}
        >
          {event === undefined && <option value="">{common.event} …</option>}
          {offered.map(({ event_id, title, event_start_unix, timezone }) => (
            <option key={event_id} value={event_id}>
              {title}, {eventTime(event_start_unix, timezone)}
            </option>
          ))}
        </select>
      </label>
      {search !== undefined && <SearchFilter label={search} placeholder={search} />}
    </div>
  )
}
