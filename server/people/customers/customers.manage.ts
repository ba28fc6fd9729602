import type { Operation } from '../../platform/operation.ts'
import type { Clock } from '../../platform/values/clock.ts'
import { base62 } from '../../platform/values/random.ts'
import { createOf } from '../../resources/change-operations.ts'
import { inChange, updateRow } from '../../resources/change-row.ts'
import { CustomerBody, CustomerParams, customerResource, userIdOf } from './customer-resource.ts'

export const createCustomer: Operation = createOf(customerResource, CustomerBody, (body, { clock }) => ({
  ...body,
  ...(body.marketing_emails === true ? consentBy(clock) : {}),
  org_customer_id: body.org_customer_id ?? `cus_${base62(16)}`,
}))

/** Consent that staff record, or withdraw. */
const consentBy = (clock: Clock) => ({ marketing_emails_at: clock(), marketing_emails_source: 'staff' })

export const changeCustomer: Operation = (app, deps) =>
  app.patch(
    customerResource.itemPath,
    {
      config: { scope: 'customers:manage' },
      schema: {
        operationId: 'changeCustomer',
        summary: 'Change a customer',
        description: 'What is not sent stays as it is; null clears.',
        tags: [customerResource.tag],
        params: CustomerParams,
        body: CustomerBody,
        response: { 200: customerResource.schema },
      },
    },
    (request, reply) =>
      inChange(customerResource, deps, request, reply, async (at) => {
        const userId = await userIdOf(at.orgId, at.tx, request.params.customer_id)
        const { body } = request
        return updateRow(customerResource, at, userId, ({ marketing_emails: before }) => {
          const changesConsent = body.marketing_emails !== undefined && body.marketing_emails !== before
          return changesConsent ? { ...body, ...consentBy(at.clock) } : body
        })
      }),
  )
