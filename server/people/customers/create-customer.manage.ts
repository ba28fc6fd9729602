import type { Operation } from '../../platform/operation.ts'
import { base62 } from '../../platform/values/random.ts'
import { createOf } from '../../resources/change-operations.ts'
import { CustomerBody, customerResource } from './customer-resource.ts'
import { consentBy } from './staff-consent.ts'

/*
 * Operations (written by npm run openapi):
 * createCustomer
 */

export const createCustomer: Operation = createOf(customerResource, CustomerBody, (body, { clock, orgId }) => ({
  ...body,
  ...(body.marketing_emails === true ? consentBy(clock(orgId)) : {}),
  org_customer_id: body.org_customer_id ?? `cus_${base62(16)}`,
}))
