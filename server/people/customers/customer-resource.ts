import { type Static, Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { Input, Nullable, Text } from '../../platform/http/schema.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { conflict, conflictOn } from '../../resources/constraints.ts'
import { EmailAddress } from '../../resources/fields.ts'
import { postalAddress } from '../../resources/postal-address.ts'
import type { Resource } from '../../resources/resource.ts'
import { Customer, type CustomerRow, toCustomer } from './customer.ts'

/** What can stand in a path as it is: not `.` and `..`, which a path swallows, nor what erased customers are called. */
export const CUSTOMER_REFERENCE = '^(?!\\.{1,2}$|erased-)[A-Za-z0-9._~-]+$'

export const CustomerBody = Input({
  org_customer_id: Type.Optional(
    Text(64, { pattern: CUSTOMER_REFERENCE, description: 'the organisation’s own reference; made up when absent' }),
  ),
  first_name: Type.Optional(Nullable(Text(100))),
  last_name: Type.Optional(Nullable(Text(100))),
  email_address: Type.Optional(Nullable(EmailAddress)),
  mobile_number: Type.Optional(Nullable(Text(40))),
  ...postalAddress,
  marketing_emails: Type.Optional(Type.Boolean()),
  new_event_notifications: Type.Optional(Type.Boolean()),
})

export const CustomerParams = Input({ customer_id: Text(64, { description: 'the org_customer_id' }) })

export const customerResource: Resource<CustomerRow, Static<typeof Customer>> = {
  singular: 'customer',
  operationNames: { one: 'Customer', many: 'Customers' },
  object: 'customers',
  scope: 'customers:manage',
  listPath: '/v1/manage/customers',
  itemPath: '/v1/manage/customers/:customer_id',
  table: 'customers',
  id: 'user_id',
  tag: 'Customers',
  schema: Customer,
  constraints: {
    customers_by_email: conflictOn('email_address', 'Another customer has this e-mail address.'),
    customers_org_id_org_customer_id_key: conflictOn('org_customer_id', 'Another customer has this reference.'),
    customers_erased: conflict('The customer has been erased.'),
  },
  select: (sql) => sql`
    select t.org_id, t.user_id, t.org_customer_id, t.first_name, t.last_name, t.email_address, t.mobile_number,
      t.company_name, t.address, t.address2, t.suburb, t.state, t.postcode, t.country_id, t.marketing_emails, t.marketing_emails_at, t.marketing_emails_source, t.new_event_notifications, t.created_at, t.changed_at
    from customers t`,
  toItem: toCustomer,
  messages: (change) => [change === 'created' ? 'customer.created' : 'customer.updated'],
}

/** Which row a path means. The reference can change, the user_id cannot. */
export async function userIdOf(orgId: OrgId, sql: Db, customerId: string): Promise<number> {
  const [row] = await sql<{ user_id: number }[]>`
    select user_id
    from customers
    where org_id = ${orgId}
      and org_customer_id = ${customerId}`
  if (!row) throw new ApiError('resource_missing')
  return row.user_id
}
