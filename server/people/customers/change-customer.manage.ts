import type { Operation } from '../../platform/operation.ts'
import { inChange, updateRow } from '../../resources/change-row.ts'
import { CustomerBody, CustomerParams, customerResource, userIdOf } from './customer-resource.ts'
import { consentBy } from './staff-consent.ts'

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
          return changesConsent ? { ...body, ...consentBy(at.clock(at.orgId)) } : body
        })
      }),
  )
