import { ApiError } from '../../platform/http/errors.ts'
import { Id, Input } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import { type ChangeContext, inChange, updateRow } from '../../resources/change-row.ts'
import { applyPriceList, findPriceList } from '../price-lists/apply-price-list.ts'
import type { PriceListRow } from '../price-lists/price-list.ts'
import { settleSeasons } from '../seasons/join-season.ts'
import { lockSeasonsOf, recountEvents } from '../seasons/recount-event.ts'
import { Event, type EventRow } from './event.ts'
import { events } from './event-resource.ts'
import { type EventStatus, isEventOpen } from './event-status.ts'
import { refuseOnceTaken } from './refuse-once-taken.ts'

export const usePriceList: Operation = (app, deps) =>
  app.post(
    '/v1/manage/events/:event_id/price_list',
    {
      config: { scope: 'programme:manage' },
      schema: {
        operationId: 'usePriceList',
        summary: 'Use a price list for an event',
        description: [
          'Its categories and prices take the place of those that the event has, which are archived; an event without a seat map takes the list’s too.',
          'Refused once anything is ordered or in a basket, and where currency, map or gates do not fit.',
        ].join(' '),
        tags: ['Events'],
        params: Input({ event_id: Id() }),
        body: Input({ price_list_id: Id() }),
        response: { 200: Event },
      },
    },
    (request, reply) =>
      inChange(events, deps, request, reply, async (at) => {
        const list = await findPriceList(at, request.body.price_list_id)
        const { event_id: eventId } = request.params
        return updateRow(
          events,
          at,
          eventId,
          async (event) => {
            await prepare(at, event)
            return bringsMap(event, list)
              ? { seat_map_id: list.seat_map_id, reserved_seating: true, changed_at: at.clock(at.orgId) }
              : { changed_at: at.clock(at.orgId) }
          },
          'repriced',
          (event) => reprice(at, event, list),
        )
      }),
  )

const bringsMap = (event: EventRow, list: PriceListRow) => event.seat_map_id === null && list.seat_map_id !== null

async function prepare(at: ChangeContext, event: EventRow): Promise<void> {
  if (!isEventOpen(`${event.event_status_id}` as EventStatus)) {
    throw new ApiError('state_conflict', {
      message: 'The event is cancelled or archived; its offer no longer changes.',
    })
  }
  await lockSeasonsOf(at.orgId, at.tx, event.event_id)
  await refuseOnceTaken(at, event.event_id, 'Prices come from a list only as long as nothing is sold or held.')
}

async function reprice(at: ChangeContext, event: EventRow, list: PriceListRow): Promise<void> {
  const { orgId, tx, clock } = at
  const now = clock(orgId)
  const { event_id: eventId } = event
  await archiveOffer(at, eventId)
  const isOtherMap = bringsMap(event, list) && event.membership_seat_map_id === null
  await applyPriceList(at, { ...event, seat_map_id: event.seat_map_id ?? list.seat_map_id }, list)
  await settleSeasons(orgId, tx, now, eventId, { seasonIds: undefined, isMoved: false, isOtherMap })
  await recountEvents(orgId, tx, now, [eventId])
}

/** Nothing of it is sold. Its sections are free for the list's categories, and so are the season seats that counted in it. */
async function archiveOffer({ orgId, tx, clock }: ChangeContext, eventId: number): Promise<void> {
  const now = clock(orgId)
  await tx`
    delete from price_category_sections
    where org_id = ${orgId}
      and event_id = ${eventId}`
  await tx`
    update season_events
    set price_category_id = null
    where org_id = ${orgId}
      and event_id = ${eventId}`
  await tx`
    update prices
    set price_status = 'archived', changed_at = ${now}
    where org_id = ${orgId}
      and event_id = ${eventId}
      and price_status <> 'archived'`
  await tx`
    update price_categories
    set price_category_status = 'archived', season = 0, changed_at = ${now}
    where org_id = ${orgId}
      and event_id = ${eventId}
      and price_category_status <> 'archived'`
}
