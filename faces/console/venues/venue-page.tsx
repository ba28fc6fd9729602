import type { Venue } from '@grandstand/sdk'
import { useState } from 'preact/hooks'
import { Button, ButtonLink } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog.tsx'
import { Table } from '../../kit/table.tsx'
import { toast } from '../../kit/toast.tsx'
import { useLoad } from '../../kit/use-load.ts'
import { api } from '../parts/api.ts'
import { ConfirmButton } from '../parts/confirm.tsx'
import { useConsole, usePage } from '../parts/console.tsx'
import { PageHead, Sheet, Tag } from '../parts/page.tsx'
import { routes } from '../parts/routes.ts'
import { Empty, TroubleNotice } from '../parts/trouble.tsx'
import { common } from '../words/common.ts'
import { words } from '../words/venues.ts'
import { GatesSheet } from './gates-sheet.tsx'
import { VenueForm } from './venue-form.tsx'

/** Where matches are: its gates, and the seats that are numbered. */
export function VenuePage({ venue_id: venueId = '' }: Record<string, string>) {
  const venue = useLoad(() => api.venues.retrieve(venueId), [venueId])
  usePage(venue.data?.name)
  if (venue.error !== undefined) return <TroubleNotice error={venue.error} onRetry={venue.reload} />
  if (!venue.data) return null
  return (
    <>
      <Head venue={venue.data} onChanged={venue.reload} />
      <GatesSheet venue={venue.data} />
      <SeatMaps venue={venue.data} />
    </>
  )
}

function Head({ venue, onChanged }: { venue: Venue; onChanged(): void }) {
  const { whyNot } = useConsole()
  const [isChanging, setChanging] = useState(false)
  const mayChange = whyNot('programme:manage') === undefined && venue.status === 'active'
  const { address, suburb, postcode } = venue
  const place = [address, suburb, postcode].filter((part) => part !== null).join(', ')
  return (
    <>
      <PageHead
        title={venue.name}
        over={
          <>
            <a href={routes.venues()}>{words.venues}</a>
            {place !== '' && <span>{place}</span>}
            {venue.status === 'archived' && <Tag>{words.archived}</Tag>}
          </>
        }
        actions={
          mayChange && (
            <>
              <Button onClick={() => setChanging(true)}>{common.changeMore}</Button>
              <ConfirmButton
                look="plain"
                label={common.archiveMore}
                title={words.archiveVenue}
                verb={common.archive}
                act={async () => {
                  await api.venues.archive(venue.venue_id)
                  onChanged()
                }}
              >
                {words.archiveVenueText}
              </ConfirmButton>
              <ButtonLink href={routes.newEvent()} look="strong">
                {words.newEvent}
              </ButtonLink>
            </>
          )
        }
      />
      {isChanging && (
        <Dialog open title={words.changeVenue} onClose={() => setChanging(false)}>
          <VenueForm
            venue={venue}
            verb={common.save}
            onCancel={() => setChanging(false)}
            save={async (changed) => {
              await api.venues.change(venue.venue_id, changed)
              setChanging(false)
              toast(common.saved)
              onChanged()
            }}
          />
        </Dialog>
      )}
    </>
  )
}

function SeatMaps({ venue }: { venue: Venue }) {
  const { whyNot } = useConsole()
  const maps = useLoad(() => api.seatMaps.list({ limit: 100 }).all(), [venue.venue_id])
  const ofVenue = (maps.data ?? []).filter(
    ({ venue_id, status }) => status === 'active' && (venue_id === venue.venue_id || venue_id === null),
  )
  const mayAdd = whyNot('programme:manage') === undefined && venue.status === 'active'
  const add = mayAdd && <ButtonLink href={routes.newSeatMap({ venue_id: venue.venue_id })}>{words.addSeats}</ButtonLink>
  return (
    <Sheet flush title={words.seatMaps} about={ofVenue.length > 0 && add}>
      {maps.error !== undefined && <TroubleNotice error={maps.error} onRetry={maps.reload} />}
      {maps.data && ofVenue.length === 0 && (
        <Empty title={words.noSeats}>
          <p>{words.aboutSeats}</p>
          {add}
        </Empty>
      )}
      {ofVenue.length > 0 && (
        <Table
          caption={words.seatMaps}
          columns={[{ title: common.title, cell: ({ title }) => title }]}
          rows={ofVenue}
          keyOf={({ seat_map_id }) => seat_map_id}
          hrefOf={({ seat_map_id }) => routes.seatMap(seat_map_id)}
        />
      )}
    </Sheet>
  )
}
