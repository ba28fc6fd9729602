import type { EventMove, TicketedEvent } from '@grandstand/sdk'
import { useEffect } from 'preact/hooks'
import { ButtonLink } from '../../kit/button.tsx'
import { useLoad } from '../../kit/use-load.ts'
import { api } from '../parts/api.ts'
import { useConsole } from '../parts/console.tsx'
import { fullEventTime, shortTime } from '../parts/format.ts'
import { Figures, Sheet } from '../parts/page.tsx'
import { routes } from '../parts/routes.ts'
import { TroubleNotice } from '../parts/trouble.tsx'
import { words } from '../words/week.ts'

const AGAIN_MS = 5_000

/** Where an event on sale was before, and how far everybody has been told. The worker goes on by itself; here is how far it is. */
export function MoveSheet({ event }: { event: TicketedEvent }) {
  const { whyNot } = useConsole()
  const { event_id: eventId, event_start_unix: start, venue_id: venueId } = event
  const { data, error, isLoading, reload } = useLoad(
    () => api.events.listMoves(eventId, { limit: 1 }).page(),
    [eventId, start, venueId],
  )
  const move = data?.data[0]
  const isUnderWay = move !== undefined && !isTold(move)
  useEffect(() => {
    if (!isUnderWay || isLoading) return
    const timer = setTimeout(reload, AGAIN_MS)
    return () => clearTimeout(timer)
  }, [isUnderWay, isLoading])
  if (error !== undefined) return <TroubleNotice error={error} onRetry={reload} />
  if (move === undefined || move.event_move_status === 'dropped') return null
  const { previous_start_unix: previous, previous_timezone: zone, previous_venue_name: venue, mails } = move
  const until = move.refund_requests_until_unix
  return (
    <Sheet
      title={words.moved}
      about={
        until !== null &&
        whyNot('refunds:manage', 'read') === undefined && (
          <ButtonLink href={routes.refundRequests()}>{words.refundRequests}</ButtonLink>
        )
      }
    >
      <p>{words.wasAt({ date: fullEventTime(previous, zone), venue: venue ?? words.online })}</p>
      <p role="status">
        {move.told_from_unix !== null
          ? words.toldFrom({ time: shortTime(move.told_from_unix) })
          : isUnderWay
            ? words.beingTold
            : words.everybodyIsTold}
      </p>
      {until !== null && <p>{words.mayAskUntil({ time: shortTime(until) })}</p>}
      {move.told_from_unix === null && (
        <Figures
          figures={[
            { title: words.mailsSent, value: String(mails.sent) },
            { title: words.mailsWaiting, value: String(mails.waiting) },
            {
              title: words.mailsFailed,
              value: String(mails.failed),
              note: mails.failed > 0 ? words.tellThem : words.none,
            },
          ]}
        />
      )}
    </Sheet>
  )
}

const isTold = ({ event_move_status: status, mails }: EventMove): boolean =>
  status === 'dropped' || (status === 'told' && mails.waiting === 0)
