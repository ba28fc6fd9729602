import { OrganisationRow } from '../../server/people/organisation/organisation.ts'
import { exposed } from '../../server/platform/http/guarded-fields.ts'
import { OrderRow } from '../../server/sales/orders/order.ts'
import { OrderMembershipRow } from '../../server/sales/orders/order-memberships.ts'
import { orderSecretOf } from '../../server/sales/orders/order-secret.ts'
import { SignInRow } from '../../server/sales/storefront/retrieve-storefront.ts'
import { TicketRow } from '../../server/sales/tickets/ticket.ts'
import { sellPlaces } from '../builders/orders.ts'
import { addOffer } from '../builders/prices.ts'
import type { OperationExample } from './example.ts'

export const organisationExamples: Record<string, OperationExample> = {
  retrieveOrganisation: { rows: [OrganisationRow] },
  retrieveStorefront: { rows: [OrganisationRow, SignInRow], publishable: true },
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
