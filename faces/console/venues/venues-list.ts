import { defineList } from '../parts/list/description.ts'
import { routes } from '../parts/routes.ts'
import { common } from '../words/common.ts'
import { words as frame } from '../words/frame.ts'
import { words } from '../words/venues.ts'

export const venuesList = defineList({
  operation: 'venues.list',
  title: words.venues,
  links: [{ label: words.newVenue, href: routes.newVenue, isStrong: true, needs: 'programme:manage' }],
  keyOf: ({ venue_id }) => venue_id,
  hrefOf: ({ venue_id }) => routes.venue(venue_id),
  columns: [
    { label: words.venue, cell: ({ name }) => name },
    {
      label: words.where,
      isMinor: true,
      cell: ({ address, suburb }) => [address, suburb].filter((part) => part !== null).join(', '),
    },
    {
      label: common.state,
      cell: ({ status }) =>
        status === 'active' ? { tag: words.inUse, tone: 'good' } : { tag: words.archived, tone: 'quiet' },
    },
  ],
  csv: {
    export: 'exportVenuesCsv',
    name: 'venues',
    needs: 'programme:manage',
    label: frame.csv.all,
  },
  empty: {
    title: words.noVenue,
    text: words.aboutVenue,
    start: { label: words.newVenue, href: routes.newVenue, needs: 'programme:manage' },
  },
})
