import { defineList } from '../parts/list/description.ts'
import { routes } from '../parts/routes.ts'
import { words as catalogue } from '../words/catalogue.ts'
import { eventState } from './event-words.ts'

const STATES = ['0', '1', '3', '2'] as const

export const eventsList = defineList({
  operation: 'events.list',
  title: 'Events',
  heading: 'Programme',
  links: [
    { label: catalogue.discounts, href: routes.discounts },
    { label: 'New event', href: routes.newEvent(), isStrong: true, needs: 'programme:manage' },
  ],
  keyOf: ({ event_id }) => event_id,
  hrefOf: ({ event_id }) => routes.event(event_id),
  columns: [
    { label: 'Event', cell: ({ title }) => title },
    { label: 'Starts', cell: ({ event_start_unix, timezone }) => ({ unix: event_start_unix, zone: timezone }) },
    { label: 'Venue', isMinor: true, cell: ({ venue_name }) => venue_name ?? 'Online' },
    {
      label: 'State',
      cell: ({ event_status_id, sold_out }) => {
        const { title, tone } = eventState(event_status_id)
        return { tag: event_status_id === '1' && sold_out ? 'Sold out' : title, tone }
      },
    },
  ],
  search: { label: 'Search events', placeholder: 'Title or number' },
  filters: [
    {
      kind: 'choice',
      name: 'time',
      label: 'When',
      options: [
        { value: '', label: 'Coming up', sends: { upcoming: true } },
        { value: 'past', label: 'Over', sends: { upcoming: false } },
        { value: 'all', label: 'Whenever', sends: {} },
      ],
    },
    {
      kind: 'choice',
      name: 'status',
      label: 'State',
      options: [
        { value: '', label: 'Every state', sends: { event_status_id: 'all' } },
        ...STATES.map((value) => ({ value, label: eventState(value).title, sends: { event_status_id: value } })),
      ],
    },
  ],
  empty: {
    title: 'No event is coming up',
    text: 'An event is a date with places and prices. A new one is a draft, which staff alone see, until it is published.',
    start: { label: 'New event', href: routes.newEvent(), needs: 'programme:manage' },
  },
})
