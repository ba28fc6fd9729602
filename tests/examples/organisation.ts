import { OrganisationRow } from '../../server/people/organisation/organisation.ts'
import { StorefrontRow } from '../../server/sales/storefront/retrieve-storefront.ts'
import type { OperationExample } from './example.ts'

export const organisationExamples: Record<string, OperationExample> = {
  retrieveOrganisation: { rows: [OrganisationRow] },
  retrieveStorefront: { rows: [StorefrontRow], publishable: true },
  changeOrganisation: {
    rows: [OrganisationRow],
    make: async () => ({
      body: { name: 'New Club', timezone: 'Pacific/Auckland', company: null },
      otherBody: { name: 'X' },
    }),
  },
}
