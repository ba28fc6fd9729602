import { CustomerParams, customerResource, userIdOf } from '../../people/customers/customer-resource.ts'
import type { Operation } from '../../platform/operation.ts'
import { CustomerOpenItems, countUnpaidMemberships, findOpenSums } from './open-items.ts'

export const retrieveCustomerOpenItems: Operation = (app, { sql }) =>
  app.get(
    `${customerResource.itemPath}/open_items`,
    {
      config: { scope: 'customers:manage' },
      schema: {
        operationId: 'retrieveCustomerOpenItems',
        summary: 'Retrieve what a customer owes and is owed',
        description:
          'By currency, with the memberships that are not paid. To be read before a customer is erased, who can be asked for nothing and paid nothing ' +
          'afterwards, or merged, with whom all of it goes to the other one.',
        tags: [customerResource.tag],
        params: CustomerParams,
        response: { 200: CustomerOpenItems },
      },
    },
    async ({ orgId, params }) => {
      const userId = await userIdOf(orgId, sql, params.customer_id)
      const sums = await findOpenSums(orgId, sql, userId)
      return { user_id: userId, sums, unpaid_memberships: await countUnpaidMemberships(orgId, sql, userId) }
    },
  )
