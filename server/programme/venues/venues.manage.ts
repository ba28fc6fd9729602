import { Type } from 'typebox'
import { Input, Nullable, Text } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import { changeOf, createOf, stepOf } from '../../resources/change-operations.ts'
import { Country, TimeZone } from '../../resources/fields.ts'
import { listOf, retrieveOf } from '../../resources/read-operations.ts'
import { venues } from './venue.ts'

/*
 * Operations (written by npm run openapi):
 * archiveVenue, changeVenue, createVenue, listVenues, retrieveVenue
 */

const Body = Input({
  name: Text(200),
  address: Type.Optional(Nullable(Text(200))),
  address2: Type.Optional(Nullable(Text(200))),
  suburb: Type.Optional(Nullable(Text(100))),
  state: Type.Optional(Nullable(Text(100))),
  postcode: Type.Optional(Nullable(Text(20))),
  country: Type.Optional(Nullable(Country)),
  timezone: Type.Optional(Nullable(TimeZone)),
})

export const manageVenues: Operation[] = [
  listOf(venues),
  retrieveOf(venues),
  createOf(venues, Body, (body) => body),
  changeOf(venues, Body, (body) => body),
  stepOf(
    venues,
    {
      verb: 'archive',
      done: 'archived',
      summary: 'Archive a venue',
      description: 'Its events and gates stay as they are.',
    },
    () => ({ venue_status: 'archived' }),
  ),
]
