import { OrganisationRow } from '../../server/people/organisation/organisation.ts'
import { exposed } from '../../server/platform/http/guarded-fields.ts'
import { EventRow } from '../../server/programme/events/event.ts'
import { AvailabilityRuleRow } from '../../server/programme/prices/list-availability.ts'
import { OrderRow } from '../../server/sales/orders/order.ts'
import { OrderMembershipRow } from '../../server/sales/orders/order-memberships.ts'
import { orderSecretOf } from '../../server/sales/orders/order-secret.ts'
import { OfferedPriceRow } from '../../server/sales/storefront/event-offer.ts'
import { ProgrammeVenueRow } from '../../server/sales/storefront/list-programme.ts'
import { SignInRow } from '../../server/sales/storefront/retrieve-storefront.ts'
import { TicketRow } from '../../server/sales/tickets/ticket.ts'
import { sellPlaces } from '../builders/orders.ts'
import { addOffer } from '../builders/prices.ts'
import { NOTHING } from '../builders/rows.ts'
import { addVenue } from '../builders/venues.ts'
import type { OperationExample } from './example.ts'

export const organisationExamples: Record<string, OperationExample> = {
  retrieveOrganisation: { rows: [OrganisationRow] },
  retrieveStorefront: { rows: [OrganisationRow, SignInRow], publishable: true },
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
        filters: { ...filters, limit: 1, cursor: await cursorOf({}) },
        together: { ...filters, limit: 1, cursor: await cursorOf(filters) },
        ids: { 'filters.venue_id': NOTHING },
      }
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
