import { Type } from 'typebox'
import { Nullable, OneOf } from '../../server/platform/http/schema.ts'
import type { VenueRow } from '../../server/programme/venues/venue.ts'
import { addGate, addVenue } from '../builders/venues.ts'
import { type OperationExample, rowOf } from './example.ts'
import { managed } from './managed.ts'

const text = Nullable(Type.String())
const Row = rowOf<VenueRow>()(
  Type.Object({
    venue_id: Type.Integer(),
    name: Type.String(),
    address: text,
    address2: text,
    suburb: text,
    state: text,
    postcode: text,
    country: text,
    timezone: text,
    venue_status: OneOf(['active', 'archived']),
  }),
)

const venue = {
  name: 'Harbour Park',
  address: '1 Quay Street',
  suburb: null,
  country: 'AU',
  timezone: 'Australia/Perth',
}

export const venueExamples: Record<string, OperationExample> = {
  ...managed({
    one: 'Venue',
    many: 'Venues',
    id: 'venue_id',
    row: Row,
    listPath: () => '/v1/manage/venues',
    add: addVenue,
    create: async () => ({ body: venue, otherBody: { ...venue, name: 'Hill Park' } }),
    change: { body: { suburb: 'Pyrmont', timezone: null }, otherBody: { suburb: 'Ultimo' } },
  }),
  ...managed({
    one: 'Gate',
    many: 'Gates',
    id: 'gate_id',
    listPath: ({ venue_id }) => `/v1/manage/venues/${venue_id}/gates`,
    parent: async (house, tenant) => ({ venue_id: await addVenue(house, tenant) }),
    add: (house, tenant, { venue_id = 0 }) => addGate(house, tenant, venue_id),
    create: async () => ({ body: { name: 'South' }, otherBody: { name: 'East' } }),
    change: { body: { name: 'West' }, otherBody: { name: 'South' } },
  }),
}
