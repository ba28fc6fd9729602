import type { Operation } from '../../operation.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { unixSeconds } from '../../platform/values/clock.ts'
import { stepOf } from '../../resources/operations.ts'
import type { Item } from '../../resources/resource.ts'
import { eventStatus } from '../statuses.ts'
import { events } from './event-resource.ts'
import { type EventStatus, type EventStep, nextStatus } from './event-status.ts'
import { refuseOnceTaken } from './taken.ts'

/** The column of the status that a step leads to. */
export const stepTo = (before: Item, step: EventStep) => ({
  event_status_id: Number(nextStatus(before.event_status_id as EventStatus, step)),
})

export const manageEventSteps: Operation[] = [
  stepOf(
    events,
    {
      verb: 'publish',
      done: 'published',
      summary: 'Publish an event',
      description: 'A draft goes live: its prices can be sold, and publishable keys see it if it is public.',
    },
    (before, { clock }) => ({ ...stepTo(before, 'publish'), published_at: clock() }),
  ),
  stepOf(
    events,
    {
      verb: 'unpublish',
      done: 'unpublished',
      summary: 'Take an event back to draft',
      description: 'Possible while nothing has been ordered and no basket holds its places. Afterwards, cancel it.',
    },
    async (before, at) => {
      const columns = stepTo(before, 'unpublish')
      await refuseOnceTaken(at, Number(before.event_id), 'Places of the event are sold or held; cancel it instead.')
      return { ...columns, published_at: null }
    },
  ),
  stepOf(
    events,
    {
      verb: 'archive',
      done: 'archived',
      summary: 'Archive an event',
      description: [
        'For a draft, a cancelled event, or a live one that is over. It is no longer sold, leaves the usual lists, and changes no more. Orders, tickets and scans stay readable.',
        'There is no way back.',
      ].join(' '),
    },
    (before, { clock }) => {
      const columns = stepTo(before, 'archive')
      const over = Number(before.event_end_unix ?? before.event_start_unix)
      if (Number(before.event_status_id) === eventStatus.live && over > unixSeconds(clock())) {
        throw new ApiError('state_conflict', {
          message: 'The event is live and not over yet; cancel or unpublish it first.',
        })
      }
      return { ...columns, archived_at: clock() }
    },
  ),
]
