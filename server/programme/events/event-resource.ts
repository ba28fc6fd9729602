import type { Static } from 'typebox'
import { conflictOn, invalid, missing } from '../../resources/constraints.ts'
import type { Resource } from '../../resources/resource.ts'
import { StockError } from '../stock/errors.ts'
import { Event, type EventRow, selectEvents, toEvent } from './event.ts'

/** Events as staff create and change them. */
export const events: Resource<EventRow, Static<typeof Event>> = {
  singular: 'event',
  operationNames: { one: 'Event', many: 'Events', read: { one: 'ManagedEvent', many: 'ManagedEvents' } },
  object: 'events',
  scope: 'programme:manage',
  mailedWords: ['title'],
  listPath: '/v1/manage/events',
  itemPath: '/v1/manage/events/:event_id',
  table: 'events',
  id: 'event_id',
  tag: 'Events',
  schema: Event,
  whenCreated: 'A draft, which staff alone see, until it is published.',
  select: selectEvents,
  toItem: toEvent,
  constraints: {
    events_org_id_venue_id_fkey: missing('venue_id'),
    events_org_id_seat_map_id_fkey: missing('seat_map_id'),
    price_categories_never_oversold: () =>
      new StockError('sold_out', {
        param: 'season_ids',
        message: 'A price category has fewer places left than the season has seats in it.',
      }),
    events_org_id_membership_seat_map_id_fkey: missing('membership_seat_map_id'),
    events_by_url_string: conflictOn('url_string', 'Another event has this url_string.'),
    events_online_without_venue: invalid('venue_id', 'venue_id must be null for an online event.'),
    events_doors_before_start: invalid('doors_open_unix', 'doors_open_unix must not be after event_start_unix.'),
    events_end_after_start: invalid('event_end_unix', 'event_end_unix must be after event_start_unix.'),
    events_seats_need_a_map: conflictOn(
      'seat_map_id',
      'An event with reserved seating needs a seat_map_id to go live.',
    ),
    price_category_sections_org_id_event_id_seat_map_id_fkey: conflictOn(
      'seat_map_id',
      'Sections of the present map are in price categories; take them out first.',
    ),
  },
  messages: (change, action) => [
    change === 'created' ? 'event.created' : action === 'cancelled' ? 'event.cancelled' : 'event.updated',
  ],
}
