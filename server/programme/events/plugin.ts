import { archiveEvent } from './archive-event.manage.ts'
import { cancelEvent } from './cancel-event.manage.ts'
import { copyEvent } from './copy-event.manage.ts'
import { createEventPreview } from './create-event-preview.manage.ts'
import { manageEvents } from './events.manage.ts'
import { listManagedEvents } from './list-events.manage.ts'
import { listEvents } from './list-events.ts'
import { publishEvent } from './publish-event.manage.ts'
import { retrieveEvent } from './retrieve-event.ts'
import { unpublishEvent } from './unpublish-event.manage.ts'
import { usePriceList } from './use-price-list.manage.ts'

export const eventOperations = [
  listEvents,
  retrieveEvent,
  listManagedEvents,
  ...manageEvents,
  publishEvent,
  unpublishEvent,
  archiveEvent,
  cancelEvent,
  copyEvent,
  createEventPreview,
  usePriceList,
]
