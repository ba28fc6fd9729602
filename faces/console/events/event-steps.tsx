import type { TicketedEvent } from '@grandstand/sdk'
import { toast } from '../../kit/toast.tsx'
import { api, serverNow } from '../parts/api.ts'
import { ConfirmButton } from '../parts/confirm.tsx'
import { common } from '../words/common.ts'
import { words } from '../words/offers.ts'

const DRAFT = '0'
const LIVE = '1'
const CANCELLED = '3'

/** Steps out of the way: off sale while nothing is sold, and into the archive. Each only where it would not be refused. */
export function EventSteps({
  event,
  isTaken,
  onChanged,
}: {
  event: TicketedEvent
  /** Places of it are sold or in baskets. */
  isTaken: boolean
  onChanged(): void
}) {
  const status = event.event_status_id
  const isOver = (event.event_end_unix ?? event.event_start_unix) <= serverNow() / 1000
  const canArchive = status === DRAFT || status === CANCELLED || (status === LIVE && isOver)
  return (
    <>
      {status === LIVE && !isTaken && !isOver && (
        <ConfirmButton
          look="plain"
          label={words.takeBack}
          title={words.takeBackTitle}
          verb={words.takeBackVerb}
          act={async () => {
            await api.events.unpublish(event.event_id)
            toast(words.takenBack)
            onChanged()
          }}
        >
          {words.takeBackText}
        </ConfirmButton>
      )}
      {canArchive && (
        <ConfirmButton
          look="plain"
          label={common.archiveMore}
          title={words.archiveTitle}
          verb={common.archive}
          isGrave
          act={async () => {
            await api.events.archive(event.event_id)
            onChanged()
          }}
        >
          {words.archiveText}
        </ConfirmButton>
      )}
    </>
  )
}
