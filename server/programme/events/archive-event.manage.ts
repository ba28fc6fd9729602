import { ApiError } from '../../platform/http/errors.ts'
import { unixSeconds } from '../../platform/values/clock.ts'
import { stepOf } from '../../resources/change-operations.ts'
import { eventStatus } from '../statuses.ts'
import { events } from './event-resource.ts'
import { stepTo } from './event-step.ts'

/*
 * Operations (written by npm run openapi):
 * archiveEvent
 */

export const archiveEvent = stepOf(
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
  (event, { clock, orgId }) => {
    const columns = stepTo(event, 'archive')
    const end = event.ends_at ?? event.starts_at
    if (event.event_status_id === eventStatus.live && unixSeconds(end) > unixSeconds(clock(orgId))) {
      throw new ApiError('state_conflict', {
        message: 'The event is live and not over yet; cancel or unpublish it first.',
      })
    }
    return { ...columns, archived_at: clock(orgId) }
  },
)
