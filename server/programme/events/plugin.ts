import { cancelEvent } from './cancel-event.manage.ts'
import { createEventPreview } from './create-event-preview.manage.ts'
import { manageEvents } from './events.manage.ts'
import { listManagedEvents } from './list-events.manage.ts'
import { listEvents } from './list-events.ts'
import { retrieveEvent } from './retrieve-event.ts'
import { manageEventSteps } from './step-event.manage.ts'

export const eventOperations = [
  listEvents,
  retrieveEvent,
  listManagedEvents,
  ...manageEvents,
  ...manageEventSteps,
  cancelEvent,
  createEventPreview,
]
