import type { TicketedEvent } from '@grandstand/sdk'
import { ButtonLink } from '../../kit/button.tsx'
import type { Column } from '../../kit/table.tsx'
import { api } from '../parts/api.ts'
import { useConsole, usePage } from '../parts/console.tsx'
import { eventTime } from '../parts/format.ts'
import { ListTable, SearchFilter, SelectFilter, useListPage, useQuery } from '../parts/list.tsx'
import { PageHead, Sheet, Tag } from '../parts/page.tsx'
import { routes } from '../parts/routes.ts'
import { Empty } from '../parts/trouble.tsx'
import { eventState } from './event-words.ts'

type Status = '0' | '1' | '2' | '3'

export function EventsPage() {
  usePage('Events')
  const { whyNot } = useConsole()
  const { query } = useQuery()
  const { search, status, time } = query
  const list = useListPage<TicketedEvent>(
    (page) =>
      api.events
        .list({
          ...page,
          search: search || undefined,
          event_status_id: (status || 'all') as Status | 'all',
          upcoming: time === 'all' ? undefined : time !== 'past',
        })
        .page(),
    [search, status, time],
  )
  const columns: Column<TicketedEvent>[] = [
    { title: 'Event', cell: ({ title }) => title, text: ({ title }) => title },
    {
      title: 'Starts',
      cell: ({ event_start_unix, timezone }) => eventTime(event_start_unix, timezone),
      text: ({ utc_event_start_date }) => utc_event_start_date,
    },
    { title: 'Venue', cell: ({ venue_name }) => venue_name ?? 'Online', text: (row) => row.venue_name, isMinor: true },
    {
      title: 'State',
      cell: ({ event_status_id, sold_out }) => {
        const { title, tone } = eventState(event_status_id)
        return <Tag tone={tone}>{event_status_id === '1' && sold_out ? 'Sold out' : title}</Tag>
      },
      text: ({ event_status_id }) => eventState(event_status_id).title,
    },
  ]
  const why = whyNot('programme:manage')
  return (
    <>
      <PageHead
        title="Events"
        actions={
          why === undefined && (
            <ButtonLink look="strong" href={routes.newEvent()}>
              New event
            </ButtonLink>
          )
        }
      />
      <Sheet
        flush
        title="Programme"
        about={
          <>
            <SelectFilter
              name="time"
              label="When"
              options={[
                { value: '', label: 'Coming up' },
                { value: 'past', label: 'Over' },
                { value: 'all', label: 'Whenever' },
              ]}
            />
            <SelectFilter
              name="status"
              label="State"
              options={[
                { value: '', label: 'Every state' },
                ...['0', '1', '3', '2'].map((value) => ({ value, label: eventState(value).title })),
              ]}
            />
            <SearchFilter label="Search events" placeholder="Title or number" />
          </>
        }
      >
        <ListTable
          name="events"
          caption="Events"
          list={list}
          columns={columns}
          keyOf={({ event_id }) => event_id}
          hrefOf={({ event_id }) => routes.event(event_id)}
          empty={
            <Empty title="No event is like this">
              <p>
                An event is a date with places and prices. A new one is a draft, which staff alone see, until it is
                published.
              </p>
            </Empty>
          }
        />
      </Sheet>
    </>
  )
}
