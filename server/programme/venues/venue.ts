import { type Static, Type } from 'typebox'
import { Nullable, OneOf } from '../../platform/http/schema.ts'
import type { Resource } from '../../resources/resource.ts'

export const Venue = Type.Object(
  {
    venue_id: Type.String(),
    name: Type.String(),
    address: Nullable(Type.String()),
    address2: Nullable(Type.String()),
    suburb: Nullable(Type.String()),
    state: Nullable(Type.String()),
    postcode: Nullable(Type.String()),
    country: Nullable(Type.String({ description: 'ISO 3166-1 alpha-2' })),
    timezone: Nullable(Type.String({ description: 'IANA name; what new events here start with' })),
    status: OneOf(['active', 'archived']),
  },
  { title: 'Venue' },
)

export type VenueRow = {
  venue_id: number
  name: string
  address: string | null
  address2: string | null
  suburb: string | null
  state: string | null
  postcode: string | null
  country: string | null
  timezone: string | null
  venue_status: 'active' | 'archived'
}

export const venues: Resource<VenueRow, Static<typeof Venue>> = {
  singular: 'venue',
  operationNames: { one: 'Venue', many: 'Venues' },
  object: 'venues',
  scope: 'programme:manage',
  mailedWords: ['name'],
  listPath: '/v1/manage/venues',
  itemPath: '/v1/manage/venues/:venue_id',
  table: 'venues',
  id: 'venue_id',
  tag: 'Venues',
  schema: Venue,
  select: (sql) => sql`
    select t.venue_id, t.name, t.address, t.address2, t.suburb, t.state, t.postcode, t.country, t.timezone, t.venue_status
    from venues t`,
  toItem: (row) =>
    ({
      venue_id: String(row.venue_id),
      name: row.name,
      address: row.address,
      address2: row.address2,
      suburb: row.suburb,
      state: row.state,
      postcode: row.postcode,
      country: row.country,
      timezone: row.timezone,
      status: row.venue_status,
    }) satisfies Static<typeof Venue>,
}
