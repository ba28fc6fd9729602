import { stepOf } from '../../resources/change-operations.ts'
import { events } from './event-resource.ts'
import { stepTo } from './event-step.ts'
import { refuseOnceTaken } from './refuse-once-taken.ts'

/*
 * Operations (written by npm run openapi):
 * unpublishEvent
 */

export const unpublishEvent = stepOf(
  events,
  {
    verb: 'unpublish',
    done: 'unpublished',
    summary: 'Take an event back to draft',
    description: 'Possible while nothing has been ordered and no basket holds its places. Afterwards, cancel it.',
  },
  async (event, at) => {
    const columns = stepTo(event, 'unpublish')
    await refuseOnceTaken(at, event.event_id, 'Places of the event are sold or held; cancel it instead.')
    return { ...columns, published_at: null }
  },
)
