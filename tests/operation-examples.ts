import { apiKeyExamples } from './examples/api-keys.ts'
import { auditExamples } from './examples/audit.ts'
import { basketExamples } from './examples/baskets.ts'
import { customerExamples } from './examples/customers.ts'
import { discountExamples } from './examples/discounts.ts'
import { eventExamples } from './examples/events.ts'
import type { OperationExample } from './examples/example.ts'
import { exportExamples } from './examples/exports.ts'
import { gateExamples } from './examples/gates.ts'
import { healthExamples } from './examples/health.ts'
import { instalmentExamples } from './examples/instalments.ts'
import { manageOrderExamples } from './examples/manage-orders.ts'
import { memberExamples } from './examples/members.ts'
import { membershipCatalogueExamples } from './examples/membership-catalogue.ts'
import { orderExamples } from './examples/orders.ts'
import { organisationExamples } from './examples/organisation.ts'
import { priceExamples } from './examples/prices.ts'
import { refundExamples } from './examples/refunds.ts'
import { salesExamples } from './examples/sales.ts'
import { scanExamples } from './examples/scans.ts'
import { seatMapExamples } from './examples/seat-maps.ts'
import { ssoExamples } from './examples/sso.ts'
import { ticketExamples } from './examples/tickets.ts'
import { venueExamples } from './examples/venues.ts'
import { webhookExamples } from './examples/webhooks.ts'

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
  ...instalmentExamples,
  ...basketExamples,
  ...orderExamples,
  ...refundExamples,
  ...salesExamples,
  ...scanExamples,
  ...gateExamples,
  ...webhookExamples,
  ...apiKeyExamples,
  ...discountExamples,
  ...manageOrderExamples,
  ...ticketExamples,
  ...ssoExamples,
  ...auditExamples,
  ...exportExamples,
}
