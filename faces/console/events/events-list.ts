import { defineList } from '../parts/list/description.ts'
import { routes } from '../parts/routes.ts'
import { common } from '../words/common.ts'
import { words as eventWords } from '../words/events.ts'
import { words as frame } from '../words/frame.ts'
import { eventState } from './event-words.ts'

const STATES = ['0', '1', '3', '2'] as const

export const eventsList = defineList({
  operation: 'events.list',
  title: common.events,
  heading: eventWords.programme,
  links: [
    { label: eventWords.discounts, href: routes.discounts },
    { label: eventWords.seasons, href: routes.seasons(), reads: 'programme:manage' },
    { label: eventWords.priceLists, href: routes.priceLists() },
    { label: eventWords.translations, href: routes.translations },
    { label: eventWords.newEvent, href: routes.newEvent(), isStrong: true, needs: 'programme:manage' },
  ],
  keyOf: ({ event_id }) => event_id,
  hrefOf: ({ event_id }) => routes.event(event_id),
  columns: [
    { label: common.event, cell: ({ title }) => title },
    {
      label: eventWords.form.starts,
      cell: ({ event_start_unix, timezone }) => ({ unix: event_start_unix, zone: timezone }),
    },
    { label: eventWords.venue, isMinor: true, cell: ({ venue_name }) => venue_name ?? eventWords.online },
    {
      label: common.state,
      cell: ({ event_status_id, sold_out }) => {
        const { title, tone } = eventState(event_status_id)
        return { tag: event_status_id === '1' && sold_out ? eventWords.soldOut : title, tone }
      },
    },
  ],
  search: { label: eventWords.searchEvents, placeholder: eventWords.searchHint },
  filters: [
    {
      kind: 'choice',
      name: 'time',
      label: common.when,
      options: [
        { value: '', label: eventWords.comingUp, sends: { upcoming: true } },
        { value: 'past', label: eventWords.over, sends: { upcoming: false } },
        { value: 'all', label: eventWords.whenever, sends: {} },
      ],
    },
    {
      kind: 'choice',
      name: 'status',
      label: common.state,
      options: [
        { value: '', label: eventWords.everyState, sends: { event_status_id: 'all' } },
        ...STATES.map((value) => ({ value, label: eventState(value).title, sends: { event_status_id: value } })),
      ],
    },
  ],
  csv: {
    export: 'exportEventsCsv',
    name: 'events',
    needs: 'programme:manage',
    label: frame.csv.all,
    isFiltered: true,
  },
  empty: {
    title: eventWords.none,
    text: eventWords.noneText,
    start: { label: eventWords.newEvent, href: routes.newEvent(), needs: 'programme:manage' },
  },
})
