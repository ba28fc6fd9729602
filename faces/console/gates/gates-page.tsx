import { Button, ButtonLink } from '../../kit/button.tsx'
import { download } from '../../kit/download.ts'
import { useAction } from '../../kit/use-action.ts'
import { useLoad } from '../../kit/use-load.ts'
import { api } from '../parts/api.ts'
import { usePage } from '../parts/console.tsx'
import { EventChoice } from '../parts/event-choice.tsx'
import { PageHead } from '../parts/page.tsx'
import { routes } from '../parts/routes.ts'
import { Tabs } from '../parts/tabs.tsx'
import { Empty, TroubleNotice } from '../parts/trouble.tsx'
import { useChosenEvent } from '../parts/use-chosen-event.ts'
import { useQuery } from '../parts/use-query.ts'
import { words } from '../words/gates.ts'
import { Conflicts } from './conflicts.tsx'
import { Devices } from './devices.tsx'
import { Doors } from './doors.tsx'

const UPCOMING = 40
const PAST = 5

/** Those to come, the next one first, and the last that are over: their conflicts are settled the day after. */
async function loadEvents() {
  const [upcoming, past] = await Promise.all([
    api.events.list({ event_status_id: '1', upcoming: true, limit: UPCOMING }).page(),
    api.events.list({ event_status_id: '1', upcoming: false, limit: PAST }).page(),
  ])
  return [...upcoming.data, ...past.data]
}

const TABS = [
  { key: 'doors', title: words.doors },
  { key: 'conflicts', title: words.conflicts },
  { key: 'devices', title: words.scanners },
]

/** The doors of an event live, what scanners disagreed about, and the scanners themselves. */
export function GatesPage() {
  usePage(words.gates)
  const { query } = useQuery()
  const list = useLoad(loadEvents, [])
  const { event, error, reload } = useChosenEvent(list)
  const tab = query.tab ?? 'doors'
  const events = list.data ?? []
  return (
    <>
      <PageHead
        title={words.gates}
        actions={
          <>
            {event && tab !== 'devices' && (
              <ButtonLink href={routes.people({ event_id: event.event_id })}>{words.evacuation}</ButtonLink>
            )}
            {event && tab !== 'devices' && <ScansFile eventId={event.event_id} />}
            {event && tab !== 'devices' && (
              <ButtonLink href={routes.guests({ event_id: event.event_id })}>{words.guestList}</ButtonLink>
            )}
            <ButtonLink href="/scan/">{words.scanner}</ButtonLink>
          </>
        }
      />
      <Tabs label={words.gates} tabs={TABS} />
      {error !== undefined && <TroubleNotice error={error} onRetry={reload} />}
      {tab === 'devices' ? (
        <Devices />
      ) : (
        <>
          {list.data && events.length === 0 && event === undefined && (
            <Empty title={words.noEventIsPublished}>
              <p>{words.theDoorsOfAnEvent}</p>
            </Empty>
          )}
          {list.data && (events.length > 0 || event !== undefined) && <EventChoice events={events} event={event} />}
          {event && tab === 'conflicts' && <Conflicts key={event.event_id} event={event} />}
          {event && tab !== 'conflicts' && <Doors key={event.event_id} event={event} />}
        </>
      )}
    </>
  )
}

/** Every scan of the event, for those who ask afterwards who came when. */
function ScansFile({ eventId }: { eventId: string }) {
  const { run, isBusy, error } = useAction()
  const save = () =>
    run(async () => {
      const file = await api.exports.exportScansCsv({ event_id: eventId })
      download(words.scansCsv({ eventId }), await file.blob())
    })
  return (
    <>
      {error !== undefined && <TroubleNotice error={error} />}
      <Button busy={isBusy} onClick={save}>
        {words.scansAsCsv}
      </Button>
    </>
  )
}
