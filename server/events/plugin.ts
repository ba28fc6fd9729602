import type { Operation } from '../operation.ts'
import { cancelEvent } from './cancel-event.ts'
import { listEvents } from './list-events.ts'
import { manageEvents } from './manage-events.ts'
import { retrieveEvent } from './retrieve-event.ts'
import { manageEventSteps } from './step-event.ts'

export const eventOperations: Operation[] = [
  listEvents,
  retrieveEvent,
  ...manageEvents,
  ...manageEventSteps,
  cancelEvent,
]
