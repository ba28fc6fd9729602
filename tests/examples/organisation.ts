import { Type } from 'typebox'
import { OfferedPriceRow } from '../../server/fans/storefront/event-offer.ts'
import { ProgrammeVenueRow } from '../../server/fans/storefront/list-programme.ts'
import { SignInRow } from '../../server/fans/storefront/retrieve-storefront.ts'
import { SenderRow, TicketLinkRow } from '../../server/fans/storefront/ticket-links.ts'
import { LegalPageRow } from '../../server/people/legal/legal-page.ts'
import { OrganisationRow } from '../../server/people/organisation/organisation.ts'
import { PictureSizeRow } from '../../server/people/pictures/picture.ts'
import { exposed } from '../../server/platform/http/guarded-fields.ts'
import { plainPng } from '../../server/platform/pictures/plain-png.ts'
import { EventRow } from '../../server/programme/events/event.ts'
import { AvailabilityRuleRow } from '../../server/programme/prices/list-availability.ts'
import { OrderRow } from '../../server/tickets/orders/order.ts'
import { OrderMembershipRow } from '../../server/tickets/orders/order-memberships.ts'
import { orderSecretOf } from '../../server/tickets/orders/order-secret.ts'
import { TicketRow } from '../../server/tickets/tickets/ticket.ts'
import { sellPlaces } from '../builders/orders.ts'
import { addOffer } from '../builders/prices.ts'
import { NOTHING, unique } from '../builders/rows.ts'
import { addVenue } from '../builders/venues.ts'
import type { House, Tenant } from '../harness/house.ts'
import type { OperationExample } from './example.ts'

/** The first version of the terms, once. */
const writeTerms = ({ sql }: House, { orgId }: Tenant) => sql`
  insert into legal_pages (org_id, kind, version, pages)
  values (${orgId}, 'terms', 1, '{"en": {"text": "No refunds."}}')
  on conflict do nothing`

let pictures = 0
/** Of a colour that no other has: the same again changes nothing. */
const newPicture = () => {
  pictures += 1
  return plainPng(4, `#${pictures.toString(16).padStart(6, '0')}`).toString('base64')
}

export const organisationExamples: Record<string, OperationExample> = {
  retrieveOrganisation: { rows: [OrganisationRow] },
  retrieveStorefront: { rows: [OrganisationRow, SignInRow, LegalPageRow], publishable: true },
  listProgramme: {
    rows: [EventRow, ProgrammeVenueRow, AvailabilityRuleRow, OfferedPriceRow],
    publishable: true,
    make: async (house, tenant) => {
      const venueId = await addVenue(house, tenant)
      for (let events = 0; events < 2; events += 1) await addOffer(house, tenant, { event: { venue_id: venueId } })
      const cursorOf = async (query: Record<string, string | number>) => {
        const text = Object.entries({ ...query, limit: 1 }).map(([name, value]) => `${name}=${value}`)
        const { body } = await house.call('GET', `/v1/storefront/programme?${text.join('&')}`, { key: tenant.key })
        return String(body.next_cursor)
      }
      const filters = { search: 'derby', venue_id: venueId }
      return {
        filters: { ...filters, limit: 1, lang: 'de', cursor: await cursorOf({}) },
        together: { ...filters, limit: 1, cursor: await cursorOf(filters) },
        ids: { 'filters.venue_id': NOTHING },
      }
    },
  },
  listLegalPages: { rows: [LegalPageRow], make: async (house, tenant) => writeTerms(house, tenant).then(() => ({})) },
  setLegalPage: {
    rows: [LegalPageRow],
    make: async () => ({
      params: { kind: 'terms' },
      notIds: ['params.kind'],
      body: { pages: { en: { text: `No refunds. ${unique('Terms')}` } } },
      otherBody: { pages: { en: { url: 'https://club.example/terms' } } },
    }),
  },
  uploadPicture: {
    rows: [PictureSizeRow],
    make: async () => ({
      body: { content: newPicture() },
      otherBody: { content: newPicture() },
    }),
  },
  retrieveLegalPage: {
    rows: [Type.Object({ ...LegalPageRow.properties, organisation_language: Type.String() })],
    publishable: true,
    make: async (house, tenant) => {
      await writeTerms(house, tenant)
      return { params: { kind: 'terms' }, filters: { lang: 'de', version: 1 }, notIds: ['params.kind'] }
    },
  },
  findTickets: {
    rows: [TicketLinkRow, SenderRow],
    publishable: true,
    make: async (house, tenant) => {
      const { priceId } = await addOffer(house, tenant)
      await sellPlaces(house, tenant, priceId, 1)
      const address = () => `${unique('fan')}@example.org`
      return { body: { order_or_email: address() }, otherBody: { order_or_email: address() } }
    },
  },
  retrieveOwnOrder: {
    rows: [OrderRow, TicketRow, OrderMembershipRow],
    publishable: true,
    make: async (house, tenant) => {
      const { priceId } = await addOffer(house, tenant)
      const orderId = await sellPlaces(house, tenant, priceId, 2)
      return { headers: { 'x-order-secret': exposed(orderSecretOf(house.seal, tenant.orgId, orderId)) } }
    },
  },
  changeOrganisation: {
    rows: [OrganisationRow],
    make: async () => ({
      body: { name: 'New Club', timezone: 'Pacific/Auckland', company: null },
      otherBody: { name: 'X' },
    }),
  },
}
