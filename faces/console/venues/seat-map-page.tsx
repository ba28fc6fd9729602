import type { SeatMapWithSections, SeatSection } from '@grandstand/sdk'
import { useState } from 'preact/hooks'
import lazy, { ErrorBoundary } from 'preact-iso/lazy'
import { Button } from '../../kit/button.tsx'
import { Table } from '../../kit/table.tsx'
import { useLoad } from '../../kit/use-load.ts'
import { api } from '../parts/api.ts'
import { ConfirmButton } from '../parts/confirm.tsx'
import { useConsole, usePage } from '../parts/console.tsx'
import { count } from '../parts/format.ts'
import { PageHead, Sheet, Tag } from '../parts/page.tsx'
import { routes } from '../parts/routes.ts'
import { TroubleNotice } from '../parts/trouble.tsx'
import { common } from '../words/common.ts'
import { words } from '../words/venues.ts'
import { BlockSeats } from './block-seats.tsx'
import { seatsIn } from './seats-in.ts'
import { SectionDialog } from './section-dialog.tsx'

const MapDialog = lazy(() => import('./map-dialogs.tsx').then((file) => file.MapDialog))
const SeatListDialog = lazy(() => import('./map-dialogs.tsx').then((file) => file.SeatListDialog))

/** The numbered seats of a ground, section by section. */
export function SeatMapPage({ seat_map_id: seatMapId = '' }: Record<string, string>) {
  const { whyNot } = useConsole()
  const map = useLoad(() => api.seatMaps.retrieve(seatMapId), [seatMapId])
  const [dialog, setDialog] = useState<'map' | 'list' | undefined>()
  usePage(map.data?.title)
  if (map.error !== undefined) return <TroubleNotice error={map.error} onRetry={map.reload} />
  if (!map.data) return null
  const { title, venue_id, status, sections } = map.data
  const mayChange = whyNot('programme:manage') === undefined && status === 'active'
  const closeDialog = () => setDialog(undefined)
  const done = () => {
    closeDialog()
    map.reload()
  }
  const total = sections.reduce((sum, { seats }) => sum + seats, 0)
  return (
    <>
      <PageHead
        title={title}
        over={
          <>
            <a href={venue_id === null ? routes.venues() : routes.venue(venue_id)}>{words.venue}</a>
            <span>{seatsIn(total, sections.length)}</span>
            {status === 'archived' && <Tag>{words.archived}</Tag>}
          </>
        }
        actions={
          mayChange && (
            <>
              <Button onClick={() => setDialog('map')}>{common.changeMore}</Button>
              <Button onClick={() => setDialog('list')}>{words.fromAListAsk}</Button>
              <ConfirmButton
                look="plain"
                label={common.archiveMore}
                title={words.archiveMap}
                verb={common.archive}
                act={async () => {
                  await api.seatMaps.archive(seatMapId)
                  map.reload()
                }}
              >
                {words.archiveMapText}
              </ConfirmButton>
            </>
          )
        }
      />
      <Sections map={map.data} mayChange={mayChange} onChanged={map.reload} />
      {mayChange && <BlockSeats map={map.data} onChanged={map.reload} />}
      <ErrorBoundary>
        {dialog === 'map' && <MapDialog map={map.data} onClose={closeDialog} onDone={done} />}
        {dialog === 'list' && <SeatListDialog map={map.data} onClose={closeDialog} onDone={done} />}
      </ErrorBoundary>
    </>
  )
}

type Changing = { map: SeatMapWithSections; mayChange: boolean; onChanged(): void }

function Sections({ map, mayChange, onChanged }: Changing) {
  const [chosen, setChosen] = useState<SeatSection | undefined>()
  return (
    <Sheet flush title={words.stands}>
      <Table
        caption={words.stands}
        rows={map.sections}
        keyOf={({ seat_section_id }) => seat_section_id}
        columns={[
          {
            title: words.section,
            cell: ({ title, sub_section_title }) => [title, sub_section_title].filter(Boolean).join(', '),
          },
          { title: words.rows, align: 'end', isMinor: true, cell: ({ rows }) => count(rows) },
          { title: common.seats, align: 'end', cell: ({ seats }) => count(seats) },
          { title: words.taken, align: 'end', isMinor: true, cell: ({ seats_taken }) => count(seats_taken) },
          { title: words.blocked, align: 'end', isMinor: true, cell: ({ seats_blocked }) => count(seats_blocked) },
          ...(mayChange
            ? [
                {
                  title: common.change,
                  align: 'end' as const,
                  cell: (section: SeatSection) => (
                    <Button look="quiet" onClick={() => setChosen(section)}>
                      {common.change}
                      <span class="visually-hidden">
                        {' '}
                        {section.title} {section.sub_section_title}
                      </span>
                    </Button>
                  ),
                },
              ]
            : []),
        ]}
      />
      {chosen && (
        <SectionDialog
          seatMapId={map.seat_map_id}
          section={chosen}
          onClose={() => setChosen(undefined)}
          onDone={() => {
            setChosen(undefined)
            onChanged()
          }}
        />
      )}
    </Sheet>
  )
}
