import { apiKeyExamples } from './examples/api-keys.ts'
import { auditExamples } from './examples/audit.ts'
import { customerExamples } from './examples/customers.ts'
import { eventExamples } from './examples/events.ts'
import type { OperationExample } from './examples/example.ts'
import { exportExamples } from './examples/exports.ts'
import { healthExamples } from './examples/health.ts'
import { memberExamples } from './examples/members.ts'
import { membershipCatalogueExamples } from './examples/membership-catalogue.ts'
import { organisationExamples } from './examples/organisation.ts'
import { priceExamples } from './examples/prices.ts'
import { seatMapExamples } from './examples/seat-maps.ts'
import { venueExamples } from './examples/venues.ts'

/**
 * For each operation a request that succeeds. The tests in tests/rules take it from there: they send it without a key, with
 * another organisation's ids, with a field too many, as a form and as JSON, and look at the SQL that it causes.
 * A new operation adds its entry to the file of its slice in tests/examples, and a new slice its file to this list.
 */
export const examples: Record<string, OperationExample> = {
  ...healthExamples,
  ...organisationExamples,
  ...customerExamples,
  ...venueExamples,
  ...seatMapExamples,
  ...eventExamples,
  ...priceExamples,
  ...membershipCatalogueExamples,
  ...memberExamples,
  ...apiKeyExamples,
  ...auditExamples,
  ...exportExamples,
}
