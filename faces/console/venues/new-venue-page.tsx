import { useLocation } from 'preact-iso/router'
import { api } from '../parts/api.ts'
import { useConsole, usePage } from '../parts/console.tsx'
import { PageHead, Sheet } from '../parts/page.tsx'
import { routes } from '../parts/routes.ts'
import { words } from '../words/venues.ts'
import { VenueForm } from './venue-form.tsx'

export function NewVenuePage() {
  usePage(words.newVenue)
  const { whyNot } = useConsole()
  const { route } = useLocation()
  const why = whyNot('programme:manage')
  return (
    <>
      <PageHead title={words.newVenue} over={<a href={routes.venues()}>{words.venues}</a>} />
      {why === undefined ? (
        <Sheet>
          <VenueForm
            verb={words.create}
            save={async (venue) => route(routes.venue((await api.venues.create(venue)).venue_id))}
          />
        </Sheet>
      ) : (
        <p>{why}</p>
      )}
    </>
  )
}
