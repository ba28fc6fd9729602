import type { OrgId } from '../../access/principal.ts'
import { issueBatch } from '../../papers/documents/issue-documents.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { HOUR_MS } from '../../platform/values/durations.ts'
import type { InvoicedCompany } from './club.ts'
import { addDays, addMs } from './days.ts'
import { HARBOUR_CITY } from './harbour-city.ts'
import { noteMailsSent } from './plans.ts'

const { organisation, issuer, look } = HARBOUR_CITY

/** For whom the invoice of an order is. */
export async function nameRecipient(orgId: OrgId, tx: Tx, orderId: number, company: InvoicedCompany): Promise<void> {
  await tx`
    insert into document_recipients (org_id, order_id, name, company, address_lines, postcode, city, country, reference, created_at, changed_at)
    select ${orgId}, order_id, concat_ws(' ', first_name, last_name), ${company.name}, ${[company.address]}, ${company.postcode}, ${company.city},
      ${organisation.country}, ${company.reference}, created_at, created_at
    from orders
    where org_id = ${orgId}
      and order_id = ${orderId}`
}

/** The club has issued documents for some days, each morning as the program does it: what was sold before has none. */
export async function addDocuments(orgId: OrgId, tx: Tx, today: Date): Promise<void> {
  const since = addDays(today, -issuer.sinceDays)
  await tx`
    insert into document_settings (org_id, issued_from, issuer_name, address_lines, postcode, city, country, tax_number, created_at, changed_at)
    values (${orgId}, ${since}, ${organisation.company}, ${[issuer.address]}, ${issuer.postcode}, ${issuer.city}, ${organisation.country},
      ${look.businessNumber}, ${since}, ${since})`
  for (let day = 1; day <= issuer.sinceDays; day += 1) {
    await issueBatch(orgId, tx, addMs(addDays(since, day), -HOUR_MS))
  }
  await noteMailsSent(orgId, tx)
}
