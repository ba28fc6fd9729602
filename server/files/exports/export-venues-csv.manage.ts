import { Input } from '../../platform/http/schema.ts'
import { when } from '../../platform/postgres/database.ts'
import { Venue, type VenueRow, venues } from '../../programme/venues/venue.ts'
import { listFile } from './list-file.ts'

const config = { scope: 'programme:manage' } as const

export const exportVenuesCsv = listFile({
  operationId: 'exportVenuesCsv',
  ...config,
  name: 'venues',
  summary: 'Export venues as CSV',
  filters: Input({}),
  item: Venue,
  page: ({ orgId, db, now }, _filters, after: VenueRow | undefined, most) => db<VenueRow[]>`
    ${venues.select(db, now, orgId)}
    where t.org_id = ${orgId}
      ${when(db, after, ({ venue_id }) => db`and t.venue_id > ${venue_id}`)}
    order by t.venue_id
    limit ${most}`,
  toItem: venues.toItem,
})
