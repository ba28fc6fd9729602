import { addDemoCustomers } from '../../server/operator/demo/customers.ts'
import type { House } from '../harness/house.ts'
import { addRow, type Columns, type Owner, type Store } from './rows.ts'

/** The number of the customer in our tables, and the id that the organisation knows. */
export type Customer = { userId: number; customerId: string }

/** Its id differs from every other organisation's, so that one can be mistaken for the other and be noticed. */
export async function addCustomer(store: Store, owner: Owner, columns: Columns = {}): Promise<Customer> {
  const customerId = `cus_${crypto.randomUUID()}`
  const customer = { org_customer_id: customerId, first_name: 'Ada', last_name: 'Okafor', ...columns }
  const userId = await addRow(store, owner, 'customers', 'user_id', customer)
  return { userId, customerId: String(customer.org_customer_id) }
}

/**
 * 45 customers with ties and gaps in every column that can be sorted by; an address is unique, but may be missing. `times` is how
 * many moments they were added at, `apart` how far these lie from each other.
 */
export async function addCustomersWithTies(
  { sql }: House,
  { orgId }: Owner,
  { times, apart }: { times: number; apart: string },
): Promise<void> {
  await addDemoCustomers(orgId, sql, 45)
  await sql`
    update customers
    set first_name = case when user_id % 4 = 0 then null else 'Name' || user_id % 3 end,
      last_name = case when user_id % 5 = 0 then null else 'Name' || user_id % 2 end,
      email_address = case when user_id % 3 = 0 then null else email_address end,
      created_at = (timestamp '2026-01-01 00:00:00' + user_id % ${times} * ${apart}::text::interval) at time zone 'UTC',
      changed_at = (timestamp '2026-02-01 00:00:00' + user_id % 6 * ${apart}::text::interval) at time zone 'UTC'
    where org_id = ${orgId}`
}
