import { OrganisationRow } from '../../server/people/organisation/organisation.ts'
import type { OperationExample } from './example.ts'

export const organisationExamples: Record<string, OperationExample> = {
  retrieveOrganisation: { rows: [OrganisationRow] },
  changeOrganisation: {
    rows: [OrganisationRow],
    make: async () => ({
      body: { name: 'New Club', timezone: 'Pacific/Auckland', company: null },
      otherBody: { name: 'X' },
    }),
  },
}
