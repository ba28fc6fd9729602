import { Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { Input } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { customerColumns, TaggedCustomer, type TaggedCustomerRow, toTaggedCustomer } from './customer.ts'

const Params = Input({
  customer_id: Type.String({ minLength: 1, maxLength: 64, description: 'the org_customer_id' }),
})

export const retrieveCustomer: Operation = (app, { sql }) =>
  app.get(
    '/v1/customers/:customer_id',
    {
      config: { scope: 'customers:read' },
      schema: {
        operationId: 'retrieveCustomer',
        summary: 'Retrieve a customer',
        description: 'One that was erased keeps its id and loses the person.',
        tags: ['Customers'],
        params: Params,
        response: { 200: TaggedCustomer },
      },
    },
    async ({ orgId, params }) => {
      const [row] = await findCustomer(orgId, sql, params.customer_id)
      if (!row) throw new ApiError('resource_missing')
      return toTaggedCustomer(row)
    },
  )

export const findCustomer = (orgId: OrgId, sql: Db, customerId: string) => sql<TaggedCustomerRow[]>`
  select ${customerColumns(sql)}, tags
  from customers
  where org_id = ${orgId}
    and org_customer_id = ${customerId}`
