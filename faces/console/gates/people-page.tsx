import type { Occupancy } from '@grandstand/sdk'
import { useEffect, useState } from 'preact/hooks'
import { Button } from '../../kit/button.tsx'
import { Notice } from '../../kit/notice.tsx'
import { Table } from '../../kit/table.tsx'
import { useLoad } from '../../kit/use-load.ts'
import { api } from '../parts/api.ts'
import { usePage } from '../parts/console.tsx'
import { clockTime, count, fullEventTime } from '../parts/format.ts'
import { Figures, PageHead, Sheet } from '../parts/page.tsx'
import { TroubleNotice } from '../parts/trouble.tsx'
import { useQuery } from '../parts/use-query.ts'
import { common } from '../words/common.ts'
import { words } from '../words/gates.ts'
import styles from './gates.module.css'
import { peopleRange } from './people-range.ts'

const EVERY_MS = 5_000

type Reading = { occupancy: Occupancy; readAt: number }

/** The figures, read anew every few seconds; what was last known stays when the network goes. */
function useOccupancy(eventId: string) {
  const [reading, setReading] = useState<Reading | undefined>()
  const [error, setError] = useState<unknown>()
  const [minutes, setMinutes] = useState(0)
  useEffect(() => {
    let isGone = false
    const read = async () => {
      try {
        const occupancy = await api.gates.retrieveOccupancy(eventId)
        if (isGone) return
        setReading({ occupancy, readAt: Date.now() })
        setError(undefined)
        setMinutes(0)
      } catch (failure) {
        if (isGone) return
        setError(failure)
        setReading((last) => {
          setMinutes(last ? Math.floor((Date.now() - last.readAt) / 60_000) : 0)
          return last
        })
      }
    }
    void read()
    const timer = setInterval(read, EVERY_MS)
    return () => {
      isGone = true
      clearInterval(timer)
    }
  }, [eventId])
  return { occupancy: reading?.occupancy, error, minutes }
}

/** How many people are inside and where: on a screen or on paper, for the person who leads an evacuation. */
export function PeoplePage() {
  const { query } = useQuery()
  const { event_id: eventId = '' } = query
  const event = useLoad(() => api.events.retrieve(eventId), [eventId])
  const { occupancy, error, minutes } = useOccupancy(eventId)
  usePage(words.peopleInside)
  if (event.error !== undefined) return <TroubleNotice error={event.error} onRetry={event.reload} />
  if (error !== undefined && !occupancy) return <TroubleNotice error={error} />
  if (!event.data || !occupancy) return <p class={styles.none}>{words.lookingAtTheDoors}</p>
  const { title, event_start_unix, timezone } = event.data
  return (
    <>
      <PageHead
        title={words.peopleInside}
        over={
          <>
            <strong>{title}</strong>
            <span>{fullEventTime(event_start_unix, timezone)}</span>
          </>
        }
        actions={
          <span class={styles.screenOnly}>
            <Button look="strong" onClick={() => print()}>
              {words.print}
            </Button>
          </span>
        }
      />
      {error !== undefined && <Notice title={words.peopleOld({ count: minutes })} />}
      <Figures
        figures={[
          {
            title: words.peopleInside,
            value: peopleRange(occupancy),
            note: words.peopleAsOf({ time: clockTime(occupancy.as_of, timezone) }),
          },
          {
            title: words.entries,
            value: count(occupancy.entries),
            note: words.exits({ exits: count(occupancy.exits) }),
          },
        ]}
      />
      <Reasons occupancy={occupancy} />
      <Places occupancy={occupancy} />
      <Unsent occupancy={occupancy} zone={timezone} />
    </>
  )
}

/** Why the range is as wide as it is. */
function Reasons({ occupancy }: { occupancy: Occupancy }) {
  const { unsettled, unsent_entries_max, unsent_exits_max } = occupancy
  return (
    <Sheet>
      <ul>
        {unsettled > 0 && <li>{words.peopleUnsettled({ count: unsettled })}</li>}
        {unsent_entries_max > 0 && <li>{words.peopleUnsent({ count: unsent_entries_max })}</li>}
        {unsent_exits_max > 0 && <li>{words.peopleUnsentExits({ count: unsent_exits_max })}</li>}
        <li>{words.peopleLeftWithoutScan}</li>
      </ul>
    </Sheet>
  )
}

/** A block, or with no block all of a stand. */
type PlaceRow = { stand: string | null; block: string | null | undefined; at_least: number; at_most: number }

function Places({ occupancy }: { occupancy: Occupancy }) {
  const rows: PlaceRow[] = occupancy.stands.flatMap(({ stand, blocks, ...all }) => [
    ...(blocks.length > 1 ? [{ stand, block: undefined, ...all }] : []),
    ...blocks.map((block) => ({ stand, ...block })),
  ])
  return (
    <div class={styles.columns}>
      <Sheet flush title={words.peopleByStand}>
        <Table<PlaceRow>
          caption={words.peopleByStand}
          rows={rows}
          keyOf={({ stand, block }) => `${stand} ${block === undefined ? '' : `/ ${block}`}`}
          columns={[
            {
              title: words.peopleStand,
              cell: ({ stand, block }) => {
                const name = stand ?? words.peopleNoPlace
                return block === undefined ? <strong>{words.peopleOfStand({ stand: name })}</strong> : name
              },
            },
            { title: words.peopleBlock, cell: ({ block }) => block ?? '' },
            { title: words.people, align: 'end', cell: peopleRange },
          ]}
        />
      </Sheet>
      <Sheet flush title={words.peopleByGate}>
        <Table
          caption={words.peopleByGate}
          rows={occupancy.gates}
          keyOf={({ gate_id }) => gate_id}
          columns={[
            { title: words.gate, cell: ({ gate }) => <strong>{gate}</strong> },
            { title: words.people, align: 'end', cell: (gate) => peopleRange(gate) },
          ]}
        />
      </Sheet>
    </div>
  )
}

function Unsent({ occupancy, zone }: { occupancy: Occupancy; zone: string }) {
  return (
    <Sheet flush title={words.peopleByScanner}>
      {occupancy.devices.length === 0 ? (
        <p class={styles.none}>{words.peopleAllHeard}</p>
      ) : (
        <Table
          caption={words.peopleByScanner}
          rows={occupancy.devices}
          keyOf={({ device_id }) => device_id}
          columns={[
            { title: words.scanner, cell: ({ name }) => <strong>{name}</strong> },
            {
              title: words.peopleHeard,
              cell: ({ heard_at }) => (heard_at === null ? common.never : clockTime(heard_at, zone)),
            },
            { title: words.peopleMayHold, align: 'end', cell: ({ may_hold }) => count(may_hold) },
          ]}
        />
      )}
    </Sheet>
  )
}
