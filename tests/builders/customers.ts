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
