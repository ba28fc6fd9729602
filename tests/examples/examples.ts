import { accountingExamples } from './accounting.ts'
import { apiKeyExamples } from './api-keys.ts'
import { auditExamples } from './audit.ts'
import { bankExamples } from './bank.ts'
import { basketExamples } from './baskets.ts'
import { cardPageExamples } from './card-page.ts'
import { customerExamples } from './customers.ts'
import { debtPageExamples } from './debt-page.ts'
import { debtExamples } from './debts.ts'
import { discountExamples } from './discounts.ts'
import { documentExamples } from './documents.ts'
import { eventSeatExamples } from './event-seats.ts'
import { eventExamples } from './events.ts'
import type { OperationExample } from './example.ts'
import { exportExamples } from './exports.ts'
import { fiscalExamples } from './fiscal.ts'
import { gateExamples } from './gates.ts'
import { healthExamples } from './health.ts'
import { instalmentExamples } from './instalments.ts'
import { mailExamples } from './mails.ts'
import { manageOrderExamples } from './manage-orders.ts'
import { memberProofExamples } from './member-proof.ts'
import { memberExamples } from './members.ts'
import { membershipCatalogueExamples } from './membership-catalogue.ts'
import { operatorInvoiceExamples } from './operator-invoices.ts'
import { orderExamples } from './orders.ts'
import { organisationExamples } from './organisation.ts'
import { paymentAccountExamples } from './payment-accounts.ts'
import { payoutExamples } from './payouts.ts'
import { peppolExamples } from './peppol.ts'
import { priceListExamples } from './price-lists.ts'
import { priceExamples } from './prices.ts'
import { questionExamples } from './questions.ts'
import { refundExamples } from './refunds.ts'
import { runExamples } from './runs.ts'
import { salesExamples } from './sales.ts'
import { scanExamples } from './scans.ts'
import { seasonMapExamples } from './season-map.ts'
import { seasonExamples } from './seasons.ts'
import { seatMapExamples } from './seat-maps.ts'
import { shopExamples } from './shops.ts'
import { ssoExamples } from './sso.ts'
import { staffExamples } from './staff.ts'
import { staffSignOnExamples } from './staff-sign-on.ts'
import { taxRateExamples } from './tax-rates.ts'
import { ticketPageExamples } from './ticket-page.ts'
import { ticketExamples } from './tickets.ts'
import { tillExamples } from './tills.ts'
import { transferExamples } from './transfers.ts'
import { venueExamples } from './venues.ts'
import { walletExamples } from './wallet.ts'
import { webhookExamples } from './webhooks.ts'

/**
 * For each operation a request that succeeds. The tests in tests/rules take it from there: they send it without a key, with
 * another organisation's ids, with a field too many, as a form and as JSON, and look at the SQL that it causes.
 * A new operation adds its entry to the file of its slice in tests/examples, and a new slice its file to this list.
 */
export const examples: Record<string, OperationExample> = {
  ...healthExamples,
  ...organisationExamples,
  ...shopExamples,
  ...customerExamples,
  ...venueExamples,
  ...seasonExamples,
  ...seasonMapExamples,
  ...seatMapExamples,
  ...eventExamples,
  ...questionExamples,
  ...priceExamples,
  ...priceListExamples,
  ...eventSeatExamples,
  ...membershipCatalogueExamples,
  ...memberExamples,
  ...instalmentExamples,
  ...debtExamples,
  ...debtPageExamples,
  ...basketExamples,
  ...memberProofExamples,
  ...orderExamples,
  ...refundExamples,
  ...runExamples,
  ...mailExamples,
  ...paymentAccountExamples,
  ...transferExamples,
  ...bankExamples,
  ...payoutExamples,
  ...operatorInvoiceExamples,
  ...salesExamples,
  ...scanExamples,
  ...gateExamples,
  ...webhookExamples,
  ...apiKeyExamples,
  ...discountExamples,
  ...taxRateExamples,
  ...accountingExamples,
  ...documentExamples,
  ...peppolExamples,
  ...manageOrderExamples,
  ...tillExamples,
  ...fiscalExamples,
  ...ticketExamples,
  ...walletExamples,
  ...ticketPageExamples,
  ...cardPageExamples,
  ...ssoExamples,
  ...auditExamples,
  ...staffExamples,
  ...staffSignOnExamples,
  ...exportExamples,
}
